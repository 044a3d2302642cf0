import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProtocolRequest } from "../../../../src/protocol/binding/checkRequest.ts";
import { checkText } from "../../../../src/protocol/check.ts";
import { slimBindingSpelling, slimBindingUri } from "../../../../src/protocol/slimrpc/slimBinding.ts";
import { slimMetadataOf } from "../../../../src/protocol/slimrpc/slimMetadata.ts";
import {
  explainStatus,
  otherStatusThan,
  recoverA2aError,
  slimErrorOf,
  statusNames,
} from "../../../../src/protocol/slimrpc/slimStatus.ts";
import { parseSlimTarget } from "../../../../src/protocol/slimrpc/slimTarget.ts";
import { markedText, rangesOf, treeOf } from "../kit/markedText.ts";
import { afterFix, expectProblemsInside } from "../kit/textProperties.ts";

describe("SLIM targets", () => {
  it.each([
    ["mydomain/demo/echo_agent", undefined, "slim://mydomain/demo/echo_agent"],
    ["slim://domain/demo/echo_agent", undefined, "slim://domain/demo/echo_agent"],
    ["slim://node.example.com:46357/a/b/c", { host: "node.example.com", port: 46357 }, "slim://node.example.com/a/b/c"],
    ["SLIM://Node/a/B/c", { host: "node", port: 46357 }, "slim://node/a/B/c"],
    ["slim://[::1]:9/a/b/c", { host: "[::1]", port: 9 }, "slim://[::1]:9/a/b/c"],
  ])("%s", (text, node, canonical) => {
    const parsed = parseSlimTarget(text);
    expect(parsed.ok && { node: parsed.target.node, canonical: parsed.target.canonical }).toEqual({ node, canonical });
  });

  it.each([
    ["slimrpc/url", "«a/b»"],
    ["slimrpc/url", "«a/b/c/d»"],
    ["slimrpc/url", "«slim://n/a/b/c/d»"],
    ["slimrpc/url", "«https://a/b/c»"],
    ["slimrpc/url", "«slim://a/b/c?x=1»"],
    ["slimrpc/name-part", "slim://a/«b b»/c"],
    ["slimrpc/name-part", "«a//c»"],
    ["slimrpc/node", "slim://«n:0»/a/b/c"],
    ["slimrpc/node", "slim://«n:65536»/a/b/c"],
    ["slimrpc/node", "slim://«n o»/a/b/c"],
  ])("%s: %s", (code, marked) => {
    const { text, ranges } = markedText(marked);
    const parsed = parseSlimTarget(text, 7);
    const expected = ranges.map((range) => ({ ...range, offset: range.offset + 7 }));
    expect(parsed.ok ? [] : rangesOf(parsed.problems, code)).toEqual(expected);
  });

  it("of any text end in a target or a problem inside the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^slim:\/\/[a:/0-9 ?]*$/)), (text) => {
        const parsed = parseSlimTarget(text);
        if (!parsed.ok) return expectProblemsInside(text, parsed.problems);
        const again = parseSlimTarget(parsed.target.canonical);
        expect(again.ok && again.target).toEqual(parsed.target);
      }),
    );
  });
});

