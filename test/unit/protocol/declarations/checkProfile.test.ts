import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProfile } from "../../../../src/protocol/declarations/checkProfile.ts";
import { afterFix, expectProblemsInside, mutated } from "../kit/textProperties.ts";

/** Codes, each with the text it stands at. */
function problemsOf(text: string): string[] {
  return checkProfile(text).map(({ code, range }) => {
    const at = text.slice(range.offset, range.offset + range.length);
    return `${code} ${at}`;
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
    ["[1]", ["declarations/wrong-type [1]"]],
    ["{", ["json/unclosed {", "declarations/not-declarations {"]],
    ['{"displayName": "acme"}', ["declarations/not-declarations {"]],
    [profile("[]"), ["declarations/wrong-type []"]],
    [profile('{"mcp": {"transports": {"chat": true}}}'), ["declarations/missing-member {"]],
    [
      profile('{"mcp": {"version": ["2026-07-28"], "transports": {"chat": true}}}'),
      ['declarations/missing-member "version"'],
    ],
    [
      profile('{"mcp": {"versions": [1], "transports": {"chat": 1}}}'),
      ["declarations/wrong-type 1", "declarations/wrong-type 1"],
    ],
    [profile(`{"MCP": {${served}}}`), ['declarations/invalid-protocol-name "MCP"']],
    [profile(`{"": {${served}}}`), ['declarations/invalid-protocol-name ""']],
    [profile(`{"x-1": {${served}}}`), ['declarations/unknown-protocol "x-1"']],
    [profile('{"mcp": {"versions": [], "transports": {"rpc": true}}}'), ["declarations/no-versions []"]],
    [
      profile('{"mcp": {"versions": ["2026-07-28"], "transports": {"chat": false}}}'),
      ['declarations/no-transport {"chat": false}'],
    ],
    [profile('{"mcp": {"versions": ["2026-07-28"], "transports": {}}}'), ["declarations/no-transport {}"]],
    [
      profile(`{"mcp": {"versions": ["2026-07-28"], "transports": {"chat": true, "smtp": true}}}`),
      ['declarations/unknown-transport "smtp"'],
    ],
    [
      profile('{"mcp": {"versions": ["2026-07-28", "2026-07-28"], "transports": {"chat": true}}}'),
      ['declarations/repeated-value "2026-07-28"'],
    ],
    [
      `{"groupPreferences": {"protocols": {"mcp": {"versions": ["2026-07-28"], "transports": {"chat": true, "rpc": false}}}}}`,
      ['declarations/rpc-in-group "rpc": false'],
    ],
    [`{"preferences": {"protocols": {"mcp": {${served}, "new": 1}}, "other": {}}}`, []],
    [groupProfile('{"groupType": "channel", "audience": ["human", "agent"], "changeFrequency": "daily"}'), []],
    [
      groupProfile('{"audience": ["agents", "robot"]}'),
      ['declarations/unknown-peer-type "agents"', 'declarations/unknown-peer-type "robot"'],
    ],
    [groupProfile('{"audience": []}'), ["declarations/no-peers []"]],
    [groupProfile('{"audience": "agent"}'), ['declarations/wrong-type "agent"']],
    [groupProfile('{"audience": ["bot", "bot"]}'), ['declarations/repeated-value "bot"']],
    [groupProfile('{"changeFrequency": "dayly"}'), ['declarations/invalid-frequency "dayly"']],
    [groupProfile('{"changeFrequency": 1}'), ["declarations/wrong-type 1"]],
    [
      groupProfile('{"groupType": "group", "changeFrequency": "daily"}'),
      ['declarations/frequency-outside-channel "changeFrequency": "daily"'],
    ],
    [groupProfile("1"), ["declarations/wrong-type 1"]],
    ['{"profile": {"displayName": "acme"}, "serves": ["agent", "x"]}', ['declarations/unknown-peer-type "x"']],
    ['{"serves": [1]}', ["declarations/wrong-type 1"]],
    [
      '{"audience": ["x"], "changeFrequency": "x"}',
      ['declarations/unknown-peer-type "x"', 'declarations/invalid-frequency "x"'],
    ],
    ['{"displayName": "a", "protocols": {}}', ['declarations/misplaced "protocols"']],
    ['{"displayName": "a", "serves": []}', ['declarations/misplaced "serves"']],
    ['{"preferences": {"serves": ["agent"]}}', ['declarations/misplaced "serves"']],
    [
      '{"groupPreferences": {"audience": ["agent"], "changeFrequency": "daily"}}',
      ['declarations/misplaced "audience"', 'declarations/misplaced "changeFrequency"'],
    ],
    [
      '{"publicGroup": {"audiences": ["agent"], "changefrequency": "daily"}}',
      ['declarations/misspelled-member "audiences"', 'declarations/misspelled-member "changefrequency"'],
    ],
    [
      '{"displayName": "a", "audience": [], "changeFrequency": "daily"}',
      ['declarations/misplaced "audience"', 'declarations/misplaced "changeFrequency"'],
    ],
    [
      '{"preferences": {"commands": [{"type": "menu", "commands": [{"keyword": "_call"}]}]}}',
      ['declarations/call-in-commands "_call"'],
    ],
  ])("%s", (text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it("finds declarations in a connection plan, and none in what the core computes", () => {
    const text = `{"resp": {"user": {"fullPreferences": {"protocols": 1}}, "connectionPlan": {"contactAddressPlan":
      {"contactSLinkData_": {"profile": {"displayName": "acme", "preferences": {"protocols": 2}}, "serves": 3}}}}}`;
    expect(problemsOf(text)).toEqual(["declarations/wrong-type 3", "declarations/wrong-type 2"]);
  });

  it.each([
    ["mcp", "2026-07-28", undefined],
    ["mcp", "2026-07-29", undefined],
    ["mcp", "2027-01-01", undefined],
    ["mcp", "2026-07-27", "declarations/mcp-version"],
    ["mcp", "2025-11-25", "declarations/mcp-version"],
    ["mcp", "2026-13-01", "declarations/mcp-version"],
    ["mcp", "1.0", "declarations/mcp-version"],
    ["a2a", "1.0", undefined],
    ["a2a", "1.10", undefined],
    ["a2a", "2.0", undefined],
    ["a2a", "0.3", "declarations/a2a-version"],
    ["a2a", "1", "declarations/a2a-version"],
    ["a2a", "1.0.0", "declarations/a2a-version"],
    ["a2a", "1.01", "declarations/a2a-version"],
    ["acp", "anything", undefined],
  ])("version of %s %s: %s", (protocol, version, code) => {
    const text = profile(`{"${protocol}": {"versions": ["${version}"], "transports": {"chat": true}}}`);
    const problems = problemsOf(text).filter((problem) => !problem.startsWith("declarations/unknown-protocol "));
    expect(problems).toEqual(code ? [`${code} "${version}"`] : []);
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
