import { createServer } from "node:http";
import { Server, type ServerOptions, type Socket } from "socket.io";
import { io } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startDemoComputer } from "../../../../src/bots/smcp/demoComputer.ts";
import { type SmcpSandbox, startSmcpSandbox } from "../../../../src/bots/smcp/smcpSandbox.ts";
import { serveSmcp } from "../../../../src/bots/smcp/smcpServer.ts";
import { at } from "../../core/sandbox/sandboxKit.ts";
import { smcpEvents, smcpRequest, smcpSummary } from "./smcpCalls.ts";

let sandbox: SmcpSandbox;
const closers: (() => Promise<unknown> | unknown)[] = [];

beforeEach(async () => {
  sandbox = await startSmcpSandbox({ port: 0, slowMs: 600_000 });
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await sandbox.close();
});

/** A server of the test's own, by its origin. */
async function scriptedServer(
  onConnection: (socket: Socket) => void = () => undefined,
  onHandshake: (socket: Socket, next: (error?: Error) => void) => void = (_, next) => next(),
  options: Partial<ServerOptions> = {},
): Promise<string> {
  const http = createServer();
  const server = new Server(http, options);
  server.of("/smcp").use(onHandshake).on("connection", onConnection);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  return `http://127.0.0.1:${at(http.address(), "port")}`;
}

const room = (target: string) => smcpEvents(smcpRequest(target, "server:list_room", {}));