describe("SLIMRPC errors", () => {
  // The canonical table of the binding, section 6.1, copied from its text.
  it.each([
    [-32700, "JSONParseError", "INTERNAL"],
    [-32600, "InvalidRequestError", "INVALID_ARGUMENT"],
    [-32601, "MethodNotFoundError", "UNIMPLEMENTED"],
    [-32602, "InvalidParamsError", "INVALID_ARGUMENT"],
    [-32603, "InternalError", "INTERNAL"],
    [-32001, "TaskNotFoundError", "NOT_FOUND"],
    [-32002, "TaskNotCancelableError", "FAILED_PRECONDITION"],
    [-32003, "PushNotificationNotSupportedError", "UNIMPLEMENTED"],
    [-32004, "UnsupportedOperationError", "UNIMPLEMENTED"],
    [-32005, "ContentTypeNotSupportedError", "UNIMPLEMENTED"],
    [-32006, "InvalidAgentResponseError", "INTERNAL"],
    [-31000, undefined, "UNKNOWN"],
  ] as const)("%i travels as %s, %s", (code, name, status) => {
    const sent = slimErrorOf(code, "task-123 not found");
    expect(statusNames[sent.status]).toBe(status);
    if (name === undefined) return;
    expect(sent.message).toBe(`${name}: task-123 not found`);
    expect(recoverA2aError(sent.status, sent.message)).toMatchObject({ code, name, message: "task-123 not found" });
    expect(slimErrorOf(code, sent.message)).toEqual(sent);
  });

  it.each([-32007, -32008, -32009])("%i, which the binding does not name, is kept apart by its name", (code) => {
    const sent = slimErrorOf(code, "no");
    expect(recoverA2aError(sent.status, sent.message)).toMatchObject({ code, recoveredFrom: "name" });
  });

  it("are recovered by the status when the message has no name", () => {
    expect(recoverA2aError(5, "gone")).toMatchObject({ code: -32001, message: "gone", recoveredFrom: "status" });
    expect(recoverA2aError(4, "late")).toMatchObject({ code: -32603, recoveredFrom: "nothing" });
    expect(recoverA2aError(99, "?")).toMatchObject({ statusName: "status 99" });
    expect(recoverA2aError(2, "SomeOtherError: x")).toMatchObject({ code: -32603, message: "SomeOtherError: x" });
  });

  it("may have the status of the binding or that of A2A's own table", () => {
    expect(otherStatusThan(12, -32004)).toBeUndefined();
    expect(otherStatusThan(9, -32004)).toBeUndefined();
    expect(otherStatusThan(5, -32004)).toBe("UNIMPLEMENTED");
    expect(otherStatusThan(5, -31000)).toBeUndefined();
  });

  it("are explained where SLIM itself is the cause", () => {
    expect(explainStatus(4)?.nextStep).toContain("secret");
    expect(explainStatus(12)?.meaning).toContain("lf.a2a.v1.A2AService");
    expect(explainStatus(5)).toBeUndefined();
  });
});

describe("SLIMRPC metadata", () => {
  it("holds the service parameters under lower-case keys, values of one name joined", () => {
    const metadata = slimMetadataOf({ "A2A-Version": "1.0", "A2A-Extensions": "a:b", "a2a-extensions": "c:d" });
    expect([...metadata]).toEqual([
      ["a2a-version", "1.0"],
      ["a2a-extensions", "a:b,c:d"],
    ]);
  });

  const long = "x".repeat(8192 - "A2A-Version1.0X-Own".length);

  it.each([
    ["slimrpc/reserved-metadata", '{"A2A-Version": "1.0", «"Slim-Src"»: "x", "X-Own": "y"}'],
    ["slimrpc/reserved-prefix", '{"A2A-Version": "1.0", "a2a-extensions": "a:b", «"A2A-Extension"»: "a:b"}'],
    ["slimrpc/credential-in-metadata", '{"A2A-Version": "1.0", «"slim.secret"»: "{{slim}}"}'],
    ["slimrpc/needless-authorization", '{"A2A-Version": "1.0", «"Authorization"»: "{{token}}"}'],
    ["slimrpc/large-metadata", `{"A2A-Version": "1.0", "X-Own": "${long}"}`],
    ["slimrpc/large-metadata", `«{»"A2A-Version": "1.0", "X-Own": "${long}x"}`],
  ])("%s: %.80s", (code, marked) => {
    const { text, ranges } = markedText(`{"a2a-service-parameters": ${marked}}`);
    expect(rangesOf(checkProtocolRequest("a2a", treeOf(text), { transport: "slimrpc" }), code)).toEqual(ranges);
    expect(rangesOf(checkProtocolRequest("a2a", treeOf(text), { transport: "rpc" }), code)).toEqual([]);
  });
});

