import { describe, expect, it } from "vitest";
import { chatItemsOf, sendText } from "../../../src/core/api.ts";
import type { CoreRecord } from "../../../src/core/core.ts";
import { aCore, aServer, type ObservedCore, turns } from "./kit/coreTestKit.ts";
import { readFrames } from "./kit/frames.ts";
import type { ScriptedServer } from "./kit/scriptedServer.ts";
import { storedChat } from "./kit/storedChat.ts";

const frames = readFrames("Flat");
const mebibyte = 1024 * 1024;
const chatRef = { kind: "direct", contactId: 4 } as const;

/** The ids of the messages in the events, in the order of delivery. */
function deliveredIds(events: readonly CoreRecord[]): readonly number[] {
  return events.flatMap((event) => chatItemsOf(event)).map((item) => item.itemId);
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function reconnect({ clock, until }: ObservedCore): Promise<void> {
  await until("retrying");
  clock.advance(30_000);
  await until("ready");
}

/** Resolves when the core has taken everything sent so far on that connection: a response comes after it. */
async function settled(server: ScriptedServer, { core }: ObservedCore): Promise<void> {
  const { onCommand } = server;
  server.onCommand = ({ answer }) => answer(frames.frame("version"));
  await core.command("/version");
  server.onCommand = onCommand;
}

describe("nothing is lost", () => {
  it("10,000 events in a burst arrive once each and in order, and the responses between them too", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    const observed = aCore(server.url);
    await observed.until("ready");
    let next = 1;
    server.onCommand = ({ connection, answer }) => {
      for (const end = next + 1000; next < end; next++) connection.send(chat.event(next));
      answer(frames.frame("activeUser"));
    };
    const results = await Promise.all(range(1, 10).map(() => observed.core.command("/u")));
    expect(results.every((result) => result.kind === "response")).toBe(true);
    expect(deliveredIds(observed.events)).toEqual(range(1, 10_000));
  });

  it("a core killed mid-stream: what was missed is read back, over pages, and delivered once", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    chat.keep(1, 400);
    const observed = aCore(server.url);
    await observed.until("ready");
    for (const id of range(1, 100)) server.connections[id % 2]?.send(chat.event(id));
    await observed.untilEvents(100);
    server.connections[0]?.cutMidFrame();
    server.onCommand = (command) => void chat.answers(command);
    await reconnect(observed);
    await observed.untilEvents(400);
    await settled(server, observed);
    expect([...deliveredIds(observed.events)].sort((a, b) => a - b)).toEqual(range(1, 400));
  });

  it("an event that died with one connection is found although the other brought a later one", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    chat.keep(1, 3);
    const observed = aCore(server.url);
    await observed.until("ready");
    server.connections[0]?.send(chat.event(1));
    await observed.untilEvents(1);
    server.connections[1]?.send(chat.event(3));
    await observed.untilEvents(2);
    server.onCommand = (command) => void chat.answers(command);
    server.connections[0]?.cutMidFrame();
    await reconnect(observed);
    await observed.untilEvents(3);
    expect(deliveredIds(observed.events)).toEqual([1, 3, 2]);
  });

  it("a live message that was finished meanwhile is delivered as an edit", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    chat.keep(1, 1);
    chat.keepText(2, "the whole answer");
    const observed = aCore(server.url);
    await observed.until("ready");
    server.connections[0]?.send(chat.event(1));
    server.connections[0]?.send(chat.event(2, "the who", true));
    await observed.untilEvents(2);
    server.onCommand = (command) => void chat.answers(command);
    server.connections[0]?.close();
    await reconnect(observed);
    await observed.untilEvents(3);
    const [edit] = chatItemsOf(observed.events[2] ?? { type: "" });
    expect(observed.events[2]?.type).toBe("chatItemUpdated");
    expect(edit).toMatchObject({ itemId: 2, text: "the whole answer", isLive: false });
  });

  it("reading on works although the last item seen was deleted", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    chat.keep(1, 5);
    chat.remove(2);
    const observed = aCore(server.url);
    await observed.until("ready");
    server.connections[0]?.send(chat.event(2));
    await observed.untilEvents(1);
    server.onCommand = (command) => void chat.answers(command);
    server.connections[0]?.close();
    await reconnect(observed);
    await observed.untilEvents(4);
    expect(deliveredIds(observed.events)).toEqual([2, 3, 4, 5]);
  });

  it("a frame of 16 MB passes; one above the limit ends the connection with its cause", async () => {
    const server = await aServer();
    const observed = aCore(server.url, { maxFrameBytes: 17 * mebibyte });
    await observed.until("ready");
    const frameOf = (size: number): object => ({ resp: { type: "messageError", errorMessage: "x".repeat(size) } });
    server.connections[0]?.send(frameOf(16 * mebibyte));
    await observed.untilEvents(1);
    expect(observed.events[0]?.["errorMessage"]).toHaveLength(16 * mebibyte);
    server.connections[0]?.send(frameOf(17 * mebibyte));
    expect(await observed.until("retrying")).toMatchObject({ cause: expect.stringContaining("larger") });
  });
});

