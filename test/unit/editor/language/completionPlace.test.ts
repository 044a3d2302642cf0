import { describe, expect, it } from "vitest";
import { completionPlace } from "../../../../src/editor/language/completion/completionPlace.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";

/** The place at the `‸` in the text, with the text that a completion would replace. */
function placeAt(marked: string) {
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  const place = completionPlace(text, parseCallFile(text), offset);
  if (!place) return undefined;
  const { offset: start, length } = place.range;
  return { ...place, request: undefined, replaces: text.slice(start, start + length), range: undefined };
}

describe("the place of a completion", () => {
  it.each([
    ["# ‸", "directive-key", ""],
    ["# @t‸", "directive-key", "@t"],
    ["# @t‸imeout 3s", "directive-key", "@timeout"],
    ["# @to ‸", "directive-value", ""],
    ["# @to https://a.b/‸a#x", "directive-value", "https://a.b/a#x"],
    ["@bot = ‸", "variable-value", ""],
    ["# @to {{‸", "variable", ""],
    ["# @to {{b‸ot}}", "variable", "bot"],
    ['/_call mcp {"a": "{{$se‸cret key}}"}', "variable", "$secret key"],
    ["/_call ‸", "command-head", ""],
    ["/_call m‸", "command-head", "m"],
    ["/_call @Ac‸", "command-head", "@Ac"],
    ["/_call @Acme ‸", "command-head", ""],
    ["/_c‸", "request-start", "/_c"],
    ["‸", "request-start", ""],
    ["### x\n‸", "request-start", ""],
  ])("%s", (marked, kind, replaces) => {
    expect(placeAt(marked)).toMatchObject({ kind, replaces });
  });

  it.each([
    ["/_call mcp {‸}", [""], true, ""],
    ['/_call mcp {"met‸"}', ["met"], true, '"met"'],
    ['/_call mcp {"method": ‸}', ["method"], false, ""],
    ['/_call mcp {"method": "to‸ols"}', ["method"], false, '"tools"'],
    ['/_call mcp {"params": {"a": {{n}}, "b‸', ["params", "b"], true, '"b'],
    ['/_call a2a {"params": {"parts": [{"x‸"', ["params", "parts", 0, "x"], true, '"x"'],
  ])("in JSON: %s", (marked, path, isKey, replaces) => {
    expect(placeAt(marked)).toMatchObject({ kind: "json", path, isKey, replaces });
  });

  it("is nowhere in comments, separators and after the body", () => {
    expect(placeAt('/_call mcp {\n // say "meth‸\n}')).toBeUndefined();
    expect(placeAt("### na‸me")).toBeUndefined();
    expect(placeAt("/_call mcp {}‸")).toBeUndefined();
  });

  it("knows a key that has its colon, and a variable that has its braces", () => {
    expect(placeAt('/_call mcp {"met‸": 1}')).toMatchObject({ hasColon: true });
    expect(placeAt('/_call mcp {"met‸"}')).toMatchObject({ hasColon: false });
    expect(placeAt("# @to {{b‸ot}}")).toMatchObject({ isClosed: true });
    expect(placeAt("# @to {{b‸")).toMatchObject({ isClosed: false });
  });
});
