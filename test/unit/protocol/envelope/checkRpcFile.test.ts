import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkRpcRequest, checkRpcResponse } from "../../../../src/protocol/envelope/checkRpcFile.ts";
import { envelopeErrors } from "../../../../src/protocol/envelope/envelopeErrors.ts";
import { requestKeyFault } from "../../../../src/protocol/envelope/requestKey.ts";
import { fixed, marked } from "../kit/marked.ts";

/** The request and the response of agent-protocols#examples and #a2a-examples. */
const mcpRequest = `{
  "protocol": "mcp",
  "request": {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {
      "name": "availability",
      "arguments": {"item": "anvil"},
      "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}
      }
    }
  }
}`;
const a2aRequest = `{
  "protocol": "a2a",
  "request": {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "SendMessage",
    "a2a-service-parameters": {"A2A-Version": "1.0"},
    "params": {
      "message": {
        "messageId": "m-1",
        "role": "ROLE_USER",
        "parts": [{"text": "Price of two anvils delivered to Lisbon"}]
      }
    }
  }
}`;
const mcpResponse = `{
  "response": {
    "jsonrpc": "2.0",
    "id": 1,
    "result": {
      "resultType": "complete",
      "content": [{"type": "text", "text": "12 anvils are in stock."}],
      "isError": false
    }
  }
}`;
const a2aResponse = `{
  "response": {
    "jsonrpc": "2.0",
    "id": 1,
    "result": {
      "task": {
        "id": "t-1",
        "contextId": "c-1",
        "status": {"state": "TASK_STATE_COMPLETED"},
        "artifacts": [
          {"artifactId": "a-1", "parts": [{"text": "EUR 480, delivered within 5 days."}]}
        ]
      }
    }
  }
}`;

const request = (text: string) => marked(text, checkRpcRequest(text));
const response = (text: string) => marked(text, checkRpcResponse(text));

describe("the specification's examples", () => {
  it("have no problems", () => {
    expect([...request(mcpRequest), ...request(a2aRequest)]).toEqual([]);
    expect([...response(mcpResponse), ...response(a2aResponse)]).toEqual([]);
  });
});

describe("a request envelope", () => {
  it.each([
    ["[]", ["envelope/not-an-object: []"]],
    ['"x"', ['envelope/not-an-object: "x"']],
    ["{}", ["envelope/missing-member: {", "envelope/missing-member: {"]],
    ['{"protocol":"weather"}', ["envelope/missing-member: {", "envelope/unknown-protocol: weather"]],
    ['{"protocol":1,"request":{}}', ["envelope/wrong-type: 1"]],
    ['{"protocol":"weather","request":[]}', ["envelope/unknown-protocol: weather", "envelope/request-not-object: []"]],
    ['{"protocol":"Weather Now","request":{}}', ["envelope/protocol-name: Weather Now"]],
    ['{"protocol":"","request":{}}', ['envelope/protocol-name: ""']],
    ['{"protocol":"w\\u0020","request":{}}', ["envelope/protocol-name: w\\u0020"]],
    ['{"protocl":"weather","request":{}}', ['envelope/missing-member: "protocl"']],
    ['{"response":{}}', ["envelope/other-kind: {"]],
    [
      '{"protocol":"weather","request":{},"requestkey":"x"}',
      ["envelope/unknown-protocol: weather", 'envelope/misspelled-member: "requestkey"'],
    ],
    [
      '{"protocol":"weather","requestKey":7,"request":{}}',
      ["envelope/unknown-protocol: weather", "envelope/wrong-type: 7"],
    ],
    ['{"protocol":"weather","version":"2","request":{}}', ["envelope/unknown-protocol: weather"]],
    ['{"protocol":"weather","extra":1,"request":{}}', ["envelope/unknown-protocol: weather"]],
    ["{", ["json/unclosed: {", "envelope/missing-member: {", "envelope/missing-member: {"]],
    ["", ["json/empty: "]],
  ])("%s", (text, problems) => {
    expect(request(text)).toEqual(problems);
  });

  it("of MCP and A2A omits the version", () => {
    for (const text of [mcpRequest, a2aRequest]) {
      const versioned = text.replace('"request"', '"version": "2026-07-28",\n  "request"');
      expect(request(versioned)).toEqual(['envelope/version-present: "version": "2026-07-28"']);
      expect(request(fixed(versioned, checkRpcRequest(versioned), "envelope/version-present"))).toEqual([]);
    }
  });

  it("has its protocol's name corrected in letter case", () => {
    const text = mcpRequest.replace('"mcp"', '"MCP"');
    expect(fixed(text, checkRpcRequest(text), "envelope/protocol-name")).toBe(mcpRequest);
  });

  it("has the message checked as that of the protocol that is meant", () => {
    const text = a2aRequest.replace('"a2a"', '"A2A", "version": "1.0"').replace('"SendMessage"', '"message/send"');
    expect(request(text)).toEqual([
      "envelope/protocol-name: A2A",
      'envelope/version-present: "version": "1.0"',
      'a2a/legacy-method: "message/send"',
    ]);
  });

  it("is what a bare message is wrapped in", () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"GetTask"}';
    expect(request(text)[0]).toBe("envelope/bare-message: {");
    expect(fixed(text, checkRpcRequest(text), "envelope/bare-message")).toBe(`{"protocol": "a2a", "request": ${text}}`);
  });

  it("has a misspelled member renamed", () => {
    const text = '{"protocol":"weather","Request":{}}';
    expect(fixed(text, checkRpcRequest(text), "envelope/missing-member")).toBe('{"protocol":"weather","request":{}}');
  });

  it("has the protocol's message in it checked for Service RPC", () => {
    const streaming = a2aRequest.replace("SendMessage", "SendStreamingMessage");
    expect(request(streaming)).toEqual(['a2a/streaming-over-rpc: "SendStreamingMessage"']);
    const nested = mcpRequest.replace('"jsonrpc"', '"protocol": "mcp", "jsonrpc"');
    expect(request(nested).join()).toContain("json-rpc/envelope-member");
  });
});

