import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCallTarget } from "../../../../src/protocol/call/callTarget.ts";
import { checkSmcpRequest } from "../../../../src/protocol/smcp/checkSmcpRequest.ts";
import { smcpRules } from "../../../../src/protocol/smcp/rules.ts";
import { explainSmcpCode } from "../../../../src/protocol/smcp/smcpErrors.ts";
import { officeOf, parseSmcpTarget } from "../../../../src/protocol/smcp/smcpTarget.ts";
import { areCompatible, isAtLeast } from "../../../../src/protocol/smcp/smcpVersions.ts";
import { markedText, rangesOf, treeOf } from "../kit/markedText.ts";
import { afterFix, expectProblemsInside } from "../kit/textProperties.ts";

describe("A2C-SMCP targets", () => {
  it("name the server, the path, the office and the computer", () => {
    const parsed = parseSmcpTarget("smcp+https://Office.example:8443/smcp?office=o%201&computer=pc&version=0.3.0#x");
    expect(parsed.ok && parsed.target).toEqual({
      origin: "https://office.example:8443",
      path: "/smcp",
      officeId: "o 1",
      computer: "pc",
      agent: undefined,
      version: "0.3.0",
    });
  });

  it("take the path of Socket.IO when they give none", () => {
    const parsed = parseSmcpTarget("smcp+http://127.0.0.1:8000");
    expect(parsed.ok && parsed.target.path).toBe("/socket.io/");
  });

  it.each([
    ["smcp/url", "«http://a.example»"],
    ["smcp/url", "smcp+http://«»"],
    ["smcp/url", "smcp+http://«user:secret@a.example»/x"],
    ["smcp/url", "smcp+http://«a.example:0»"],
    ["smcp/url", "smcp+http://«a.example:65536»"],
    ["smcp/version-form", "smcp+http://a.example?version=«0.4»"],
  ])("%s: %s", (code, marked) => {
    const { text, ranges } = markedText(marked);
    const parsed = parseSmcpTarget(text);
    expect(parsed.ok ? [] : rangesOf(parsed.problems, code)).toEqual(ranges);
  });

  it.each([
    ["smcp/target-parameter", "smcp+http://a.example?«ofice»=o&office=p", "smcp+http://a.example?office=o&office=p"],
    ["smcp/target-parameter", "smcp+http://a.example?office=o&«x»=office#y=1", undefined],
    ["smcp/not-encrypted", "«smcp+http»://a.example:8000?office=o", undefined],
    ["smcp/not-encrypted", "«smcp+http»://127.0.0.1.example?office=o", undefined],
    ["smcp/not-encrypted", "smcp+https://a.example?office=o", undefined],
    ["smcp/not-encrypted", "smcp+http://127.0.0.1:8000/x?office=o", undefined],
    ["smcp/not-encrypted", "smcp+http://LocalHost?office=o", undefined],
    ["smcp/not-encrypted", "smcp+http://[::1]:1?office=o", undefined],
    ["smcp/no-office", "«smcp+http://a.example?computer=pc»", undefined],
    ["smcp/no-office", "«smcp+http://a.example?version=0.1.0»", undefined],
    ["smcp/no-office", "smcp+http://a.example?version=0.1.0&agent=robot", undefined],
  ])("%s: %s", (code, marked, fixed) => {
    const { text, ranges } = markedText(marked);
    const { problems } = readCallTarget(text, 0);
    expect(rangesOf(problems, code)).toEqual(ranges);
    const problem = problems.find((one) => one.code === code);
    if (fixed !== undefined) expect(afterFix(text, problem)).toBe(fixed);
  });

  it("name the agent's own office in the first text of the protocol", () => {
    const office = (text: string) => {
      const parsed = parseSmcpTarget(text);
      return parsed.ok ? officeOf(parsed.target) : undefined;
    };
    expect(office("smcp+http://a.example?version=0.1.0&agent=robot")).toBe("robot");
    expect(office("smcp+http://a.example?version=0.1.2&agent=robot")).toBeUndefined();
  });

  it("of any text end in a target or a problem inside the text", () => {
    const like = fc.stringMatching(/^smcp\+https?:\/\/[a-z@:0-9/?=&% #.]*$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), like), (text) => {
        const parsed = parseSmcpTarget(text);
        expectProblemsInside(text, parsed.ok ? readCallTarget(text, 0).problems : parsed.problems);
      }),
    );
  });
});

const targetCodes = ["smcp/url", "smcp/version-form", "smcp/target-parameter", "smcp/not-encrypted", "smcp/no-office"];

/** Shown in checkSmcpReply.test.ts. */
const answerCodes = ["smcp/answer-member", "smcp/answer-type", "smcp/server-config"];

interface RequestCase {
  readonly code: string;
  /** Where it is sent, if that matters. */
  readonly target?: string;
  readonly text: string;
  readonly fixed?: string;
}

const call = '"computer": "pc", "tool_name": "t", "params": {}, "timeout": 30';

