import { describe, expect, it } from "vitest";
import { checkProtocolReply } from "../../../../src/protocol/binding/checkRequest.ts";
import { markedText, rangesOf, treeOf } from "../kit/markedText.ts";

function problemsOf(method: string, text: string) {
  const tree = treeOf(`{"jsonrpc": "2.0", "id": 1, "result": ${text}}`);
  return checkProtocolReply("mcp", tree, { transport: "smcp", request: { id: 1, method } });
}

const tool = '{"name": "a__b", "description": "", "params_schema": {"type": "object"}, "return_schema": null}';

describe("answers over A2C-SMCP", () => {
  it.each([
    ["smcp/answer-member", "client:get_tools", '«{»"tools": []}'],
    ["smcp/answer-type", "client:get_tools", '{"tools": «{}», "req_id": "r"}'],
    ["smcp/answer-member", "client:get_tools", '{"tools": [«{»"name": "a", "params_schema": {}}], "req_id": "r"}'],
    ["smcp/answer-type", "client:get_tools", '{"tools": [«"a"»], "req_id": "r"}'],
    ["smcp/answer-type", "client:get_tools", "«[]»"],
    ["smcp/answer-member", "client:tool_call", "«{»}"],
    ["smcp/answer-type", "client:tool_call", '{"content": [], "isError": «"no"»}'],
    ["smcp/answer-member", "server:list_room", '{"sessions": [«{»"name": "a"}], "req_id": "r"}'],
    [
      "smcp/answer-member",
      "client:get_skill",
      '«{»"mime_type": "a/b", "total_size": 1, "sha256": "", "req_id": "r", "body": "", "blob_handle": ""}',
    ],
    ["smcp/server-config", "client:get_config", '{"servers": {"a": {"type": «"ftp"»}}}'],
    ["smcp/server-config", "client:get_config", '{"servers": {"a": «{»"command": "x"}}}'],
    ["smcp/server-config", "client:get_config", '{"servers": {"a": «{»"type": "stdio", "url": "x"}}}'],
    ["smcp/server-config", "client:get_config", '{"servers": {"a": «{»"type": "http", "url": ""}}}'],
    ["smcp/server-config", "client:get_config", '{"servers": {"a": {"type": "sse", "server_parameters": «{»}}}}'],
    ["smcp/server-config", "client:get_config", '{"servers": {"a": {"type": "sse", "url": "u", "disabled": «1»}}}'],
    ["mcp/missing-member", "tools/call", "«{»}"],
  ])("%s of %s: %s", (code, method, marked) => {
    const { text, ranges } = markedText(marked);
    const offset = '{"jsonrpc": "2.0", "id": 1, "result": '.length;
    const expected = ranges.map((range) => ({ ...range, offset: range.offset + offset }));
    expect(rangesOf(problemsOf(method, text), code)).toEqual(expected);
  });

  it.each([
    ["client:get_tools", `{"tools": [${tool}], "req_id": "r"}`],
    ["client:get_config", '{"servers": {"a": {"type": "stdio", "command": "x", "disabled": false, "tool_meta": {}}}}'],
    ["client:get_config", '{"servers": {"a": {"type": "streamable", "server_parameters": {"url": "https://a"}}}}'],
    ["client:tool_call", '{"content": [{"type": "text", "text": "2"}]}'],
    ["tools/list", '{"tools": [{"name": "a__b", "inputSchema": {"type": "object"}}]}'],
    ["tools/call", '{"content": [{"type": "text", "text": "2", "annotations": null}], "structuredContent": null}'],
    ["client:get_resources", '{"resources": [], "next_cursor": null, "req_id": "r"}'],
    ["server:join_office", "[true, null]"],
    ["client:of_tomorrow", '"anything"'],
  ])("of %s that are right bring nothing, a revision of MCP or not", (method, text) => {
    expect(problemsOf(method, text)).toEqual([]);
  });

  it("are as JSON-RPC wants them", () => {
    const reply = treeOf('{"jsonrpc": "2.0", "id": 2, "result": {"content": []}}');
    const problems = checkProtocolReply("mcp", reply, { transport: "smcp", request: { id: 1, method: "tools/call" } });
    expect(problems.map(({ code }) => code)).toEqual(["json-rpc/id-mismatch"]);
  });

  it("are checked where the server tells the office something", () => {
    const told = (params: string) =>
      checkProtocolReply("mcp", treeOf(`{"jsonrpc": "2.0", "method": "notify:enter_office", "params": ${params}}`), {
        transport: "smcp",
        request: { id: 1, method: "tools/list" },
      }).map(({ code }) => code);
    expect(told('{"office_id": "o", "computer": "pc"}')).toEqual([]);
    expect(told('{"computer": 5}')).toEqual(["smcp/answer-member", "smcp/answer-type"]);
  });
});