describe("messages over SLIMRPC", () => {
  it.each([
    ["slimrpc/resource-name", "GetTask", '{«"name"»: "tasks/t-1"}', '{"id": "t-1"}'],
    ["slimrpc/resource-name", "SubscribeToTask", '{«"name"»: "tasks/{{task}}"}', undefined],
    [
      "slimrpc/resource-name",
      "GetTaskPushNotificationConfig",
      '{«"name"»: "tasks/t-1/pushNotificationConfigs/c"}',
      '{"taskId": "t-1", "id": "c"}',
    ],
    [
      "slimrpc/resource-name",
      "ListTaskPushNotificationConfigs",
      '{«"parent"»: "tasks/t-1", "pageSize": 5}',
      '{"taskId": "t-1", "pageSize": 5}',
    ],
    ["slimrpc/unknown-member", "GetTask", '{"id": "t-1", «"name"»: "t-1"}', undefined],
    ["slimrpc/unknown-member", "GetTask", '{"id": "t-1", «"historyLenght"»: 1}', '{"id": "t-1", "historyLength": 1}'],
  ])("%s of %s: %s", (code, method, marked, fixed) => {
    const request = (params: string): string =>
      `{"jsonrpc": "2.0", "id": 1, "method": "${method}", "a2a-service-parameters": {"A2A-Version": "1.0"}, "params": ${params}}`;
    const { text, ranges } = markedText(request(marked));
    const problems = checkProtocolRequest("a2a", treeOf(text), { transport: "slimrpc" });
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(rangesOf(problems, code)).toEqual(ranges);
    if (fixed !== undefined) expect(afterFix(text, problems[0])).toBe(request(fixed));
    const overChat = checkProtocolRequest("a2a", treeOf(text), { transport: "chat" });
    expect(rangesOf(overChat, code)).toEqual([]);
  });
});

describe("the directives of a request to a SLIM target", () => {
  const secret = "# @param slim.secret: {{$secret slim}}\n";
  const body =
    '{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "t"}, "a2a-service-parameters": {"A2A-Version": "1.0"}}\n';

  it.each([
    ["slimrpc/no-secret", "# @to «slim://a/b/c»\n", `# @to slim://a/b/c\n${secret}`],
    ["slimrpc/parameter-value", `# @to slim://a/b/c\n# @param «slim.secret: ${"x".repeat(31)}»\n`, undefined],
    ["slimrpc/parameter-value", `# @to slim://a/b/c\n# @param slim.secret: ${"x".repeat(32)}\n`, undefined],
    ["slimrpc/parameter-value", `# @to slim://a/b/c\n${secret}# @param «slim.node: n:0»\n`, undefined],
    ["slimrpc/parameter-value", `# @to slim://a/b/c\n${secret}# @param slim.node: https://n:1\n`, undefined],
    ["slimrpc/parameter-value", `# @to slim://a/b/c\n${secret}# @param «slim.name: alone»\n`, undefined],
    [
      "slimrpc/unknown-parameter",
      `# @to slim://a/b/c\n${secret}# @param «slim.nod»: n\n`,
      `# @to slim://a/b/c\n${secret}# @param slim.node: n\n`,
    ],
    ["slimrpc/reserved-metadata", `# @to slim://a/b/c\n${secret}# @param «rpc-id»: n\n`, undefined],
    ["slimrpc/no-secret", "# @to smcp+http://a.example?office=o\n", undefined],
  ])("%s: %s", (code, marked, fixed) => {
    const { text, ranges } = markedText(marked + body);
    const problems = checkText("call", text).filter((problem) => problem.code.startsWith("slimrpc/"));
    expect(rangesOf(problems, code)).toEqual(ranges);
    expect(problems.filter((problem) => problem.code !== code)).toEqual([]);
    if (fixed !== undefined) expect(afterFix(text, problems[0])).toBe(fixed + body);
  });
});

it.each([
  [slimBindingUri, "exact"],
  ["https://a2a-protocol.org/bindings/experimental-slimrpc", "earlier"],
  ["SLIMRPC", "short"],
  ["GRPC", "none"],
])("the binding %s is spelled: %s", (binding, spelling) => expect(slimBindingSpelling(binding)).toBe(spelling));
