import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProfile } from "../../../../src/protocol/declarations/checkProfile.ts";
import { afterFix, expectProblemsInside, mutated } from "../textProperties.ts";

/** Codes, each with the text it stands at. */
function problemsOf(text: string): string[] {
  return checkProfile(text).map(({ code, range }) => {
    const at = text.slice(range.offset, range.offset + range.length);
    return `${code.replace("declarations/", "")} ${at}`;
  });
}

const served = '"versions": ["2026-07-28"], "transports": {"chat": true}';
const profile = (protocols: string) => `{"displayName": "acme", "preferences": {"protocols": ${protocols}}}`;
const groupProfile = (record: string) => `{"displayName": "acme", "publicGroup": ${record}}`;

describe("checkProfile", () => {
  it("finds nothing wrong in the specification's example", () => {
    const text = `{
      "protocols": {
        "mcp": {"versions": ["2026-07-28"], "transports": {"chat": true, "rpc": true}},
        "a2a": {"versions": ["1.0"], "transports": {"chat": true, "rpc": true}}
      }
    }`;
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(`{"displayName": "acme", "preferences": ${text}}`)).toEqual([]);
  });

  it.each([
    ["[1]", ["wrong-type [1]"]],
    ["{", ["json/unclosed {", "not-declarations {"]],
    ['{"displayName": "acme"}', ["not-declarations {"]],
    [profile("[]"), ["wrong-type []"]],
    [profile('{"mcp": {"transports": {"chat": true}}}'), ['missing-member {"transports": {"chat": true}}']],
    [profile('{"mcp": {"versions": [1], "transports": {"chat": 1}}}'), ["wrong-type 1", "wrong-type 1"]],
    [profile(`{"MCP": {${served}}}`), ['invalid-protocol-name "MCP"']],
    [profile(`{"": {${served}}}`), ['invalid-protocol-name ""']],
    [profile(`{"x-1": {${served}}}`), ['unknown-protocol "x-1"']],
    [profile('{"mcp": {"versions": [], "transports": {"rpc": true}}}'), ["no-versions []"]],
    [profile('{"mcp": {"versions": ["2026-07-28"], "transports": {"chat": false}}}'), ['no-transport {"chat": false}']],
    [profile('{"mcp": {"versions": ["2026-07-28"], "transports": {}}}'), ["no-transport {}"]],
    [
      profile(`{"mcp": {"versions": ["2026-07-28"], "transports": {"chat": true, "smtp": true}}}`),
      ['unknown-transport "smtp"'],
    ],
    [
      profile('{"mcp": {"versions": ["2026-07-28", "2026-07-28"], "transports": {"chat": true}}}'),
      ['repeated-value "2026-07-28"'],
    ],
    [
      `{"groupPreferences": {"protocols": {"mcp": {"versions": ["2026-07-28"], "transports": {"chat": true, "rpc": false}}}}}`,
      ['rpc-in-group "rpc": false'],
    ],
    [`{"preferences": {"protocols": {"mcp": {${served}, "new": 1}}, "other": {}}}`, []],
    [groupProfile('{"groupType": "channel", "audience": ["human", "agent"], "changeFrequency": "daily"}'), []],
    [groupProfile('{"audience": ["agents", "robot"]}'), ['unknown-peer-type "agents"', 'unknown-peer-type "robot"']],
    [groupProfile('{"audience": []}'), ["no-peers []"]],
    [groupProfile('{"audience": "agent"}'), ['wrong-type "agent"']],
    [groupProfile('{"audience": ["bot", "bot"]}'), ['repeated-value "bot"']],
    [groupProfile('{"changeFrequency": "dayly"}'), ['invalid-frequency "dayly"']],
    [groupProfile('{"changeFrequency": 1}'), ["wrong-type 1"]],
    [
      groupProfile('{"groupType": "group", "changeFrequency": "daily"}'),
      ['frequency-outside-channel "changeFrequency": "daily"'],
    ],
    [groupProfile("1"), ["wrong-type 1"]],
    ['{"profile": {"displayName": "acme"}, "serves": ["agent", "x"]}', ['unknown-peer-type "x"']],
    ['{"serves": [1]}', ["wrong-type 1"]],
    ['{"audience": ["x"], "changeFrequency": "x"}', ['unknown-peer-type "x"', 'invalid-frequency "x"']],
    ['{"displayName": "a", "protocols": {}}', ['misplaced "protocols"']],
    ['{"displayName": "a", "serves": []}', ['misplaced "serves"']],
    [
      '{"displayName": "a", "audience": [], "changeFrequency": "daily"}',
      ['misplaced "audience"', 'misplaced "changeFrequency"'],
    ],
    [
      '{"preferences": {"commands": [{"type": "menu", "commands": [{"keyword": "_call"}]}]}}',
      ['call-in-commands "_call"'],
    ],
  ])("%s", (text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it("finds declarations in a connection plan, and none in what the core computes", () => {
    const text = `{"resp": {"user": {"fullPreferences": {"protocols": 1}}, "connectionPlan": {"contactAddressPlan":
      {"contactSLinkData_": {"profile": {"displayName": "acme", "preferences": {"protocols": 2}}, "serves": 3}}}}}`;
    expect(problemsOf(text)).toEqual(["wrong-type 3", "wrong-type 2"]);
  });

  it.each([
    ["mcp", "2026-07-28", true],
    ["mcp", "2026-07-29", true],
    ["mcp", "2027-01-01", true],
    ["mcp", "2026-07-27", false],
    ["mcp", "2025-11-25", false],
    ["mcp", "2026-13-01", false],
    ["mcp", "1.0", false],
    ["a2a", "1.0", true],
    ["a2a", "1.10", true],
    ["a2a", "2.0", true],
    ["a2a", "0.3", false],
    ["a2a", "1", false],
    ["a2a", "1.0.0", false],
    ["a2a", "1.01", false],
    ["other", "anything", true],
  ])("version of %s %s: %s", (protocol, version, isRight) => {
    const text = profile(`{"${protocol}": {"versions": ["${version}"], "transports": {"chat": true}}}`);
    expect(problemsOf(text).filter((problem) => problem.includes("-version "))).toEqual(
      isRight ? [] : [`${protocol}-version "${version}"`],
    );
  });

  it.each([
    [profile(`{"MCP": {${served}}}`), profile(`{"mcp": {${served}}}`)],
    [profile(`{"mcp1": {${served}}}`), profile(`{"mcp": {${served}}}`)],
    [
      profile('{"a2a": {"versions": ["1.0.1"], "transports": {"rpc": true}}}'),
      profile('{"a2a": {"versions": ["1.0"], "transports": {"rpc": true}}}'),
    ],
    [
      profile('{"mcp": {"versions": ["2025-06-18"], "transports": {"rpc": true}}}'),
      profile('{"mcp": {"versions": ["2026-07-28"], "transports": {"rpc": true}}}'),
    ],
    [
      profile('{"mcp": {"transports": {"chat": true}}}'),
      profile('{"mcp": {"transports": {"chat": true}, "versions": []}}'),
    ],
    [groupProfile('{"changeFrequency": "Weekly"}'), groupProfile('{"changeFrequency": "weekly"}')],
    [groupProfile('{"audience": ["agents"]}'), groupProfile('{"audience": ["agent"]}')],
    [groupProfile('{"groupType": "group", "changeFrequency": "daily"}'), groupProfile('{"groupType": "group"}')],
  ])("%s is mended", (text, mended) => {
    expect(afterFix(text, checkProfile(text)[0])).toBe(mended);
  });

  it("ends in problems inside the text, for any text", () => {
    const texts = [
      profile(`{"mcp": {${served}}, "A2A": {"versions": ["1"], "transports": {"rpc": true}}}`),
      groupProfile('{"audience": ["agents"], "changeFrequency": "x"}'),
    ];
    fc.assert(
      fc.property(fc.oneof(mutated(texts), fc.json()), (text) => expectProblemsInside(text, checkProfile(text))),
      { numRuns: 1000 },
    );
  });
});
