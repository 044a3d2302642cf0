import { describe, expect, it } from "vitest";
import { JsonOutline, maxRevealedLines, outlinePageSize, pathOf } from "../../../src/panel/jsonOutline.ts";
import { pathText } from "../../../src/panel/pathText.ts";
import { parseJsonText } from "../../../src/protocol/json/jsonText.ts";

function outlineOf(value: unknown): JsonOutline {
  const { root } = parseJsonText(JSON.stringify(value));
  if (!root) throw new Error("The text has no value.");
  return new JsonOutline(root);
}

const paths = (outline: JsonOutline): string[] => outline.lines.map((line) => pathText(pathOf(line)));

describe("JsonOutline", () => {
  it("opens a small value whole, in the order of the text", () => {
    expect(paths(outlineOf({ b: [1, { c: 2 }], a: null }))).toEqual([
      "$",
      "$.b",
      "$.b[0]",
      "$.b[1]",
      "$.b[1].c",
      "$.a",
    ]);
  });

  it("folds and unfolds with everything inside", () => {
    const outline = outlineOf({ a: { b: { c: 1 } }, d: 2 });
    const [, a] = outline.lines;
    if (!a) throw new Error("No line for a.");
    expect(outline.collapse(a)).toHaveLength(2);
    expect(paths(outline)).toEqual(["$", "$.a", "$.d"]);
    expect(outline.collapse(a)).toHaveLength(0);
    expect(outline.expand(a)).toHaveLength(1);
    expect(paths(outline)).toEqual(["$", "$.a", "$.a.b", "$.d"]);
  });

  it("opens the way to what is searched for, in folded members and behind the first page", () => {
    const items = Array.from({ length: 450 }, (_, index) => ({ deep: { at: index } }));
    const outline = outlineOf({ items, other: [1] });
    const [root] = outline.lines;
    for (const line of outline.lines.filter(({ parent }) => parent === root)) outline.collapse(line);
    outline.reveal((node) => node.kind === "number" && node.value === 420);
    expect(paths(outline)).toContain("$.items[420].deep.at");
    expect(paths(outline)).not.toContain("$.items[0].deep");
    expect(paths(outline)).not.toContain("$.other[0]");
  });

  it("stops opening before a search fills the page", () => {
    const outline = outlineOf(Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 1)));
    outline.reveal(() => true);
    expect(outline.lines.length).toBeGreaterThanOrEqual(maxRevealedLines);
    expect(outline.lines.length).toBeLessThan(maxRevealedLines + outlinePageSize);
  });

  it.each([outlinePageSize - 1, outlinePageSize, outlinePageSize + 1])("shows %i children page by page", (count) => {
    const outline = outlineOf(Array.from({ length: count }, (_, index) => index));
    const [root] = outline.lines;
    if (!root) throw new Error("No root.");
    expect(outline.expand(root)).toHaveLength(Math.min(count, outlinePageSize));
    expect(outline.showMore(root)).toHaveLength(Math.max(0, count - outlinePageSize));
    expect(outline.lines).toHaveLength(count + 1);
  });

  it("keeps both members of a duplicate key", () => {
    const { root } = parseJsonText('{"a": 1, "a": 2}');
    if (!root) throw new Error("The text has no value.");
    expect(paths(new JsonOutline(root))).toEqual(["$", "$.a", "$.a"]);
  });
});

describe("pathText", () => {
  it.each([
    [[], "$"],
    [["result", "content", 0, "text"], "$.result.content[0].text"],
    [["io.modelcontextprotocol/x"], "$['io.modelcontextprotocol/x']"],
    [["it's", "a\\b", "\n", "\u0001", ""], "$['it\\'s']['a\\\\b']['\\n']['\\u0001']['']"],
  ])("writes %j as %s", (steps, expected) => {
    expect(pathText(steps)).toBe(expected);
  });
});
