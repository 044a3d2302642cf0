import { describe, expect, it } from "vitest";
import { checkProtocolReply, checkProtocolRequest } from "../../../../src/protocol/binding/checkRequest.ts";
import type { ReplyContext, RequestContext } from "../../../../src/protocol/json-rpc/bindingContext.ts";
import { jsonRpcRules } from "../../../../src/protocol/json-rpc/rules.ts";
import { listedMcpRules } from "../../../../src/protocol/mcp/rules.ts";
import { markedText, rangesOf, treeOf } from "../kit/markedText.ts";
import { afterFix } from "../kit/textProperties.ts";

const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
const tail = `"params": {${meta}}}`;

interface RequestCase {
  readonly code: string;
  readonly text: string;
  readonly on?: RequestContext["transport"];
  /** The text after the first fix. */
  readonly fixed?: string;
}

const requestCases: readonly RequestCase[] = [
  { code: "json-rpc/batch", text: "«[»{}]" },
  { code: "json-rpc/not-an-object", text: '«"tools/list"»' },
  {
    code: "json-rpc/version",
    text: `{"jsonrpc": «2.0», "id": 1, "method": "tools/list", ${tail}`,
    fixed: `{"jsonrpc": "2.0", "id": 1, "method": "tools/list", ${tail}`,
  },
  {
    code: "json-rpc/version",
    text: `«{»"id": 1, "method": "tools/list", ${tail}`,
    fixed: `{"id": 1, "method": "tools/list", "params": {${meta}}, "jsonrpc": "2.0"}`,
  },
  {
    code: "json-rpc/missing-id",
    text: `«{»"jsonrpc": "2.0", "method": "tools/list", ${tail}`,
    fixed: `{"jsonrpc": "2.0", "method": "tools/list", "params": {${meta}}, "id": 1}`,
  },
  {
    code: "json-rpc/null-id",
    text: `{"jsonrpc": "2.0", "id": «null», "method": "tools/list", ${tail}`,
    fixed: `{"jsonrpc": "2.0", "id": 1, "method": "tools/list", ${tail}`,
  },
  { code: "json-rpc/id-type", text: `{"jsonrpc": "2.0", "id": «1.5», "method": "tools/list", ${tail}` },
  { code: "json-rpc/id-type", text: `{"jsonrpc": "2.0", "id": «[1]», "method": "tools/list", ${tail}` },
  { code: "json-rpc/missing-method", text: `«{»"jsonrpc": "2.0", "id": 1, ${tail}` },
  { code: "json-rpc/method-type", text: `{"jsonrpc": "2.0", "id": 1, "method": «5», ${tail}` },
  { code: "json-rpc/params-type", text: '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": «[]»}' },
  { code: "mcp/missing-meta", text: '{"jsonrpc": "2.0", "id": 1, "result": {}}' },
  { code: "json-rpc/response-sent", text: '{"jsonrpc": "2.0", "id": 1, «"result"»: {}}' },
  {
    code: "json-rpc/envelope-member",
    text: `{"jsonrpc": "2.0", "id": 1, «"version"»: "1", "method": "tools/list", ${tail}`,
    fixed: `{"jsonrpc": "2.0", "id": 1, "method": "tools/list", ${tail}`,
  },
  {
    code: "json-rpc/unknown-member",
    text: `{"jsonrpc": "2.0", "id": 1, "method": "tools/list", «"parms"»: {}}`,
    fixed: `{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}`,
  },
  {
    code: "mcp/missing-meta",
    text: '«{»"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
    fixed: `{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {${meta}}}`,
  },
  {
    code: "mcp/missing-meta",
    text: '{"jsonrpc": "2.0", "id": 1, "method": "x/own", "params": «{»}}',
    fixed: `{"jsonrpc": "2.0", "id": 1, "method": "x/own", "params": {${meta}}}`,
  },
  {
    code: "mcp/missing-protocol-version",
    text: '{"method": "tools/list", "params": {"_meta": «{»"io.modelcontextprotocol/clientCapabilities": {}}}}',
  },
  {
    code: "mcp/missing-client-capabilities",
    text: '{"method": "tools/list", "params": {"_meta": «{»"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}}',
    fixed: `{"method": "tools/list", "params": {${meta}}}`,
  },
  {
    code: "mcp/revision-form",
    text: '{"params": {"_meta": {"io.modelcontextprotocol/protocolVersion": «"1.0"»}}}',
    fixed: '{"params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}}',
  },
  {
    code: "mcp/handshake-revision",
    text: '{"params": {"_meta": {"io.modelcontextprotocol/protocolVersion": «"2026-07-27"»}}}',
    fixed: '{"params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}}',
  },
  {
    code: "mcp/later-revision",
    text: '{"params": {"_meta": {"io.modelcontextprotocol/protocolVersion": «"2026-07-29"»}}}',
  },
  { code: "mcp/handshake-method", text: '{"method": «"initialize"»}', fixed: '{"method": "server/discover"}' },
  { code: "mcp/handshake-method", text: '{"method": «"logging/setLevel"»}' },
  { code: "mcp/handshake-method", text: '{"method": «"resources/subscribe"»}' },
  { code: "mcp/extension-method", text: '{"method": «"tasks/get"»}' },
  { code: "mcp/notification-sent", text: '{"method": «"notifications/initialized"»}' },
  { code: "mcp/unknown-method", text: '{"method": «"tool/list"»}', fixed: '{"method": "tools/list"}' },
  { code: "mcp/meta-key", text: '{"params": {"_meta": {«"a..b/c"»: 1}}}' },
  { code: "mcp/meta-key", text: '{"params": {"_meta": {«""»: 1}}}' },
  {
    code: "mcp/reserved-meta-key",
    text: '{"params": {"_meta": {«"io.modelcontextprotocol/clientinfo"»: {}}}}',
    fixed: '{"params": {"_meta": {"io.modelcontextprotocol/clientInfo": {}}}}',
  },
  { code: "mcp/reserved-meta-key", text: '{"params": {"_meta": {«"com.mcp.x/y"»: {}}}}' },
  {
    code: "mcp/client-info",
    on: "rpc",
    text: '{"params": {"_meta": {"a/b": 1, «"io.modelcontextprotocol/clientInfo"»: {}}}}',
    fixed: '{"params": {"_meta": {"a/b": 1}}}',
  },
  {
    code: "mcp/progress-over-rpc",
    on: "rpc",
    text: '{"params": {"_meta": {«"progressToken"»: 1, "a/b": 1}}}',
    fixed: '{"params": {"_meta": {"a/b": 1}}}',
  },
  { code: "mcp/listen-not-served", on: "rpc", text: '{"method": «"subscriptions/listen"»}' },
  { code: "mcp/input-not-expected", text: `{"method": "tools/list", "params": {«"requestState"»: "s", ${meta}}}` },
  {
    code: "mcp/missing-member",
    text: `{"method": "tools/call", "params": «{»${meta}}}`,
    fixed: `{"method": "tools/call", "params": {${meta}, "name": ""}}`,
  },
  { code: "mcp/wrong-type", text: `{"method": "tools/call", "params": {"name": «7», ${meta}}}` },
  {
    code: "mcp/wrong-type",
    text: `{"method": "prompts/get", "params": {"name": "p", "arguments": {"a": «1»}, ${meta}}}`,
  },
  {
    code: "mcp/unknown-value",
    text: `{"method": "completion/complete", "params": {"argument": {"name": "a", "value": ""}, "ref": {"type": «"ref/promt"», "name": "p"}, ${meta}}}`,
    fixed: `{"method": "completion/complete", "params": {"argument": {"name": "a", "value": ""}, "ref": {"type": "ref/prompt", "name": "p"}, ${meta}}}`,
  },
  { code: "mcp/not-a-uri", text: `{"method": "resources/read", "params": {"uri": «"readme.md"», ${meta}}}` },
  {
    code: "mcp/unknown-member",
    text: `{"method": "tools/call", "params": {"name": "t", «"argument"»: {}, ${meta}}}`,
    fixed: `{"method": "tools/call", "params": {"name": "t", "arguments": {}, ${meta}}}`,
  },
];

