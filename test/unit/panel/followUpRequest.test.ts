import { describe, expect, it } from "vitest";
import type { CallReply } from "../../../src/exchange/callEvent.ts";
import { type FollowUp, followUpRequest } from "../../../src/panel/followUpRequest.ts";

const a2aSent =
  '/_call @acme a2a {"jsonrpc": "2.0", "id": 2, "method": "SendStreamingMessage", "a2a-service-parameters": {"A2A-Version": "1.0"}, "params": {"tenant": "t1", "message": {"messageId": "m-2"}}}';
const mcpSent =
  '{"protocol": "mcp", "request": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "order", "arguments": {"price": 1.10}, "_meta": {"a/b": {}}}}}';

function reply(text: string): CallReply {
  const at = "2026-10-21T12:00:00.000Z";
  const json = JSON.parse(text) as unknown;
  return {
    event: "reply",
    sequence: 1,
    sender: "s",
    senderId: "@4",
    at,
    elapsedMs: 1,
    text,
    kind: "response",
    json,
    notes: [],
  };
}

describe("followUpRequest", () => {
  it.each([
    [{ kind: "subscribe-task", taskId: "t-8" }, "SubscribeToTask"],
    [{ kind: "get-task", taskId: "t-8" }, "GetTask"],
    [{ kind: "cancel-task", taskId: "t-8" }, "CancelTask"],
  ] satisfies [FollowUp, string][])("keeps mention, service parameters and tenant: %j", (followUp, method) => {
    expect(followUpRequest("chat", a2aSent, followUp, "n-1")).toEqual({
      kind: "request",
      text: `/_call @acme a2a {"jsonrpc": "2.0", "id": "n-1", "method": "${method}", "a2a-service-parameters": {"A2A-Version": "1.0"}, "params": {"id": "t-8", "tenant": "t1"}}`,
    });
  });

  it("answers an MCP question with the same call, its tokens as written and the state as received", () => {
    const asked = reply(
      '{"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"\\u0041=="}}}',
    );
    const answer = '{"q": {"action": "accept", "content": {"n": 2.50}}}';
    expect(followUpRequest("rpc", mcpSent, { kind: "answer-input", reply: asked, answer }, "n-1")).toEqual({
      kind: "request",
      text: `{"protocol": "mcp", "request": {"jsonrpc": "2.0", "id": "n-1", "method": "tools/call", "params": {"name": "order", "arguments": {"price": 1.10}, "_meta": {"a/b": {}}, "inputResponses": ${answer}, "requestState": "\\u0041=="}}}`,
    });
  });

  it.each([
    ["ada", "@4", "/_call mcp "],
    ["ada", "#7/1", "/_call @ada mcp "],
    ["Ada L.", "#7/1", "/_call @'Ada L.' mcp "],
    ["o'ada", "#7/1", undefined],
  ])("directs the answer to the member of a broadcast who asks: %s %s", (sender, senderId, head) => {
    const sent = '/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}';
    const asked = {
      ...reply('{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}}'),
      sender,
      senderId,
    };
    const built = followUpRequest("chat", sent, { kind: "answer-input", reply: asked, answer: "{}" }, "n-1");
    expect(built.kind === "request" ? built.text.slice(0, built.text.indexOf("{")) : undefined).toBe(head);
  });

  it("answers an A2A task in its context", () => {
    const asked = reply(
      '{"jsonrpc":"2.0","id":2,"result":{"statusUpdate":{"taskId":"t-8","contextId":"c-7","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}}',
    );
    const built = followUpRequest(
      "chat",
      a2aSent,
      { kind: "answer-input", reply: asked, answer: 'the "large" one' },
      "n-1",
    );
    expect(built).toMatchObject({ kind: "request" });
    const json =
      built.kind === "request" ? (JSON.parse(built.text.slice(built.text.indexOf("{"))) as unknown) : undefined;
    expect(json).toMatchObject({
      method: "SendStreamingMessage",
      params: { message: { taskId: "t-8", contextId: "c-7", role: "ROLE_USER", parts: [{ text: 'the "large" one' }] } },
    });
  });

  it.each([
    ["rpc", mcpSent, { kind: "get-task", taskId: "t" }],
    ["chat", "/_call a2a nonsense", { kind: "get-task", taskId: "t" }],
    ["rpc", mcpSent, { kind: "answer-input", reply: reply('{"jsonrpc":"2.0","id":1,"result":{}}'), answer: "{}" }],
  ] satisfies ["rpc" | "chat", string, FollowUp][])(
    "says why nothing can follow: %s %s",
    (transport, sent, followUp) => {
      expect(followUpRequest(transport, sent, followUp, "n-1").kind).toBe("impossible");
    },
  );
});
