import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { codeSpan, markdownText } from "../../../src/editor/markdownText.ts";

describe("text in Markdown", () => {
  it.each([
    "See https://example.com (or www.example.com, a@b.example), then try again.",
    "[Log in](command:evil) ![x](https://x.example) <b>bold</b> `code` **strong** $(warning)",
    "# no heading | - no list > no quote ~~gone~~ &amp; \\* 1. one",
    "   begins and ends with space, over\n\n    several lines ",
  ])("shows %j as it is", (text) => {
    const tree = fromMarkdown(markdownText(text));
    const [paragraph, ...others] = tree.children;
    expect(others).toEqual([]);
    expect(paragraph).toMatchObject({ type: "paragraph", children: [{ type: "text" }] });
    const shown =
      paragraph?.type === "paragraph" && paragraph.children[0]?.type === "text" && paragraph.children[0].value;
    expect(shown).toBe(text.replace(/\s+/g, " ").trim());
  });

  it("leaves no address that a renderer would make a link of", () => {
    expect(markdownText("https://a.example www.b.example c@d.example")).not.toMatch(/:\/\/|www\.|\w@/);
  });
});

describe("a code span", () => {
  it("holds any text, backticks and line breaks too", () => {
    expect(codeSpan("plain")).toBe("`plain`");
    expect(codeSpan("a`b")).toBe("``a`b``");
    expect(codeSpan("`")).toBe("`` ` ``");
    expect(codeSpan("two\nlines")).toBe("`two lines`");
  });
});
