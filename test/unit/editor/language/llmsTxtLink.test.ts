import { describe, expect, it } from "vitest";
import { llmsTxtLinkAt } from "../../../../src/editor/language/llms-txt/llmsTxtLink.ts";

/** The text that a completion at `|` would replace, with marks around it. */
function marked(written: string): string | undefined {
  const offset = written.indexOf("|");
  const text = written.slice(0, offset) + written.slice(offset + 1);
  const range = llmsTxtLinkAt(text, offset);
  return range && `‹${text.slice(range.offset, range.offset + range.length)}›`;
}

const section = "# Acme\n\n## Communications\n\n";

describe("the place of a link's destination in llms.txt", () => {
  it.each([
    ["- [Ask](|", "‹›"],
    ["- [Ask](|)", "‹›"],
    ["- [Ask](htt|)", "‹htt›"],
    ["- [Ask](htt|ps://a): SimpleX contact for agents.", "‹https://a›"],
    ["* [Ask \\[us\\]](<htt|ps://a>)", "‹https://a›"],
  ])("is found in %s", (item, expected) => {
    expect(marked(section + item)).toBe(expected);
  });

  it.each([["- [As|k](https://a)"], ["- [Ask](https://a)|"], ["- [Ask](https://a b|"], ["See [Ask](|)"]])(
    "is not in %s",
    (item) => {
      expect(marked(section + item)).toBeUndefined();
    },
  );

  it("is in no other section", () => {
    expect(marked("# Acme\n\n## Docs\n\n- [Ask](|)")).toBeUndefined();
    expect(marked(`${section}- [A](b)\n\n## Docs\n\n- [Ask](|)`)).toBeUndefined();
  });
});