describe("a call over A2C-SMCP", () => {
  it("lists a computer's tools as MCP has them, and by the event as received", async () => {
    const events = await smcpEvents(smcpRequest(sandbox.target, "tools/list", {}));
    expect(smcpSummary(events)).toEqual(["sent", "acme-desk response", "answered"]);
    expect(events[1]).toMatchObject({
      json: { result: { tools: [{ name: "acme-desk__count_words", inputSchema: { type: "object" } }, {}, {}] } },
      text: expect.stringContaining('"inputSchema"'),
    });
    const received = await smcpEvents(smcpRequest(sandbox.target, "client:get_tools", {}));
    expect(received[1]).toMatchObject({ text: expect.stringContaining('"params_schema"') });
  });

  it("calls tools: one that works, one that fails as a tool does, one that is not there", async () => {
    const call = (name: string) =>
      smcpEvents(smcpRequest(sandbox.target, "tools/call", { name, arguments: { text: "one two" } }));
    expect((await call("acme-desk__count_words"))[1]).toMatchObject({
      json: { result: { content: [{ text: "2" }], isError: false } },
    });
    const broken = await call("acme-desk__broken_printer");
    expect(smcpSummary(broken)).toEqual(["sent", "acme-desk response", "answered"]);
    expect(broken[1]).toMatchObject({ json: { result: { isError: true } } });
    const unknown = await call("nothing");
    expect(smcpSummary(unknown)).toEqual(["sent", "acme-desk error", "protocol-error 4001"]);
    expect(unknown.at(-1)).toMatchObject({ failure: { message: expect.stringContaining("4001, Tool not found") } });
  });

  it("is left by the agent at its end: the next one finds the seat free", async () => {
    await smcpEvents(smcpRequest(sandbox.target, "tools/list", {}));
    const [, reply] = await room(sandbox.target);
    const names = JSON.stringify(reply);
    expect(names.match(/simplex-agents/g)).toHaveLength(2);
  });

  it("cancels the tool call at the computer when it is cancelled, and leaves the office", async () => {
    const cancellation = new AbortController();
    const received: [event: string, payload: unknown][] = [];
    const origin = await scriptedServer((socket) => {
      socket.onAny((event: string, payload: unknown, ack: unknown) => {
        received.push([event, payload]);
        if (event === "client:tool_call") cancellation.abort();
        else if (typeof ack === "function") ack(true, null);
      });
    });
    const request = smcpRequest(`smcp+${origin}?office=o&computer=pc&agent=me`, "tools/call", { name: "a__b" });
    const events = await smcpEvents(request, { signal: cancellation.signal });
    expect(smcpSummary(events)).toEqual(["sent", "cancelled cancelled"]);
    const requestId = received.flatMap(([event, payload]) =>
      event === "client:tool_call" ? [at(payload, "req_id")] : [],
    )[0];
    expect(received).toEqual([
      ["server:join_office", { role: "agent", name: "me", office_id: "o" }],
      [
        "client:tool_call",
        { agent: "me", req_id: expect.any(String), computer: "pc", tool_name: "a__b", params: {}, timeout: 15 },
      ],
      ["server:tool_call_cancel", { agent: "me", req_id: requestId }],
      ["server:leave_office", { office_id: "o" }],
    ]);
  });

  it("is not sent when the user does not want to join", async () => {
    const events = await smcpEvents(smcpRequest(sandbox.target, "tools/list", {}), { isDeclining: true });
    expect(smcpSummary(events)).toEqual(["cancelled not-joined"]);
  });

  it.each([
    ["another version", "&version=0.2.0", "core-error 4008"],
    ["no computer of that name", "&computer=nobody", "sent,nobody error,protocol-error 404"],
  ])("tells of %s", async (_, addition, summary) => {
    const events = await smcpEvents(smcpRequest(`${sandbox.target}${addition}`, "tools/list", {}));
    expect(smcpSummary(events).join()).toBe(summary);
  });

  it("says what silence can mean, when the computer is in another office", async () => {
    const origin = /http:\/\/[^?]+/.exec(sandbox.target)?.[0] ?? "";
    const other = await startDemoComputer({ origin, officeId: "other-office", name: "far" });
    closers.push(() => other.close());
    const events = await smcpEvents(smcpRequest(`${sandbox.target}&computer=far`, "tools/list", {}, 3000));
    expect(smcpSummary(events)).toEqual(["sent", "timeout timeout"]);
    expect(events.at(-1)).toMatchObject({ failure: { likelyCause: expect.stringContaining("same office") } });
  });

  it("does not enter an office whose seat is taken", async () => {
    const cancellation = new AbortController();
    const slow = smcpRequest(sandbox.target, "tools/call", { name: "acme-desk__slow_report", arguments: {} });
    let second: readonly string[] = [];
    await smcpEvents(slow, {
      signal: cancellation.signal,
      onEvent: ({ event }) => {
        if (event !== "sent") return;
        void room(`${sandbox.target}&agent=second`).then((events) => {
          second = smcpSummary(events);
          cancellation.abort();
        });
      },
    });
    expect(second).toEqual(["core-error smcp-join-refused"]);
  });

  it("ends when the server goes away in the middle", async () => {
    const server = await serveSmcp({ port: 0 });
    const origin = `http://127.0.0.1:${server.port}`;
    const computer = await startDemoComputer({ origin, officeId: "o", name: "pc", slowMs: 600_000 });
    closers.push(() => computer.close());
    const target = `smcp+${origin}?office=o&computer=pc`;
    const request = smcpRequest(target, "tools/call", { name: "acme-desk__slow_report", arguments: {} });
    const events = await smcpEvents(request, { onEvent: ({ event }) => event === "sent" && void server.close() });
    const ends = smcpSummary(events).filter((line) => !line.endsWith("notification"));
    expect(ends).toEqual(["sent", "connection-lost connection-lost"]);
  });

  it("gives what the server tells the office meanwhile, and ends when the computer has left", async () => {
    const origin = await scriptedServer((socket) => {
      socket.on("server:join_office", (_payload, ack) => ack(true, null));
      socket.on("server:leave_office", (_payload, ack) => ack(true, null));
      socket.on("client:get_tools", () => {
        socket.emit("notify:enter_office", { office_id: "o", computer: "other" });
        socket.emit("notify:leave_office", { office_id: "o", computer: "other" });
        socket.emit("something:else", { office_id: "o" });
        socket.emit("notify:leave_office", { office_id: "o", computer: "pc" });
      });
    });
    const events = await smcpEvents(smcpRequest(`smcp+${origin}?office=o&computer=pc`, "tools/list", {}));
    const told = `${origin} notification`;
    expect(smcpSummary(events)).toEqual(["sent", told, told, told, "connection-lost smcp-computer-left"]);
    expect(events[1]).toMatchObject({
      sequence: 1,
      text: '{"jsonrpc":"2.0","method":"notify:enter_office","params":{"office_id":"o","computer":"other"}}',
    });
    expect(events.at(-1)).toMatchObject({ replies: 3 });
  });

  it("takes the answer that a server gives for a computer that has left", async () => {
    const origin = await scriptedServer((socket) => {
      socket.on("server:join_office", (_payload, ack) => ack(true, null));
      socket.on("server:leave_office", (_payload, ack) => ack(true, null));
      socket.on("client:get_tools", (_payload, ack) => {
        socket.emit("notify:leave_office", { office_id: "o", computer: "pc" });
        ack({ code: 404, message: "gone" });
      });
    });
    const events = await smcpEvents(smcpRequest(`smcp+${origin}?office=o&computer=pc`, "tools/list", {}));
    expect(smcpSummary(events).slice(2)).toEqual(["pc error", "protocol-error 404"]);
  });

  it("notes an answer to another request", async () => {
    const origin = await scriptedServer((socket) => {
      socket.on("server:join_office", (_payload, ack) => ack(true, null));
      socket.on("server:leave_office", (_payload, ack) => ack(true, null));
      socket.on("client:get_tools", (_payload, ack) => ack({ tools: [], req_id: "another" }));
    });
    const events = await smcpEvents(smcpRequest(`smcp+${origin}?office=o&computer=pc`, "tools/list", {}));
    expect(events[1]).toMatchObject({ kind: "response", notes: ["wrong-id"] });
  });

  it("names the agent as the first text of the protocol does, for a target of that version", async () => {
    const received: unknown[] = [];
    const origin = await scriptedServer((socket) => {
      socket.on("server:join_office", (payload, ack) => {
        received.push(payload);
        ack(true, null);
      });
      socket.on("server:leave_office", (_payload, ack) => ack(true, null));
      socket.on("client:get_tools", (payload, ack) => {
        received.push(payload);
        ack({ error: { code: 404, message: "no" } });
      });
    });
    const target = `smcp+${origin}?agent=robot&computer=pc&version=0.1.0`;
    const events = await smcpEvents(smcpRequest(target, "tools/list", {}));
    expect(received).toEqual([
      { role: "agent", name: "robot", office_id: "robot" },
      { robot_id: "robot", req_id: expect.any(String), computer: "pc" },
    ]);
    expect(smcpSummary(events)).toEqual(["sent", "pc error", "protocol-error 404"]);
  });

  it.each(["polling", "websocket"] as const)("does not read an answer without end, over %s", async (transport) => {
    const origin = await scriptedServer(
      (socket) => {
        socket.on("server:join_office", (_payload, ack) => ack(true, null));
        socket.on("server:leave_office", (_payload, ack) => ack(true, null));
        const answer = (ack: (value: unknown) => void) => ack({ tools: [], text: "x".repeat(17_000_000) });
        socket.on("client:get_tools", (_payload, ack) => {
          if (transport === "polling" || socket.conn.transport.name === "websocket") answer(ack);
          else socket.conn.once("upgrade", () => answer(ack));
        });
      },
      undefined,
      { transports: transport === "polling" ? ["polling"] : ["polling", "websocket"] },
    );
    const events = await smcpEvents(smcpRequest(`smcp+${origin}?office=o&computer=pc`, "tools/list", {}));
    expect(smcpSummary(events)).toEqual(["sent", "connection-lost smcp-answer-too-long"]);
  });

  it("ends when a server takes the connection and says nothing, and leaves none open", async () => {
    let isClosed: Promise<unknown> = Promise.resolve();
    const silent = createServer((request) => {
      isClosed = new Promise((resolve) => request.socket.once("close", resolve));
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    closers.push(() => silent.close());
    const target = `smcp+http://127.0.0.1:${at(silent.address(), "port")}?office=o&computer=pc`;
    const events = await smcpEvents(smcpRequest(target, "tools/list", {}, 500));
    expect(smcpSummary(events)).toEqual(["timeout smcp-connect-timeout"]);
    await isClosed;
  });

  const open = '0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}';

  it.each([
    ["no packet", ["garbage"], "core-error smcp-not-socket-io"],
    ["a handshake that is no JSON", ["0{garbage"], "core-error smcp-not-socket-io"],
    ["a handshake without its members", ["0{}"], "core-error smcp-not-socket-io"],
    ["an event that is no JSON", [open, '40/smcp,{"sid":"x"}', "42/smcp,{garbage"], "connection-lost smcp-closed"],
    ["a packet of no known type", [open, '40/smcp,{"sid":"x"}', "49/smcp,"], "connection-lost smcp-closed"],
    ["an acknowledgement of nothing", [open, '40/smcp,{"sid":"x"}', "43/smcp,99[1]"], "timeout smcp-join-silence"],
  ])("ends when a server answers with %s", async (_, answers, summary) => {
    const left = [...answers];
    const hostile = createServer((request, response) => {
      if (request.method === "POST") return void response.end("ok");
      // After its answers it is silent, as a poll may be.
      const answer = left.shift();
      if (answer !== undefined) response.end(answer);
    });
    await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
    closers.push(
      () => hostile.closeAllConnections(),
      () => hostile.close(),
    );
    const target = `smcp+http://127.0.0.1:${at(hostile.address(), "port")}?office=o&computer=pc`;
    const timeoutMs = summary.startsWith("timeout") ? 3000 : 20_000;
    const events = await smcpEvents(smcpRequest(target, "tools/list", {}, timeoutMs));
    expect(smcpSummary(events)).toEqual([summary]);
  });

  it("follows no redirect, which would take its credentials elsewhere", async () => {
    let isFollowed = false;
    const elsewhere = createServer((_, response) => {
      isFollowed = true;
      response.end();
    });
    const redirecting = createServer((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${at(elsewhere.address(), "port")}/` }).end();
    });
    for (const server of [elsewhere, redirecting]) {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      closers.push(() => server.close());
    }
    const target = `smcp+http://127.0.0.1:${at(redirecting.address(), "port")}?office=o&computer=pc`;
    expect(smcpSummary(await smcpEvents(smcpRequest(target, "tools/list", {})))).toEqual(["core-error http-302"]);
    expect(isFollowed).toBe(false);
  });

  it("says that nothing listens", async () => {
    const server = await serveSmcp({ port: 0 });
    await server.close();
    const target = `smcp+http://127.0.0.1:${server.port}?office=o&computer=pc`;
    expect(smcpSummary(await smcpEvents(smcpRequest(target, "tools/list", {})))).toEqual([
      "connection-lost smcp-unreachable",
    ]);
  });

  it.each([
    ["no office", "smcp+http://127.0.0.1:1?computer=pc", "core-error smcp-no-office"],
    ["no event", "smcp+http://127.0.0.1:1?office=o&computer=pc", "core-error smcp-no-event"],
  ])("is not sent with %s", async (_, target, summary) => {
    expect(smcpSummary(await smcpEvents(smcpRequest(target, "prompts/list", {})))).toEqual([summary]);
  });
});

describe("joining an office", () => {
  it.each([
    ["up to 0.4", [true, null], "sent,pc response,answered"],
    ["of 0.5", [], "sent,pc response,answered"],
    ["a refusal up to 0.4", [false, "Agent already in room"], "core-error smcp-join-refused"],
    ["a refusal of 0.5", [{ code: 4101, message: "full" }], "core-error 4101"],
  ])("reads the acknowledgement: %s", async (_, acknowledgement, summary) => {
    const origin = await scriptedServer((socket) => {
      socket.on("server:join_office", (_payload, ack) => ack(...acknowledgement));
      socket.on("server:leave_office", (_payload, ack) => ack(true, null));
      socket.on("client:get_tools", (_payload, ack) => ack({ tools: [] }));
    });
    const events = await smcpEvents(smcpRequest(`smcp+${origin}?office=o&computer=pc`, "tools/list", {}));
    expect(smcpSummary(events).join()).toBe(summary);
  });
});

describe("the simulator", () => {
  it("cancels the slow tool", async () => {
    const origin = /http:\/\/[^?]+/.exec(sandbox.target)?.[0] ?? "";
    const agent = io(`${origin}/smcp`, { query: { a2c_version: "0.4.0" }, forceNew: true });
    closers.push(() => agent.disconnect());
    await agent.emitWithAck("server:join_office", { role: "agent", name: "me", office_id: "acme-office" });
    const call = { agent: "me", req_id: "r-1", computer: "acme-desk", params: {}, timeout: 60 };
    const answer = agent.emitWithAck("client:tool_call", { ...call, tool_name: "acme-desk__slow_report" });
    agent.emit("server:tool_call_cancel", { agent: "me", req_id: "r-1" });
    expect(await answer).toMatchObject({ isError: true, meta: { a2c_cancelled: true } });
  });

  it("tells the office what a computer says of itself, which a call under way shows", async () => {
    const origin = /http:\/\/[^?]+/.exec(sandbox.target)?.[0] ?? "";
    const other = io(`${origin}/smcp`, { query: { a2c_version: "0.4.0" }, forceNew: true });
    closers.push(() => other.disconnect());
    await other.emitWithAck("server:join_office", { role: "computer", name: "other", office_id: "acme-office" });
    const cancellation = new AbortController();
    const slow = smcpRequest(sandbox.target, "tools/call", { name: "acme-desk__slow_report", arguments: {} });
    const events = await smcpEvents(slow, {
      signal: cancellation.signal,
      onEvent: (event) => {
        if (event.event === "sent") other.emit("server:update_tool_list", { computer: "other" });
        if (event.event === "reply") cancellation.abort();
      },
    });
    expect(events[1]).toMatchObject({
      kind: "notification",
      json: { method: "notify:update_tool_list", params: { computer: "other" } },
    });
  });
});

describe("credentials", () => {
  it("go into the auth object and the headers, and a refusal says where they belong", async () => {
    let seen: unknown;
    const origin = await scriptedServer(undefined, (socket, next) => {
      seen = [socket.handshake.auth, socket.handshake.headers["x-api-key"], socket.handshake.query["a2c_version"]];
      next(new Error("wrong token"));
    });
    const request = {
      ...smcpRequest(`smcp+${origin}?office=o&computer=pc`, "tools/list", {}),
      connection: [
        { name: "auth.token", value: "planted-secret" },
        { name: "X-Api-Key", value: "planted-key" },
      ],
    };
    const events = await smcpEvents(request);
    expect(seen).toEqual([{ token: "planted-secret" }, "planted-key", "0.4.0"]);
    expect(smcpSummary(events)).toEqual(["core-error smcp-refused"]);
    expect(JSON.stringify(events)).not.toContain("planted");
  });
});
