import { describe, expect, it } from "vitest";
import { memberText } from "../../../../src/protocol/json/memberText.ts";

describe("the text of a member", () => {
  it.each<[string, string, readonly string[], string | undefined]>([
    ["digits and escapes as written", '{"a": {"b" : [1.0, 1e400, "\\u0041"] }}', ["a", "b"], '[1.0, 1e400, "\\u0041"]'],
    ["a name with escapes", '{"\\u0061": 12345678901234567890}', ["a"], "12345678901234567890"],
    ["the last of the same name", '{"a": 1, "a": 2}', ["a"], "2"],
    ["brackets in strings", '{"a": "}{", "b": {"c": "]"}}', ["b"], '{"c": "]"}'],
    ["not one of a level deeper", '{"a": {"b": 1}}', ["b"], undefined],
    ["nothing", "{}", ["a"], undefined],
    ["a member of no object", '{"a": [1]}', ["a", "b"], undefined],
  ])("%s", (_, text, path, expected) => {
    expect(memberText(text, path)).toBe(expected);
  });

  it("does not mind the depth", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(memberText(`{"a":${deep}}`, ["a"])).toBe(deep);
  });
});
