import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { bundledClient } from "../../../scripts/simplexChatClient.mjs";
import { activeUser, connectionPlan, listContacts } from "../../../src/core/api.ts";
import { parseEndpoint } from "../../../src/core/websocket/endpoint.ts";
import { aCore, aServer, turns } from "./kit/coreTestKit.ts";
import { readFrames } from "./kit/frames.ts";

const flat = readFrames("Flat");
const either = readFrames("Either");

afterEach(() => vi.restoreAllMocks());

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = await aServer();
  await server.close();
  return server.port;
}

describe("hazards of npm simplex-chat 0.2.1", () => {
  it("the global WebSocket stays as it is, and the package's main is not in the bundle", async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "WebSocket");
    const server = await aServer();
    await aCore(server.url).until("ready");
    expect(Object.getOwnPropertyDescriptor(globalThis, "WebSocket")).toEqual(before);
    expect(await bundledClient()).not.toMatch(/defineProperty\(global/);
  });

  it("isomorphic-ws is not in the bundle", async () => {
    expect(await bundledClient()).not.toContain("isomorphic-ws");
  });

  it("no global WebSocket is needed, and a refused connection is reported once", async () => {
    vi.stubGlobal("WebSocket", undefined);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const server = await aServer();
    await aCore(server.url).until("ready");
    const refused = aCore(`ws://127.0.0.1:${await closedPort()}`);
    await refused.until("retrying");
    expect(refused.states).toHaveLength(1);
  });

  it("a refused connection gives its cause, without waiting", async () => {
    const { core, until } = aCore(`ws://127.0.0.1:${await closedPort()}`);
    expect(await until("retrying")).toMatchObject({ cause: expect.stringContaining("connection refused") });
    expect(await core.command("/u")).toMatchObject({
      kind: "failed",
      failure: "not-ready",
      message: expect.stringMatching(/connection refused.*not sent/),
    });
  });

  it("a socket that opens too late is closed", async () => {
    const taken: Socket[] = [];
    const silent = createServer((socket) => taken.push(socket.on("error", () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      silent.close();
    });
    const connected = new Promise<Socket>((resolve) => silent.once("connection", resolve));
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const { clock, until } = aCore(`ws://127.0.0.1:${port}`);
    const socket = await connected;
    const closed = new Promise((resolve) => socket.resume().once("close", resolve));
    clock.advance(10_000);
    expect(await until("retrying")).toMatchObject({ cause: expect.stringContaining("in time") });
    await closed;
    expect(taken).toHaveLength(1);
  });

  it("localhost means 127.0.0.1, where the core listens", async () => {
    expect(parseEndpoint("ws://localhost:5225")).toEqual({ kind: "local", url: "ws://127.0.0.1:5225/" });
    const server = await aServer();
    await aCore(`ws://localhost:${server.port}`).until("ready");
  });

  it("responses and errors in the Either shape settle their commands", async () => {
    const server = await aServer();
    const { core } = aCore(server.url);
    server.onCommand = ({ cmd, answer }) => answer(either.frame(cmd === "/u" ? "activeUser" : "error.noActiveUser"));
    expect(await activeUser(core)).toMatchObject({ kind: "ok", value: { userId: 1, displayName: "tester" } });
    expect(await core.command("/other")).toMatchObject({
      kind: "error",
      chatError: { errorType: { type: "noActiveUser" } },
    });
  });

  it("a lost response ends at the command's own deadline, not before", async () => {
    const server = await aServer();
    const { core, clock, until } = aCore(server.url);
    await until("ready");
    const lost = core.command("/u", { timeoutMs: 5000 });
    await server.received(1);
    let isSettled = false;
    void lost.then(() => {
      isSettled = true;
    });
    clock.advance(4999);
    await turns();
    expect(isSettled).toBe(false);
    clock.advance(1);
    expect(await lost).toMatchObject({ kind: "failed", failure: "timeout" });
  });

  it("when the connection ends, every pending command ends", async () => {
    const server = await aServer();
    const { core, until } = aCore(server.url);
    await until("ready");
    const pending = Array.from({ length: 100 }, () => core.command("/u"));
    await server.received(1);
    server.connections[0]?.cutMidFrame();
    const results = await Promise.all(pending);
    expect(results.map((result) => result.kind === "failed" && result.failure)).toEqual(
      Array.from({ length: 100 }, () => "connection-lost"),
    );
    // One command had left, and nobody knows what became of it; the others are known not to have.
    expect(results.filter((result) => result.kind === "failed" && result.message.includes("not sent"))).toHaveLength(
      99,
    );
    expect(server.commands).toEqual(["/u"]);
  });

  it("a command to a closed connection fails at once", async () => {
    const server = await aServer();
    const { core, until } = aCore(server.url);
    await until("ready");
    server.connections[0]?.close();
    await until("retrying");
    expect(await core.command("/u")).toMatchObject({ kind: "failed", failure: "not-ready" });
    expect(server.commands).toEqual([]);
  });

  it("10,000 events that nobody reads do not hold up a response", async () => {
    const server = await aServer();
    const { core, until } = aCore(server.url);
    await until("ready");
    const event = JSON.stringify(flat.frame("event.hostConnected"));
    server.onCommand = ({ connection, answer }) => {
      for (let sent = 0; sent < 10_000; sent++) connection.sendText(event);
      answer(flat.frame("activeUser"));
    };
    expect(await activeUser(core)).toMatchObject({ kind: "ok" });
  });

  it("closing ends although the core answers nothing, not even the closing handshake", async () => {
    const server = await aServer();
    const { core, clock, until } = aCore(server.url);
    await until("ready");
    for (const connection of server.connections) connection.stall();
    const pending = core.command("/u");
    const closed = core.close();
    await turns();
    expect(core.state.kind).toBe("ready");
    clock.advance(500);
    await closed;
    expect(core.state.kind).toBe("stopped");
    expect(await pending).toMatchObject({ kind: "failed", failure: "connection-lost" });
  });

  it("a connection that dies silently shows in the state", async () => {
    const server = await aServer();
    const { until } = aCore(server.url);
    await until("ready");
    server.connections[1]?.cutMidFrame();
    expect(await until("retrying")).toMatchObject({ cause: expect.stringContaining("connection") });
  });

  it("frames with unknown ids and frames that are no frames are counted, and nothing of them is printed", async () => {
    const server = await aServer();
    const log = vi.spyOn(console, "log");
    const { core, until, events } = aCore(server.url);
    await until("ready");
    server.onCommand = ({ connection, answer }) => {
      connection.send({ corrId: "999", ...flat.frame("sentDirect") });
      connection.sendText("not JSON");
      connection.sendText('{"resp": {"noType": true}}');
      connection.sendText("null");
      connection.sendBinary(new Uint8Array([1, 2, 3]));
      answer(flat.frame("activeUser"));
    };
    expect(await activeUser(core)).toMatchObject({ kind: "ok" });
    expect(core.statistics.strayFrames).toEqual({ "unknown-id": 1, unreadable: 3, binary: 1, "stray-error": 0 });
    expect(events).toEqual([]);
    expect(log).not.toHaveBeenCalled();
  });

  it("a chatCmdError is an error, not a response", async () => {
    const server = await aServer();
    const { core } = aCore(server.url);
    server.onCommand = ({ answer }) => answer(flat.frame("error.largeMsg"));
    expect(await core.command("/_send @4 json []")).toEqual({
      kind: "error",
      chatError: { type: "errorStore", storeError: { type: "largeMsg" } },
    });
  });

  it("an error that answers no command is counted and is not an event", async () => {
    const server = await aServer();
    const { core, until, events, untilEvents } = aCore(server.url);
    await until("ready");
    server.connections[0]?.send(flat.frame("error.invalidRequest"));
    server.connections[0]?.send(either.frame("error.invalidRequest"));
    server.connections[0]?.send(either.frame("event.chatError"));
    await untilEvents(1);
    expect(events.map((event) => event.type)).toEqual(["chatError"]);
    expect(core.statistics.strayFrames["stray-error"]).toBe(2);
  });

  it("a lost connection is made again, and works", async () => {
    const server = await aServer();
    server.onCommand = ({ answer }) => answer(flat.frame("activeUser"));
    const { core, clock, until } = aCore(server.url);
    await until("ready");
    server.connections[0]?.close();
    await until("retrying");
    clock.advance(500);
    await until("ready");
    expect(await activeUser(core)).toMatchObject({ kind: "ok" });
  });

  it("a large command is written without polling, and leaves no timer behind", async () => {
    const server = await aServer();
    server.onCommand = ({ answer }) => answer(flat.frame("activeUser"));
    const { core, until, clock } = aCore(server.url);
    await until("ready");
    const setTimeoutSpy = vi.spyOn(globalThis, "setTimeout");
    expect(await core.command(`/u ${"x".repeat(8_000_000)}`)).toMatchObject({ kind: "response" });
    const delays = setTimeoutSpy.mock.calls.map(([, delayMs]) => delayMs ?? 0);
    expect(delays.filter((delayMs) => delayMs > 1)).toEqual([]);
    expect(delays.length).toBeLessThanOrEqual(1);
    expect(clock.pending()).toEqual([]);
  });

  it("a response of an old or unknown shape is a failure, not a wrong value", async () => {
    const server = await aServer();
    const { core } = aCore(server.url);
    server.onCommand = ({ cmd, answer }) => {
      if (cmd.startsWith("/_contacts")) answer({ resp: { type: "contactsList", contacts: null } });
      else answer({ resp: { type: "connectionPlan", connReqContact: "simplex:/contact#/?v=2" } });
    };
    expect(await listContacts(core, 1)).toMatchObject({ kind: "failed", failure: "unexpected-response" });
    expect(await connectionPlan(core, 1, "simplex:/name@acme.testing")).toMatchObject({
      kind: "failed",
      failure: "unexpected-response",
      message: expect.stringContaining("/_connect plan"),
    });
  });
});