describe("requestKey", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const der = publicKey.export({ format: "der", type: "spki" });
  const padded = `${der.toString("base64url")}=`;

  it("is what Node makes of an Ed25519 key, padded or not", () => {
    expect(der).toHaveLength(44);
    expect(padded).toHaveLength(60);
    expect([requestKeyFault(padded), requestKeyFault(padded.slice(0, -1))]).toEqual([undefined, undefined]);
  });

  it("is no private key", () => {
    const pkcs8 = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
    expect(requestKeyFault(pkcs8)).toEqual({ kind: "private-key" });
    const text = `{"protocol":"weather","requestKey":"${pkcs8}","request":{}}`;
    expect(request(text)).toContain(`envelope/private-key: "${pkcs8}"`);
  });

  it.each([
    [58, "wrong"],
    [59, undefined],
    [60, "wrong"],
  ])("has 59 characters without its padding: %i", (length, kind) => {
    const text = `MCowBQYDK2VwAyEA${"A".repeat(length - 16)}`;
    expect(requestKeyFault(text)?.kind).toBe(kind);
  });

  it("begins with the key's type and ends in a character of 44 bytes", () => {
    expect(requestKeyFault("A".repeat(59))?.kind).toBe("wrong");
    expect(requestKeyFault(`MCowBQYDK2VwAyEA${"A".repeat(42)}B`)?.kind).toBe("wrong");
    expect(requestKeyFault(`MCowBQYDK2VwAyEA${"A".repeat(42)}!`)?.kind).toBe("wrong");
    expect(requestKeyFault("")?.kind).toBe("wrong");
  });

  it("in the other alphabet of base64 is rewritten", () => {
    const standard = `MCowBQYDK2VwAyEA${"+/".repeat(21)}A=`;
    const text = `{"protocol":"weather","requestKey":"${standard}","request":{}}`;
    expect(request(text)).toContain(`envelope/request-key-encoding: "${standard}"`);
    const mended = fixed(text, checkRpcRequest(text), "envelope/request-key-encoding");
    expect(mended).toContain(`"MCowBQYDK2VwAyEA${"-_".repeat(21)}A="`);
  });

  it("that passes is a key Node can read", () => {
    const text = `MCowBQYDK2VwAyEA${"A".repeat(43)}`;
    expect(requestKeyFault(text)).toBeUndefined();
    const read = createPublicKey({ key: Buffer.from(text, "base64url"), format: "der", type: "spki" });
    expect(read.asymmetricKeyType).toBe("ed25519");
  });
});

