import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { formatSSEEvent } from "@a2a-js/sdk";
import {
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from "@a2a-js/sdk/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { a2aProxyServer, isAgentUrl } from "../../../src/bots/a2aProxy.ts";
import { shopAgent, shopCard } from "../../../src/bots/demo/shopAgent.ts";
import { type McpProxy, mcpCommandProxy } from "../../../src/bots/mcpProxy.ts";
import type { ProtocolServer } from "../../../src/bots/protocolServer.ts";
import { systemTime } from "../../../src/core/clock.ts";
import { at } from "../core/sandbox/sandboxKit.ts";
import { a2aMessage, a2aRequest, mcpRequest } from "./conversation.ts";

async function ask(server: ProtocolServer, request: object, caller = "@1", transport: "chat" | "rpc" = "chat") {
  const answers: unknown[] = [];
  const context = { transport, caller, signal: new AbortController().signal };
  for await (const answer of server.answer(JSON.stringify(request), context))
    answers.push(answer.kind === "message" ? JSON.parse(answer.text) : answer);
  return answers;
}

describe.each(["modern", "legacy"])("a proxy of a local MCP server (%s)", (revision) => {
  let proxy: McpProxy;
  beforeAll(async () => {
    const script = join(import.meta.dirname, "../../fixtures/bots/stdioServer.mjs");
    proxy = await mcpCommandProxy([process.execPath, script, revision], {
      signal: new AbortController().signal,
    });
  });
  afterAll(() => proxy.close());

  it("lists its tools in the revision of the binding", async () => {
    const [answer] = await ask(proxy.server, mcpRequest("tools/list"));
    expect(at(answer, "result.tools.0.name")).toBe("shout");
    expect(at(answer, "result.resultType")).toBe("complete");
    expect(at(answer, "result.cacheScope")).toBe("private");
  });

  it("passes progress on before the result", async () => {
    const request = mcpRequest("tools/call", { name: "shout", arguments: { text: "hi" } }, 7, { progressToken: "p" });
    const [progress, answer] = await ask(proxy.server, request);
    expect(at(progress, "params")).toEqual({ progressToken: "p", progress: 1 });
    expect(at(answer, "id")).toBe(7);
    expect(at(answer, "result.content.0.text")).toBe("HI");
  });

  it("passes errors on", async () => {
    const [answer] = await ask(proxy.server, mcpRequest("prompts/list"));
    expect(at(answer, "error.code")).toBe(-32_601);
  });
});

describe("a proxy whose local MCP server ends", () => {
  it("answers what was under way, starts it again, and gives up when it does not stay", async () => {
    const script = join(import.meta.dirname, "../../fixtures/bots/stdioServer.mjs");
    let restarts = 0;
    const proxy = await mcpCommandProxy([process.execPath, script], {
      signal: new AbortController().signal,
      onRestart: () => {
        restarts += 1;
      },
      // However slow the machine is.
      steadyMs: 600_000,
    });
    const call = (text: string) => ask(proxy.server, mcpRequest("tools/call", { name: "shout", arguments: { text } }));
    const leave = async () => at((await call("leave"))[0], "error");
    const whole = { code: -32_603, message: expect.stringContaining("ended before it answered") };
    for (const expected of [1, 2]) {
      expect(await leave()).toMatchObject(whole);
      expect(at((await call("hi"))[0], "result.content.0.text")).toBe("HI");
      expect(restarts).toBe(expected);
    }
    expect(await leave()).toMatchObject(whole);
    await proxy.ended;
    expect(at((await call("hi"))[0], "error.code")).toBe(-32_603);
    await proxy.close();
  });
});

describe("a proxy of an A2A agent", () => {
  let agent: Server;
  let proxy: ProtocolServer;
  const seen: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];

  beforeAll(async () => {
    const pace = { clock: systemTime, stepMs: 0, closed: new AbortController().signal };
    const card = shopCard("Acme", "Sells.", "https://acme.example");
    const handler = new JsonRpcTransportHandler(
      new DefaultRequestHandler(card, new InMemoryTaskStore(), shopAgent(pace)),
    );
    agent = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      seen.push({ headers: request.headers, body });
      const result = await handler.handle(body, new ServerCallContext({ requestedVersion: "1.0" }));
      if (!(Symbol.asyncIterator in result)) {
        response.setHeader("content-type", "application/json").end(JSON.stringify(result));
        return;
      }
      response.setHeader("content-type", "text/event-stream");
      for await (const event of result) response.write(formatSSEEvent(event));
      response.end();
    });
    await new Promise<void>((resolve) => agent.listen(0, "127.0.0.1", resolve));
    const { port } = agent.address() as AddressInfo;
    proxy = a2aProxyServer(`http://127.0.0.1:${port}/`);
  });
  afterAll(() => {
    agent.closeAllConnections();
    agent.close();
  });

  it("sends the service parameters as headers and not in the body", async () => {
    const [answer] = await ask(proxy, a2aRequest("SendMessage", a2aMessage("Price of rope")));
    expect(at(answer, "result.task.status.state")).toBe("TASK_STATE_COMPLETED");
    expect(seen.at(-1)?.headers["a2a-version"]).toBe("1.0");
    expect(seen.at(-1)?.body).not.toHaveProperty("a2a-service-parameters");
  });

  it("passes a stream on, event by event", async () => {
    const answers = await ask(proxy, a2aRequest("SendStreamingMessage", a2aMessage("Order an anvil")));
    expect(answers).toHaveLength(8);
    expect(at(answers.at(-1), "result.statusUpdate.status.state")).toBe("TASK_STATE_COMPLETED");
  });

  it("keeps callers apart for an agent that does not", async () => {
    const [made] = await ask(proxy, a2aRequest("SendMessage", a2aMessage("A gift")), "@1");
    const id = String(at(made, "result.task.id"));
    expect(at((await ask(proxy, a2aRequest("GetTask", { id }), "@1"))[0], "result.id")).toBe(id);
    expect(at((await ask(proxy, a2aRequest("GetTask", { id }), "@2"))[0], "error.code")).toBe(-32_001);
    expect(at((await ask(proxy, a2aRequest("ListTasks", {}), "@2"))[0], "result.tasks")).toEqual([]);
  });

  it("refuses what the binding does not carry", async () => {
    const push = a2aRequest("CreateTaskPushNotificationConfig", { taskId: "t", url: "https://acme.example" });
    expect(at((await ask(proxy, push))[0], "error.code")).toBe(-32_003);
    const streamed = await ask(proxy, a2aRequest("SendStreamingMessage", a2aMessage("x")), "@1", "rpc");
    expect(streamed).toMatchObject([{ kind: "envelope-error", code: "conversation_required" }]);
  });

  it("says so when the agent cannot be reached", async () => {
    const dead = a2aProxyServer("http://127.0.0.1:1/");
    const [answer] = await ask(dead, a2aRequest("SendMessage", a2aMessage("x")));
    expect(at(answer, "error")).toEqual({ code: -32_603, message: expect.stringMatching(/fetch failed|ECONNREFUSED/) });
  });

  it.each([
    [
      "ends before its task",
      'data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}}\n\n',
    ],
    ["is no JSON", "data: {\n\n"],
    ["is too long", `data: "${"x".repeat(5_000_000)}"\n\n`],
  ])("ends the call with an error when the agent's stream %s", async (_, body) => {
    const headers = { "content-type": "text/event-stream" };
    const answering = a2aProxyServer("https://agent.example/", {
      fetch: () => Promise.resolve(new Response(body, { headers })),
    });
    const answers = await ask(answering, a2aRequest("SendStreamingMessage", a2aMessage("x")));
    expect(at(answers.at(-1), "error.message")).toMatch(/^The agent gave no whole answer: /);
  });

  it.each([
    ["https://agent.example/a2a", true],
    ["http://127.0.0.1:8080/", true],
    ["http://localhost/", true],
    ["http://agent.example/", false],
    ["http://127.0.0.1.example/", false],
    ["file:///etc/passwd", false],
    ["agent.example", false],
  ])("may call %s: %s", (url, isAllowed) => {
    expect(isAgentUrl(url)).toBe(isAllowed);
  });
});
