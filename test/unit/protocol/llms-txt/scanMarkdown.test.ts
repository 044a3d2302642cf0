import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { scanMarkdown } from "../../../../src/protocol/llms-txt/scanMarkdown.ts";

/** `level@offset` of each top-level heading and `-@offset` of each list item, by the scan. */
function scanned(text: string): string[] {
  const found: [number, string][] = [];
  scanMarkdown(text, {
    heading: ({ level, range }) => found.push([range.offset, `${level}@${range.offset}`]),
    item: ({ range }) => found.push([range.offset, `-@${range.offset}`]),
    looseLine: () => {},
    definition: () => {},
  });
  return found.sort(([a], [b]) => a - b).map(([, name]) => name);
}

type Tree = {
  readonly type: string;
  readonly depth?: number;
  readonly position?: { readonly start: { readonly offset?: number } };
  readonly children?: readonly Tree[];
};

/** The same by the Markdown parser. Lists inside of block quotes are not looked into. */
function parsed(text: string): string[] {
  const found: [number, string][] = [];
  const visit = (node: Tree, isTop: boolean): void => {
    const offset = node.position?.start.offset ?? 0;
    if (node.type === "heading" && isTop) found.push([offset, `${node.depth}@${offset}`]);
    if (node.type === "listItem") found.push([offset, `-@${offset}`]);
    if (node.type !== "blockquote") for (const child of node.children ?? []) visit(child, node.type === "root");
  };
  visit(fromMarkdown(text) as Tree, true);
  return found.sort(([a], [b]) => a - b).map(([, name]) => name);
}

describe("scanMarkdown finds what the Markdown parser finds", () => {
  it.each([
    "# A\n## B\n",
    "A\n===\nB\nb\n---\n",
    "#A\n####### B\n    # C\n",
    "## A ##\n##\n## ##\n",
    "```\n# A\n```\n# B",
    "~~~~\n# A\n~~~\n# B\n~~~~~\n# C",
    "- a\n  # not top\n- b\n\n  ```\n  # code\n# top\n",
    "- ```\n  # code\n# top",
    "1. a\n2) b\n- c\n   - d\n     * e\n",
    "a\n2. not an item\n1. an item\n",
    "a\n-\nb\n",
    "<!-- \n# A\n\n# B -->\n# C",
    "<div>\n# A\n\n# B\n</div>",
    "<script>\n\n# A\n</script>\n# B",
    "<a>\n# A\n\n# B",
    "a\n<a>\n# A",
    "> # A\n# B",
    "> a\nb\n---\n",
    "- - - a\n- - -\n",
    "[a]: b\n---\n",
    "- a\nlazy\n  # in it\n",
    "-     code\n- \n  a\n",
    "\t# A\n-\ta\n\n\tb\n",
  ])("%j", (text) => {
    expect(scanned(text)).toEqual(parsed(text));
  });

  it("in any arrangement of lines", () => {
    const line = fc.constantFrom(
      "",
      "# A",
      "## B ##",
      "a",
      "===",
      "---",
      "- b",
      "  - c",
      "1. d",
      "```",
      "~~~",
      "<!-- e",
      "e -->",
      "<div>",
      "</div>",
      "  f",
      "***",
      "  # I",
      "- # J",
      "   ```",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), fc.constantFrom("\n", "\r\n"), (lines, lineBreak) => {
        const text = lines.join(lineBreak);
        expect(scanned(text), JSON.stringify(text)).toEqual(parsed(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("in any megabyte, without end", () => {
    const pieces = [
      "# ",
      "#\n",
      "- ",
      "-\n",
      "```\n",
      "<",
      "<!--",
      "<a ",
      "[",
      "> ",
      "---\n",
      "\t",
      "a\n=\n",
      "  - a\n",
    ];
    for (const piece of pieces) scanned(piece.repeat(1e6 / piece.length));
  });
});