describe("a response envelope", () => {
  it.each([
    ["[]", ["envelope/not-an-object: []"]],
    ["{}", ["envelope/response-or-error: {"]],
    ['{"response":{},"error":{"code":"internal"}}', ['envelope/response-or-error: "error"']],
    ['{"response":null}', ["envelope/response-not-object: null"]],
    ['{"response":"done"}', ['envelope/response-not-object: "done"']],
    ['{"eror":{"code":"internal"}}', ['envelope/response-or-error: "eror"']],
    ['{"error":{"Code":"internal"}}', ['envelope/error-shape: "Code"']],
    ['{"error":{"code":"rate_limited","retry_after":9}}', ['envelope/misspelled-member: "retry_after"']],
    ['{"protocol":"weather","request":{}}', ["envelope/other-kind: {"]],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', ["envelope/bare-message: {"]],
    ['{"response":{"jsonrpc":"2.0","id":1}}', ["json-rpc/result-or-error: {"]],
    ['{"response":{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":""}}}', ['json-rpc/error-shape: "x"']],
    ['{"error":null}', ["envelope/error-shape: null"]],
    ['{"error":{}}', ["envelope/error-shape: {"]],
    ['{"error":{"code":7}}', ["envelope/error-shape: 7"]],
    ['{"error":{"code":"internal","message":1}}', ["envelope/error-shape: 1"]],
    ['{"error":{"code":"internal","retryAfter":-1}}', ["envelope/error-shape: -1"]],
    ['{"error":{"code":"internal","retryAfter":1.5}}', ["envelope/error-shape: 1.5"]],
    ['{"error":{"code":"internal","retryAfter":4294967295}}', []],
    ['{"error":{"code":"internal","retryAfter":4294967296}}', ["envelope/error-shape: 4294967296"]],
    ['{"error":{"code":"busy"}}', ['envelope/unknown-error-code: "busy"']],
    ['{"error":{"code":"rate_limited"}}', ['envelope/missing-retry-after: "rate_limited"']],
    ['{"error":{"code":"rate_limited","retryAfter":9}}', []],
    ['{"error":{"code":"internal"},"Response":1}', ['envelope/misspelled-member: "Response"']],
    ['{"error":{"code":"internal","retry_after":1}}', ['envelope/misspelled-member: "retry_after"']],
    ['{"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}}', []],
  ])("%s", (text, problems) => {
    expect(response(text)).toEqual(problems);
  });

  const result = (text: string) => response(`{"response":{"jsonrpc":"2.0","id":1,"result":${text}}}`);
  const error = (text: string) => response(`{"response":{"jsonrpc":"2.0","id":1,"error":${text}}}`);

  it.each([
    ['{"resultType":"complete","content":"x"}', ['mcp/wrong-type: "x"']],
    ['{"resultType":"complete","content":[{"type":"text"}]}', ["mcp/missing-member: {"]],
    ['{"resultType":"complete","content":[],"isError":false}', []],
    [
      '{"resultType":"complete","tools":[{"name":"a","inputSchema":{"type":"object"}}],"ttlMs":-1,"cacheScope":"public"}',
      ["mcp/out-of-range: -1"],
    ],
    [
      '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"public"}',
      [],
    ],
    [
      '{"resultType":"complete","supportedVersions":[1],"capabilities":{},"ttlMs":0,"cacheScope":"public"}',
      ["mcp/wrong-type: 1"],
    ],
    [
      '{"resultType":"complete","messages":[{"role":"bot","content":{"type":"text","text":""}}]}',
      ['mcp/unknown-value: "bot"'],
    ],
    ['{"resultType":"complete","contents":[{"text":""}],"ttlMs":0,"cacheScope":"private"}', ["mcp/missing-member: {"]],
    ['{"resultType":"complete","completion":{"values":[]}}', []],
    ['{"resultType":"complete","completion":{}}', ["mcp/missing-member: {"]],
    ['{"resultType":"input_required"}', ["mcp/input-without-question: {"]],
    [
      '{"kind":"task","id":"t","status":{"state":"TASK_STATE_COMPLETED"}}',
      ["a2a/bare-result: {", 'a2a/legacy-member: "kind"'],
    ],
    ['{"id":"t","status":{"state":"completed"}}', ["a2a/bare-result: {", 'a2a/legacy-value: "completed"']],
    ['{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":""}]}', ["a2a/bare-result: {"]],
    ['{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":""}]}}', []],
    ['"done"', ['json-rpc/result-type: "done"']],
    ["null", ["json-rpc/result-type: null"]],
    ["{}", []],
  ])("with the result %s", (text, problems) => {
    expect(result(text)).toEqual(problems);
  });

  it.each([
    ['{"code":-32022,"message":""}', ["mcp/missing-member: {"]],
    ['{"code":-32022,"message":"","data":{"supported":["2026-07-28"],"requested":"2027-01-01"}}', []],
    [
      '{"code":-32022,"message":"","data":{"supported":"2026-07-28","requested":"2027-01-01"}}',
      ['mcp/wrong-type: "2026-07-28"'],
    ],
    ['{"code":-32042,"message":""}', ["mcp/earlier-code: -32042"]],
    ['{"code":-32001,"message":"","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo"}]}', []],
    ['{"code":-32001,"message":"","data":{}}', ["a2a/error-data: {}"]],
    // Either protocol gives it a meaning.
    ['{"code":-32002,"message":""}', []],
    ['{"code":-32603,"message":""}', []],
    ['{"code":-32010,"message":""}', ["json-rpc/reserved-code: -32010"]],
    ['{"code":-31999,"message":""}', []],
    ['{"code":7,"message":""}', []],
  ])("with the error %s", (text, problems) => {
    expect(error(text)).toEqual(problems);
  });

  it.each([
    '{"response":{"method":"rain","value":1}}',
    '{"response":{"result":{"status":"ok","content":"x"}}}',
    '{"response":{"status":"ok","kind":"forecast"}}',
    '{"response":{"jsonrpc":"2.0","id":1,"result":{"status":"ok","messages":["a"],"resources":5}}}',
  ])("of a protocol that is not known is not judged by those that are: %s", (text) => {
    expect(response(text)).toEqual([]);
  });

  it("is no request", () => {
    expect(response('{"response":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}}')).toEqual([
      'json-rpc/request-received: "method"',
    ]);
  });

  it("of A2A 0.3 gets the member that holds a task", () => {
    const text = '{"response":{"jsonrpc":"2.0","id":1,"result":{"id":"t","status":{"state":"TASK_STATE_FAILED"}}}}';
    expect(fixed(text, checkRpcResponse(text), "a2a/bare-result")).toBe(
      '{"response":{"jsonrpc":"2.0","id":1,"result":{"task": {"id":"t","status":{"state":"TASK_STATE_FAILED"}}}}}',
    );
  });

  it("of A2A is that of SendMessage, in its state at the end", () => {
    const text = a2aResponse.replace("TASK_STATE_COMPLETED", "TASK_STATE_WORKING");
    expect(response(text)).toEqual(['a2a/unfinished-task: "TASK_STATE_WORKING"']);
  });

  it("knows every error code of the specification", () => {
    for (const code of Object.keys(envelopeErrors)) {
      expect(response(`{"error":{"code":"${code}","retryAfter":1}}`)).toEqual([]);
    }
    expect(Object.keys(envelopeErrors)).toEqual([
      "unsupported_protocol",
      "unsupported_version",
      "bad_request",
      "conversation_required",
      "too_large",
      "rate_limited",
      "internal",
    ]);
  });

  it("has a misspelled code corrected", () => {
    const text = '{"error":{"code":"badrequest"}}';
    expect(fixed(text, checkRpcResponse(text), "envelope/unknown-error-code")).toBe('{"error":{"code":"bad_request"}}');
  });
});

describe("the size of an envelope", () => {
  /** An envelope of exactly `bytes` when it is compact. */
  const sized = (bytes: number) => {
    const empty = '{"protocol":"weather","request":{"a":""}}';
    return `{ "protocol": "weather", "request": { "a": "${"x".repeat(bytes - empty.length)}" } }`;
  };
  const sizes = (text: string) => request(text).filter((line) => line.startsWith("size/"));

  it.each([
    [9_999, []],
    [10_000, []],
    [10_001, ['size/service-large: "a"']],
    [11_105, ['size/service-large: "a"']],
    [11_106, ['size/service-large: "a"']],
    [11_107, ['size/service-too-large: "a"']],
  ])("of %i bytes", (bytes, problems) => {
    expect(sizes(sized(bytes))).toEqual(problems);
  });

  it("is that of its UTF-8", () => {
    const text = `{"response":{"a":"${"é".repeat(5_000)}"}}`;
    expect(response(text)).toEqual(['size/service-large: "a"']);
    expect(checkRpcResponse(text)[0]?.message).toContain("10021 bytes");
  });
});
