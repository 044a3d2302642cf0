import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProtocolRequest } from "../../../../src/protocol/binding/checkRequest.ts";
import { smcpRules } from "../../../../src/protocol/smcp/rules.ts";
import { explainSmcpCode } from "../../../../src/protocol/smcp/smcpErrors.ts";
import { parseSmcpTarget } from "../../../../src/protocol/smcp/smcpTarget.ts";
import { areCompatible, isAtLeast } from "../../../../src/protocol/smcp/smcpVersions.ts";
import { markedText, rangesOf, treeOf } from "../markedText.ts";
import { afterFix, expectProblemsInside } from "../textProperties.ts";

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

  it("of any text end in a target or a problem inside the text", () => {
    const like = fc.stringMatching(/^smcp\+https?:\/\/[a-z@:0-9/?=&% #.]*$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), like), (text) => {
        const parsed = parseSmcpTarget(text);
        if (!parsed.ok) expectProblemsInside(text, parsed.problems);
      }),
    );
  });
});

interface RequestCase {
  readonly code: string;
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
  { code: "smcp/needs-version", text: '{"method": «"client:put_blob"»}' },
  { code: "json-rpc/missing-id", text: '«{»"jsonrpc": "2.0", "method": "tools/list"}' },
  { code: "mcp/missing-member", text: '{"method": "tools/call", "params": «{»}}' },
  { code: "mcp/missing-meta", text: '{"method": "tools/call", "params": {"name": "t"}}' },
];

describe("A2C-SMCP requests", () => {
  it.each(requestCases)("$code: $text", ({ code, text: marked, fixed }) => {
    const { text, ranges } = markedText(marked);
    const problems = checkProtocolRequest("mcp", treeOf(text), { transport: "smcp" });
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
    ]) {
      expect(checkProtocolRequest("mcp", treeOf(text), { transport: "smcp" })).toEqual([]);
    }
  });

  it("show every rule here and above", () => {
    const shown = new Set([...requestCases.map((one) => one.code), "smcp/url", "smcp/version-form"]);
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