const requestCases: readonly RequestCase[] = [
  { code: "smcp/unknown-event", text: '{"method": «"client:tool_cal"»}', fixed: '{"method": "client:tool_call"}' },
  { code: "smcp/unknown-event", text: '{"method": «"prompts/list"»}' },
  { code: "smcp/event-direction", text: '{"method": «"notify:enter_office"»}' },
  { code: "smcp/event-direction", text: '{"method": «"server:update_tool_list"»}' },
  { code: "smcp/never-answered", text: '{"method": «"server:tool_call_cancel"», "params": {"req_id": "r"}}' },
  {
    code: "smcp/missing-member",
    text: '{"method": "client:tool_call", "params": «{»"computer": "pc", "tool_name": "t", "params": {}}}',
  },
  { code: "smcp/missing-member", text: '«{»"method": "client:get_skill"}' },
  { code: "smcp/missing-member", text: '{"method": "client:get_tools"}' },
  {
    code: "smcp/wrong-type",
    text: '{"method": "client:tool_call", "params": {"computer": "pc", "tool_name": "t", "params": «[]», "timeout": «1.5»}}',
  },
  {
    code: "smcp/earlier-member",
    text: `{"method": "client:tool_call", "params": {«"robot_id"»: "r", ${call}}}`,
    fixed: `{"method": "client:tool_call", "params": {"agent": "r", ${call}}}`,
  },
  {
    code: "smcp/filled-member",
    text: `{"method": "client:tool_call", "params": {«"agent"»: "r", ${call}}}`,
    fixed: `{"method": "client:tool_call", "params": {${call}}}`,
  },
  { code: "smcp/needs-version", target: "version=0.3.0", text: '{"method": «"client:put_blob"»}' },
  { code: "smcp/needs-version", target: "version=0.4.0", text: '{"method": "client:put_blob"}' },
  { code: "smcp/no-computer", target: "office=o", text: '{"method": «"client:get_tools"», "params": {}}' },
  { code: "smcp/no-computer", target: "office=o", text: '{"method": «"tools/list"»}' },
  { code: "smcp/no-computer", target: "office=o", text: '{"method": "server:list_room"}' },
  {
    code: "smcp/no-computer",
    target: "office=o",
    text: '{"method": "client:get_tools", "params": {"computer": "pc"}}',
  },
  { code: "smcp/no-computer", target: "computer=pc", text: '{"method": "client:get_tools"}' },
  {
    code: "smcp/earlier-member",
    target: "version=0.1.0",
    text: `{"method": "client:tool_call", "params": {"robot_id": "r"}}`,
  },
  {
    code: "smcp/filled-member",
    target: "version=0.1.0",
    text: `{"method": "client:tool_call", "params": {«"robot_id"»: "r"}}`,
  },
  {
    code: "smcp/no-time",
    text: '{"method": "client:tool_call", "params": {"tool_name": "t", "params": {}, "timeout": «0»}}',
  },
  {
    code: "smcp/no-time",
    text: '{"method": "client:tool_call", "params": {"tool_name": "t", "params": {}, "timeout": 1}}',
  },
  { code: "smcp/missing-member", text: '{"method": "resources/list", "params": «{»}}' },
  { code: "json-rpc/missing-id", text: '«{»"jsonrpc": "2.0", "method": "tools/list"}' },
  { code: "mcp/missing-member", text: '{"method": "tools/call", "params": «{»}}' },
  { code: "mcp/missing-meta", text: '{"method": "tools/call", "params": {"name": "t"}}' },
];

describe("A2C-SMCP requests", () => {
  it.each(requestCases)("$code: $text to $target", ({ code, text: marked, target, fixed }) => {
    const { text, ranges } = markedText(marked);
    const parsed = target === undefined ? undefined : parseSmcpTarget(`smcp+http://a.example?${target}`);
    const problems = checkSmcpRequest(treeOf(text), parsed?.ok ? parsed.target : undefined);
    expect(rangesOf(problems, code)).toEqual(ranges);
    if (fixed !== undefined) {
      const problem = problems.find((one) => one.code === code);
      expect(afterFix(text, problem)).toBe(fixed);
    }
  });

  it("bring nothing when they are right, a variable in them or not", () => {
    for (const text of [
      `{"jsonrpc": "2.0", "id": 1, "method": "client:tool_call", "params": {${call}}}`,
      '{"jsonrpc": "2.0", "id": 1, "method": "client:tool_call", "params": {"{{key}}": 1, "timeout": {{seconds}}}}',
      '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "arguments": {}}}',
      '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
      '{"jsonrpc": "2.0", "id": 1, "method": "resources/list", "params": {"mcp_server": "acme"}}',
    ]) {
      expect(checkSmcpRequest(treeOf(text))).toEqual([]);
    }
  });

  it("show every rule here and above", () => {
    const shown = new Set([...requestCases.map((one) => one.code), ...targetCodes, ...answerCodes]);
    expect(Object.keys(smcpRules).filter((code) => !shown.has(code))).toEqual([]);
  });
});

describe("A2C-SMCP versions", () => {
  it.each([
    ["0.4.0", "0.4.2", true],
    ["0.4.0", "0.3.0", false],
    ["1.0.0", "1.2.0", true],
    ["1.0.0", "2.0.0", false],
  ])("%s and %s understand each other: %s", (a, b, expected) => expect(areCompatible(a, b)).toBe(expected));

  it.each([
    ["0.4.0", "0.4.0", true],
    ["0.10.0", "0.9.9", true],
    ["0.3.9", "0.4.0", false],
  ])("%s is at least %s: %s", (version, needed, expected) => expect(isAtLeast(version, needed)).toBe(expected));
});

it("error codes of A2C-SMCP are explained, others are not", () => {
  expect(explainSmcpCode(4004)?.name).toBe("Tool timed out");
  expect(explainSmcpCode(4999)).toBeUndefined();
  expect(explainSmcpCode(Number.NaN)).toBeUndefined();
});
