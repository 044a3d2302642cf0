import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAgentCard } from "../../../../src/protocol/agent-card/checkAgentCard.ts";
import { checkProtocolReply, checkProtocolRequest } from "../../../../src/protocol/binding/checkRequest.ts";
import { parseJsonText } from "../../../../src/protocol/json/jsonText.ts";
import { RULES } from "../../../../src/protocol/rules.ts";
import { treeOf } from "../kit/markedText.ts";
import { expectProblemsInside, mutated } from "../kit/textProperties.ts";

// The examples of the specification, word for word.
const toolsList =
  '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}';
const toolsListReply =
  '{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "tools": [{"name": "availability", "description": "Items in stock", "inputSchema": {"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]}}], "ttlMs": 300000, "cacheScope": "public"}}';
const toolsCall =
  '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "availability", "arguments": {"item": "anvil"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}';
const toolsCallReply =
  '{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": [{"type": "text", "text": "12 anvils are in stock."}], "isError": false}}';
const oneShot =
  '{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "a2a-service-parameters": {"A2A-Version": "1.0"}, "params": {"message": {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": "Price of two anvils delivered to Lisbon"}]}}}';
const oneShotReply =
  '{"jsonrpc": "2.0", "id": 1, "result": {"task": {"id": "t-1", "contextId": "c-1", "status": {"state": "TASK_STATE_COMPLETED"}, "artifacts": [{"artifactId": "a-1", "parts": [{"text": "EUR 480, delivered within 5 days."}]}]}}}';
const streamed =
  '{"jsonrpc": "2.0", "id": 2, "method": "SendStreamingMessage", "a2a-service-parameters": {"A2A-Version": "1.0"}, "params": {"message": {"messageId": "m-2", "contextId": "c-7", "role": "ROLE_USER", "parts": [{"text": "Order two, delivered by Friday"}]}}}';
const streamedFirst =
  '{"jsonrpc": "2.0", "id": 2, "result": {"statusUpdate": {"taskId": "t-8", "contextId": "c-7", "status": {"state": "TASK_STATE_WORKING"}}}}';
const streamedLast =
  '{"jsonrpc": "2.0", "id": 2, "result": {"task": {"id": "t-8", "contextId": "c-7", "status": {"state": "TASK_STATE_COMPLETED"}, "artifacts": [{"artifactId": "a-8", "parts": [{"text": "Order 1042 confirmed, delivery on Friday."}]}]}}}';

describe("the specification's own examples", () => {
  it.each([
    ["mcp", toolsList, "chat"],
    ["mcp", toolsCall, "rpc"],
    ["a2a", oneShot, "rpc"],
    ["a2a", streamed, "chat"],
  ] as const)("%s request %s", (protocol, text, transport) => {
    expect(checkProtocolRequest(protocol, treeOf(text), { transport })).toEqual([]);
  });

  it.each([
    ["mcp", toolsListReply, { id: 1, method: "tools/list" }, "chat"],
    ["mcp", toolsCallReply, { id: 1, method: "tools/call" }, "rpc"],
    ["a2a", oneShotReply, { id: 1, method: "SendMessage" }, "rpc"],
    ["a2a", streamedLast, { id: 2, method: "SendStreamingMessage" }, "chat"],
  ] as const)("%s reply %s", (protocol, text, request, transport) => {
    expect(checkProtocolReply(protocol, treeOf(text), { transport, request, isLast: true })).toEqual([]);
  });

  // A2A 1.0 begins a stream with a task, and the example does not: a warning, never an error.
  it("the streamed example begins with an update", () => {
    const context = {
      transport: "chat",
      request: { id: 2, method: "SendStreamingMessage" },
      isFirst: true,
      isLast: false,
    } as const;
    const codes = checkProtocolReply("a2a", treeOf(streamedFirst), context).map((problem) => problem.code);
    expect(codes).toEqual(["a2a/stream-start"]);
  });
});

const contact = "https://smp12.simplex.im/a#q0s8_wRzC7N5dZ1wEw5VQJ0s0aX8dYvR2k3mN4bTzFQ";
const card = `{"name": "a", "supportedInterfaces": [{"url": "${contact}", "protocolBinding": "https://simplex.chat/protocol/a2a/v1"}, {"url": "slim://a/b/c"}], "capabilities": {"pushNotifications": true}, "securitySchemes": {"b": {"type": "http"}}, "securityRequirements": [{"b": []}], "skills": []}`;
const texts = [toolsList, toolsListReply, toolsCall, oneShot, oneShotReply, streamed, streamedLast];

describe("any text", () => {
  it("ends in problems inside it, of rules in the table, and never in an exception", () => {
    const transports = fc.constantFrom("chat", "rpc", "slimrpc", "smcp");
    const methods = fc.constantFrom(undefined, "tools/list", "SendMessage", "SendStreamingMessage");
    fc.assert(
      fc.property(
        mutated(texts),
        fc.constantFrom("mcp", "a2a"),
        transports,
        methods,
        (...[text, protocol, transport, method]) => {
          const { root } = parseJsonText(text);
          if (!root) return;
          const request = { id: 1, method };
          const problems = [
            ...checkProtocolRequest(protocol, root, { transport, hasMention: true }),
            ...checkProtocolReply(protocol, root, { transport, request, isFirst: true, isLast: true }),
          ];
          expectProblemsInside(text, problems);
          for (const problem of problems) expect(RULES).toHaveProperty([problem.code]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("that may be a card, too", () => {
    fc.assert(
      fc.property(mutated([card]), (text) => expectProblemsInside(text, checkAgentCard(text))),
      { numRuns: 300 },
    );
  });

  it("of any JSON value is checked without an exception", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const root = treeOf(text);
        for (const protocol of ["mcp", "a2a"]) {
          checkProtocolRequest(protocol, root, { transport: "rpc" });
          checkProtocolReply(protocol, root, { transport: "chat" });
        }
        checkAgentCard(text);
      }),
    );
  });

  it("nested to the limit does not overflow the stack", () => {
    const deep = `${'{"params": {"_meta": [{"message": '.repeat(120)}1${"}]}}".repeat(120)}`;
    const card = `{"supportedInterfaces": [], "capabilities": ${'{"a": ['.repeat(240)}1${"]}".repeat(240)}}`;
    expect(() => checkProtocolRequest("a2a", treeOf(deep), { transport: "rpc" })).not.toThrow();
    expect(() => checkAgentCard(card)).not.toThrow();
  });
});
