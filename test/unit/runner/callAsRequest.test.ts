import { describe, expect, it } from "vitest";
import { parseCallFile } from "../../../src/protocol/call/parse/parseCallFile.ts";
import { type CallToSend, callAsRequest } from "../../../src/runner/edit/callAsRequest.ts";

const call: CallToSend = {
  name: "GetTask: Order\nanvils",
  target: "https://smp1.sandbox.invalid/a#AAAA",
  timeoutMs: 30_000,
  body: '/_call a2a {"jsonrpc":"2.0","id":"1","method":"GetTask","params":{"id":"t-1"}}',
};

function sourceOf(text: string) {
  const file = parseCallFile(text);
  const [request] = file.requests;
  if (!request) throw new Error("no request");
  return { file, request };
}

describe("a call as a request of its own", () => {
  it("has the call's target, wait and text", () => {
    expect(callAsRequest(call)).toEqual({
      kind: "request",
      text: `### GetTask: Order anvils\n# @to ${call.target}\n# @timeout 30s\n${call.body}\n`,
    });
  });

  it.each([
    [30_000, "30s"],
    [1_500, "1500ms"],
  ])("waits %d ms as @timeout %s", (timeoutMs, written) => {
    const result = callAsRequest({ ...call, timeoutMs });
    expect(result.kind === "request" && result.text).toContain(`# @timeout ${written}\n`);
  });

  it("reads nothing of a peer's text as a variable", () => {
    const result = callAsRequest({ ...call, body: call.body.replace("t-1", "{{$secret token}}") });
    expect(result.kind === "request" && result.text).toContain('"id":"{\\u007b$secret token}}"');
    expect(result.kind === "request" && parseCallFile(result.text).requests[0]?.variableUses).toEqual([]);
  });

  it.each([
    ["a directive in the target", { target: "@acme\n# @sign mine" }],
    ["a variable in the target", { target: "{{$secret token}}" }],
    ["a second request", { body: `${call.body}\n### Two\n# @to @acme\n/_call mcp {}` }],
    ["a directive before the body", { body: `# @incognito\n${call.body}` }],
    ["a variable of the file", { body: `@a = b\n${call.body}` }],
    ["no body", { body: "" }],
  ])("is refused with %s", (_, change) => {
    expect(callAsRequest({ ...call, ...change }).kind).toBe("impossible");
  });

  it("takes over how the request it follows is signed, and nothing else", () => {
    const source = sourceOf("### One\n# @to @acme\n# @sign mine\n# @expect $.a == 1\n# @incognito\n/_call a2a {}\n");
    const result = callAsRequest(call, source);
    expect(result.kind === "request" && result.text.split("\n").slice(1, 5)).toEqual([
      `# @to ${call.target}`,
      "# @timeout 30s",
      "# @sign mine",
      "# @incognito",
    ]);
  });

  const withCredential = {
    ...call,
    body: '/_call a2a {"method":"GetTask","a2a-service-parameters":{"A2A-Version":"1.0","Authorization":"Bearer [secret]"}}',
  };

  it("takes a removed credential from the request file again, for the target that the file names", () => {
    const source = sourceOf(
      "@bot = @acme\n\n### One\n# @to {{bot}}\n# @param authorization: Bearer {{$secret token}}\n# @param X: y\n/_call a2a {}\n",
    );
    const result = callAsRequest(withCredential, source);
    expect(result.kind === "request" && result.text).toBe(
      [
        "@bot = @acme",
        "",
        "### GetTask: Order anvils",
        "# @to {{bot}}",
        "# @timeout 30s",
        "# @param authorization: Bearer {{$secret token}}",
        '/_call a2a {"method":"GetTask","a2a-service-parameters":{"A2A-Version":"1.0"}}',
        "",
      ].join("\n"),
    );
  });

  it("is refused when a removed secret is nowhere to be had", () => {
    expect(callAsRequest(withCredential).kind).toBe("impossible");
    expect(callAsRequest(withCredential, sourceOf("### One\n# @to @acme\n/_call a2a {}\n")).kind).toBe("impossible");
    expect(callAsRequest({ ...call, body: '/_call mcp {"params":{"key":"[secret]"}}' }).kind).toBe("impossible");
  });
});