interface ReplyCase {
  readonly code: string;
  readonly text: string;
  readonly to?: string;
  readonly context?: Partial<ReplyContext>;
  readonly fixed?: string;
}

const complete = '"resultType": "complete"';

const replyCases: readonly ReplyCase[] = [
  { code: "json-rpc/missing-reply-id", text: `«{»"jsonrpc": "2.0", "result": {${complete}}}` },
  { code: "json-rpc/id-mismatch", text: `{"jsonrpc": "2.0", "id": «"1"», "result": {${complete}}}` },
  { code: "json-rpc/result-or-error", text: '«{»"jsonrpc": "2.0", "id": 1}' },
  { code: "json-rpc/result-or-error", text: '{"id": 1, "result": {}, «"error"»: {"code": 1, "message": ""}}' },
  { code: "json-rpc/request-received", text: '{"jsonrpc": "2.0", "id": 1, «"method"»: "tools/list", "params": {}}' },
  { code: "json-rpc/error-shape", text: '{"id": 1, "error": {"code": «"-32603"», "message": ""}}' },
  { code: "json-rpc/error-shape", text: '{"id": 1, "error": «{»"code": -32603}}' },
  { code: "json-rpc/error-shape", text: '{"id": 1, "error": «"failed"»}' },
  { code: "json-rpc/reserved-code", text: '{"id": 1, "error": {"code": «-32001», "message": ""}}' },
  { code: "mcp/ends-with-notification", text: '{«"method": "notifications/progress"»}', context: { isLast: true } },
  { code: "mcp/ends-with-notification", text: '{«"method": "notifications/progress"»}', context: { transport: "rpc" } },
  { code: "mcp/unknown-notification", text: '{"method": «"notifications/other"»}' },
  {
    code: "mcp/wrong-type",
    text: '{"method": "notifications/progress", "params": {"progressToken": 1, "progress": «"half"»}}',
  },
  { code: "mcp/unknown-result-type", text: '{"id": 1, "result": {"resultType": «"done"»}}' },
  {
    code: "mcp/input-not-allowed",
    text: '{"id": 1, "result": {«"resultType": "input_required"», "requestState": "s"}}',
    to: "tools/list",
  },
  {
    code: "mcp/input-without-question",
    text: '{"id": 1, "result": «{»"resultType": "input_required"}}',
    to: "tools/call",
  },
  {
    code: "mcp/missing-cache-hint",
    text: `{"id": 1, "result": «{»${complete}, "tools": [], "cacheScope": "public"}}`,
    to: "tools/list",
    fixed: `{"id": 1, "result": {${complete}, "tools": [], "cacheScope": "public", "ttlMs": 0}}`,
  },
  {
    code: "mcp/out-of-range",
    text: `{"id": 1, "result": {${complete}, "tools": [], "cacheScope": "public", "ttlMs": «-1»}}`,
    to: "tools/list",
  },
  {
    code: "mcp/not-base64",
    text: `{"id": 1, "result": {${complete}, "content": [{"type": "image", "mimeType": "image/png", "data": «"a b"»}]}}`,
    to: "tools/call",
  },
  { code: "mcp/missing-member", text: '{"id": 1, "result": «{»"content": []}}', to: "tools/call" },
  {
    code: "mcp/missing-member",
    text: '{"id": 1, "error": {"code": -32022, "message": "", "data": «{»"supported": []}}}',
  },
  { code: "mcp/earlier-code", text: '{"id": 1, "error": {"code": «-32002», "message": ""}}' },
];