describe("nothing comes or goes twice", () => {
  it("an event the core repeats, on either connection, is delivered once", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    const observed = aCore(server.url);
    await observed.until("ready");
    for (const id of [...range(1, 50), ...range(1, 50)]) server.connections[0]?.send(chat.event(id));
    for (const _ of range(1, 3)) server.connections[0]?.send(frames.frame("event.serviceRequest"));
    await settled(server, observed);
    expect(deliveredIds(observed.events)).toEqual(range(1, 50));
    expect(observed.events.filter((event) => event.type === "serviceRequest")).toHaveLength(1);
    expect(observed.core.statistics.repeatedEvents).toBe(52);
  });

  it("an edit that overtakes its message, by the other connection, is not undone by it", async () => {
    const server = await aServer();
    const observed = aCore(server.url);
    await observed.until("ready");
    const older = JSON.stringify(frames.frame("event.reply")).replaceAll(
      /"updatedAt":"2026-10-21T10:20:30/g,
      '"updatedAt":"2026-10-21T10:20:29',
    );
    server.connections[1]?.send(frames.frame("event.edited"));
    await observed.untilEvents(1);
    server.connections[0]?.sendText(older);
    await settled(server, observed);
    expect(observed.events.map((event) => event.type)).toEqual(["chatItemUpdated"]);
  });

  it("what a send answered is not delivered again by reading back", async () => {
    const server = await aServer();
    const observed = aCore(server.url);
    server.onCommand = ({ cmd, answer }) => {
      if (cmd.startsWith("/_send")) answer(frames.frame("sentDirect"));
      if (cmd.startsWith("/_get")) answer(frames.frame("chat"));
    };
    expect(await sendText(observed.core, chatRef, "hello")).toMatchObject({ kind: "ok", value: { itemId: 101 } });
    server.connections[0]?.close();
    await reconnect(observed);
    await observed.untilEvents(1);
    expect(deliveredIds(observed.events)).toEqual([102]);
  });

  it("a command is written once, whatever happens to its connection", async () => {
    const server = await aServer();
    const observed = aCore(server.url);
    await observed.until("ready");
    for (const round of range(1, 5)) {
      const pending = range(1, 3).map((id) => sendText(observed.core, chatRef, `round ${round} message ${id}`));
      await server.received(round);
      server.connections.findLast((connection) => connection.index % 2 === 0)?.cutMidFrame();
      const results = await Promise.all(pending);
      expect(results.every((result) => result.kind === "failed")).toBe(true);
      await reconnect(observed);
    }
    const sends = server.commands.filter((command) => command.startsWith("/_send"));
    expect(new Set(sends).size).toBe(sends.length);
    expect(sends).toHaveLength(5);
  });

  it("a command cancelled before its turn is never written", async () => {
    const server = await aServer();
    const { core, until } = aCore(server.url);
    await until("ready");
    const controller = new AbortController();
    const first = core.command("/first");
    const second = core.command("/second", { signal: controller.signal });
    await server.received(1);
    controller.abort();
    expect(await second).toMatchObject({ failure: "cancelled", message: expect.stringContaining("before") });
    server.onCommand = ({ answer }) => answer(frames.frame("version"));
    server.connections[0]?.send({ corrId: "1", ...frames.frame("version") });
    expect(await first).toMatchObject({ kind: "response" });
    await core.command("/third");
    expect(server.commands).toEqual(["/first", "/third"]);
  });

  it("answers that come late and in another order go to no other command", async () => {
    const server = await aServer();
    const { core, clock, until } = aCore(server.url);
    await until("ready");
    const waiting: (() => void)[] = [];
    server.onCommand = ({ cmd, answer }) => {
      waiting.unshift(() => answer({ resp: { type: "echo", cmd } }));
      if (cmd === "/3") for (const answerLate of waiting) answerLate();
    };
    const first = core.command("/1", { timeoutMs: 10 });
    await server.received(1);
    clock.advance(10);
    const second = core.command("/2", { timeoutMs: 10 });
    await server.received(2);
    clock.advance(10);
    const results = await Promise.all([first, second, core.command("/3")]);
    expect(results[0]).toMatchObject({ failure: "timeout" });
    expect(results[1]).toMatchObject({ failure: "timeout" });
    expect(results[2]).toMatchObject({ response: { cmd: "/3" } });
    expect(core.statistics.strayFrames["unknown-id"]).toBe(0);
  });
});

