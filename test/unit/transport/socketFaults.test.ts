import { afterEach, describe, expect, it, vi } from "vitest";
import type { CallEvent } from "../../../src/exchange/callEvent.ts";
import { aCore, aServer, type ObservedCore, turns } from "../core/kit/coreTestKit.ts";
import { frameShapes, readFrames } from "../core/kit/frames.ts";
import type { ScriptedServer } from "../core/kit/scriptedServer.ts";
import { type StoredChat, storedChat } from "../core/kit/storedChat.ts";
import { chatRequest, eventsOf, summary } from "./kit/sending.ts";

/** The recorded `/_send` gives the command this id, and the recorded reply quotes it. */
const commandId = 101;
const firstReply = commandId + 1;

/** Notifications, then the response: what a bot sends in reply to the command, by the ids of the messages. */
function keepAnswer(chat: StoredChat, replies: number): number {
  const last = commandId + replies;
  chat.keepText(commandId, "/_call");
  for (let id = firstReply; id < last; id++)
    chat.keepText(id, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":${id}}}`);
  chat.keepText(last, '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}');
  return last;
}

function texts(events: readonly CallEvent[]): readonly string[] {
  return events.flatMap((event) => (event.event === "reply" ? [event.text] : []));
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(frameShapes)("a call over a socket that speaks the %s shape", (shape) => {
  const frames = readFrames(shape);

  /** Answers what a call asks before it sends, and what reads the conversation; `onSend` follows the response to `/_send`. */
  function serve(server: ScriptedServer, chat: StoredChat, onSend: () => void): void {
    server.onCommand = (command) => {
      const { cmd, answer } = command;
      if (cmd === "/u") answer(frames.frame("activeUser"));
      else if (cmd === "/_contacts 1") answer(frames.frame("contacts"));
      else if (cmd.startsWith("/_send @4 ")) {
        answer(frames.frame("sentDirect"));
        onSend();
      } else chat.answers(command);
    };
  }

  async function reconnected({ until, clock }: ObservedCore): Promise<void> {
    await until("retrying");
    clock.advance(30_000);
    await until("ready");
  }

  it("goes on over a new connection, and shows every reply once, those missed too", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    const last = keepAnswer(chat, 400);
    const observed = aCore(server.url);
    await observed.until("ready");
    serve(server, chat, () => {
      for (let id = firstReply; id < firstReply + 100; id++) server.connections[id % 2]?.send(chat.event(id));
      server.connections[1]?.cutMidFrame();
    });
    const call = eventsOf(observed.core, chatRequest("@acme"));
    await reconnected(observed);
    // The core sends some of what is read back as events too.
    for (let id = last - 20; id <= last; id++) server.connections.at(-1)?.send(chat.event(id));
    const events = await call;
    expect(texts(events)).toHaveLength(400);
    expect(new Set(texts(events)).size).toBe(400);
    expect(events.flatMap((event) => (event.event === "reply" ? event.notes : []))).toEqual([]);
    expect(events.at(-1)).toMatchObject({ event: "end", outcome: "answered", replies: 400 });
    expect(server.commands.filter((command) => command.startsWith("/_send"))).toHaveLength(1);
  });

  it("is neither lost nor doubled by a restart of the core for each reply", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    const last = keepAnswer(chat, 5);
    const observed = aCore(server.url);
    await observed.until("ready");
    serve(server, chat, () => undefined);
    const call = eventsOf(observed.core, chatRequest("@acme"));
    await server.received(3);
    await turns();
    for (let id = firstReply; id < last; id++) {
      server.connections.at(-1)?.send(chat.event(id));
      server.connections.at(-1)?.close();
      await reconnected(observed);
    }
    expect(texts(await call)).toHaveLength(5);
    expect(server.commands.filter((command) => command.startsWith("/_send"))).toHaveLength(1);
  });

  it("loses none of 10,000 replies among repeated, foreign and unreadable frames", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    const last = keepAnswer(chat, 10_000);
    const observed = aCore(server.url);
    await observed.until("ready");
    serve(server, chat, () => {
      const [first, second] = server.connections;
      for (let id = firstReply; id <= last; id++) {
        const connection = id % 2 === 0 ? first : second;
        connection?.send(chat.event(id));
        if (id % 10 === 0) connection?.send(chat.event(id - 1));
        if (id % 100 === 0) {
          connection?.send({ corrId: "unknown", ...frames.frame("sentDirect") });
          connection?.send(frames.frame("event.groupReply"));
          connection?.send({ resp: { type: "somethingNew", chatItems: [] } });
          connection?.sendText("{");
          connection?.sendBinary(new Uint8Array(8));
        }
      }
    });
    const events = await eventsOf(observed.core, chatRequest("@acme"));
    expect(texts(events)).toHaveLength(10_000);
    expect(new Set(texts(events)).size).toBe(10_000);
    expect(events.flatMap((event) => (event.event === "reply" ? event.notes : []))).toEqual([]);
    expect(summary(events).slice(-2)).toEqual(["acme response", "answered"]);
  });

  it("begins with the first reply although another client of the core was given its event", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    const last = keepAnswer(chat, 4);
    const observed = aCore(server.url);
    await observed.until("ready");
    serve(server, chat, () => {
      for (let id = firstReply + 1; id <= last; id++) server.connections[0]?.send(chat.event(id));
    });
    const events = await eventsOf(observed.core, chatRequest("@acme"));
    const progress = texts(events).map((text) => /"progress":(\d+)/.exec(text)?.[1]);
    expect(progress).toEqual([firstReply, firstReply + 1, firstReply + 2, undefined].map((id) => id && String(id)));
    expect(summary(events).at(-1)).toBe("answered");
  });

  it("finds the replies whose events another client of the core was given", async () => {
    const server = await aServer();
    const chat = storedChat(frames);
    const last = keepAnswer(chat, 248);
    const other = aCore(server.url);
    await other.until("ready");
    const observed = aCore(server.url);
    await observed.until("ready");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    serve(server, chat, () => {
      for (let id = firstReply; id <= last; id++) server.connections[id % 4]?.send(chat.event(id));
    });
    const call = eventsOf(observed.core, chatRequest("@acme"));
    await other.untilEvents(124);
    await observed.untilEvents(124);
    await vi.advanceTimersByTimeAsync(2_000);
    const events = await call;
    expect(texts(events)).toHaveLength(248);
    expect(new Set(texts(events)).size).toBe(248);
    expect(summary(events).at(-1)).toBe("answered");
  });
});