describe("MCP requests", () => {
  it.each(requestCases)("$code: $text", ({ code, text: marked, on, fixed }) => {
    const { text, ranges } = markedText(marked);
    const problems = checkProtocolRequest("mcp", treeOf(text), { transport: on ?? "chat" });
    expect(rangesOf(problems, code)).toEqual(ranges);
    if (fixed !== undefined) {
      const problem = problems.find((one) => one.code === code);
      expect(afterFix(text, problem)).toBe(fixed);
    }
  });

  it("bring nothing when they are right", () => {
    const request = treeOf(`{"jsonrpc": "2.0", "id": "a", "method": "tools/list", ${tail}`);
    expect(checkProtocolRequest("mcp", request, { transport: "chat" })).toEqual([]);
    expect(checkProtocolRequest("mcp", request, { transport: "rpc" })).toEqual([]);
  });

  it.each([
    '{"jsonrpc": "2.0", "id": {{id}}, "method": "tools/call", "params": {{params}}}',
    `{"jsonrpc": "2.0", "id": 1, "method": "{{method}}", ${tail}`,
    `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "{{tool}}", "arguments": {{arguments}}, ${meta}}}`,
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {{meta}}}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"{{key}}": 1}}}',
    "{{request}}",
  ])("are not judged where a variable stands: %s", (text) => {
    expect(checkProtocolRequest("mcp", treeOf(text), { transport: "rpc" })).toEqual([]);
  });

  it("say what the tool needs", () => {
    const request = treeOf(`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {${meta}}}`);
    expect(checkProtocolRequest("mcp", request, { transport: "chat" }).map((problem) => problem.message)).toEqual([
      "`params.name` is missing, and MCP 2026-07-28 requires it. Its description: “The name of the tool.”",
    ]);
  });
});

describe("MCP replies", () => {
  it.each(replyCases)("$code: $text", ({ code, text: marked, to, context, fixed }) => {
    const { text, ranges } = markedText(marked);
    const request = { id: 1, method: to };
    const problems = checkProtocolReply("mcp", treeOf(text), { transport: "chat", request, ...context });
    expect(rangesOf(problems, code)).toEqual(ranges);
    if (fixed !== undefined) {
      const problem = problems.find((one) => one.code === code);
      expect(afterFix(text, problem)).toBe(fixed);
    }
  });

  it("may be an error without an id for a request that could not be read", () => {
    const reply = treeOf('{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}}');
    expect(checkProtocolReply("mcp", reply, { transport: "chat", request: { id: 1, method: "tools/list" } })).toEqual(
      [],
    );
  });
});

it("each rule of MCP and JSON-RPC is shown here", () => {
  const shown = new Set([...requestCases, ...replyCases].map((one) => one.code));
  // MCP takes no fraction for an id, and its schema judges every result; A2A's tests show these rules.
  const elsewhere = ["json-rpc/fractional-id", "json-rpc/result-type"];
  const codes = Object.keys({ ...jsonRpcRules, ...listedMcpRules });
  expect(codes.filter((code) => !shown.has(code) && !elsewhere.includes(code))).toEqual([]);
});