describe("nothing hangs", () => {
  it("a service request does not hold up the other commands, and a given-up one not the next", async () => {
    const server = await aServer();
    const { core, until } = aCore(server.url);
    await until("ready");
    server.onCommand = ({ cmd, answer }) => {
      if (cmd.endsWith("held")) return;
      answer(frames.frame(cmd === "/u" ? "activeUser" : "serviceResponse"));
    };
    const controller = new AbortController();
    const held = core.command("/_service_request 1 held", { signal: controller.signal });
    await server.received(1);
    expect(await core.command("/u")).toMatchObject({ kind: "response" });
    controller.abort();
    expect(await held).toMatchObject({ failure: "cancelled" });
    expect(await core.command("/_service_request 1 next")).toMatchObject({ kind: "response" });
    expect(server.connections).toHaveLength(3);
  });

  it("waits between attempts, longer each time and never longer than 30 s, and says until when", async () => {
    const server = await aServer();
    const observed = aCore(server.url);
    await observed.until("ready");
    await server.close();
    const delays: number[] = [];
    for (const _ of range(1, 9)) {
      await observed.until("retrying");
      await turns();
      const state = observed.core.state;
      const delayMs = state.kind === "retrying" ? state.retryAtMs - observed.clock.now() : 0;
      delays.push(delayMs);
      expect(observed.clock.pending()).toEqual([delayMs]);
      const seen = observed.states.length;
      observed.clock.advance(delayMs);
      while (observed.states.length === seen) await turns(1);
    }
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it("commands given while it starts wait for the first connection, and end when there is none", async () => {
    const server = await aServer();
    server.onCommand = ({ answer }) => answer(frames.frame("activeUser"));
    const { core } = aCore(server.url);
    expect(core.state.kind).toBe("starting");
    expect(await core.command("/u")).toMatchObject({ kind: "response" });
    await server.close();
    const unreachable = aCore(server.url);
    expect(await unreachable.core.command("/u")).toMatchObject({ failure: "not-ready" });
  });

  it("closing while it waits to connect again ends at once, and closing twice is harmless", async () => {
    const server = await aServer();
    await server.close();
    const { core, clock, states, until } = aCore(server.url);
    await until("retrying");
    await Promise.all([core.close(), core.close()]);
    expect(states.at(-1)).toEqual({ kind: "stopped" });
    expect(clock.pending()).toEqual([]);
    expect(await core.command("/u")).toMatchObject({ failure: "connection-lost" });
  });

  it("an aborted signal closes it", async () => {
    const server = await aServer();
    const controller = new AbortController();
    const { until } = aCore(server.url, { signal: controller.signal });
    await until("ready");
    controller.abort();
    await until("stopped");
    await Promise.all(server.connections.map((connection) => connection.closed));
  });

  it("a listener that throws is reported and stops nothing", async () => {
    const server = await aServer();
    const bugs: unknown[] = [];
    const { core, until, untilEvents } = aCore(server.url, { reportBug: (bug) => bugs.push(bug) });
    core.onEvent(() => {
      throw new Error("a bug");
    });
    await until("ready");
    server.connections[0]?.send(frames.frame("event.hostConnected"));
    server.connections[0]?.send(frames.frame("event.hostDisconnected"));
    await untilEvents(2);
    expect(bugs).toEqual([new Error("a bug"), new Error("a bug")]);
  });
});

describe("one client", () => {
  it("has one pair of sockets, and two clients of one core do not disturb each other", async () => {
    const server = await aServer();
    server.onCommand = ({ cmd, answer }) => answer({ resp: { type: "echo", cmd } });
    const clients = [aCore(server.url), aCore(server.url)];
    const results = await Promise.all(
      clients.flatMap(({ core }, client) => range(1, 20).map((id) => core.command(`/client ${client} ${id}`))),
    );
    expect(server.connections).toHaveLength(4);
    expect(results.map((result) => result.kind === "response" && result.response["cmd"])).toEqual([
      ...range(1, 20).map((id) => `/client 0 ${id}`),
      ...range(1, 20).map((id) => `/client 1 ${id}`),
    ]);
  });

  it("merges the events of both connections, and counts the unknown ones without passing them on", async () => {
    const server = await aServer();
    const { core, events, until, untilEvents } = aCore(server.url);
    await until("ready");
    server.connections[0]?.send({ resp: { type: "contactsSubscribed", server: "smp15.simplex.im" } });
    server.connections[0]?.send(frames.frame("event.hostConnected"));
    server.connections[1]?.send(frames.frame("event.hostDisconnected"));
    await untilEvents(2);
    expect(new Set(events.map((event) => event.type))).toEqual(new Set(["hostConnected", "hostDisconnected"]));
    expect(core.statistics.unknownEvents).toBe(1);
  });

  it("connects to another machine only when asked and confirmed, once", async () => {
    const asked: string[] = [];
    const confirm = (answer: boolean) => (host: string) => {
      asked.push(host);
      return Promise.resolve(answer);
    };
    const refused = aCore("wss://core.sandbox.invalid:5225", { confirmRemote: confirm(false) });
    expect(await refused.until("stopped")).toMatchObject({ cause: expect.stringContaining("not confirmed") });
    const unasked = aCore("wss://core.sandbox.invalid");
    await unasked.until("stopped");
    const confirmed = aCore("wss://core.sandbox.invalid", { confirmRemote: confirm(true) });
    await confirmed.until("retrying");
    const seen = confirmed.states.length;
    confirmed.clock.advance(30_000);
    while (confirmed.states.length === seen) await turns(1);
    expect(asked).toEqual(["core.sandbox.invalid:5225", "core.sandbox.invalid"]);
  });
});
