import { describe, expect, it } from "vitest";
import { jsonLinkAt, jsonLinkHoverAt } from "../../../../src/editor/language/completion/linkDocument.ts";

const link = `https://smp12.simplex.im/a#${"A".repeat(43)}`;
const isUrl = (path: readonly (string | number)[]) => path.at(-1) === "url";

describe("an address in a JSON document", () => {
  it.each([
    ['{"url": "|"}', ""],
    ['{"url": "|', ""],
    ['{"url": "htt|ps:"}', "https:"],
    ['{"url": "https:|"}', "https:"],
    ['[{"url": "a|"}]', "a"],
  ])("is completed in %s", (written, expected) => {
    const offset = written.indexOf("|");
    const text = written.replace("|", "");
    const range = jsonLinkAt(text, offset, isUrl);
    expect(range && text.slice(range.offset, range.offset + range.length)).toBe(expected);
  });

  it.each(['{"u|rl": ""}', '{"name": "|"}', '{"url": |""}', '{"url": ""|}', '{"url": 1|}', "|"])(
    "is not completed in %s",
    (written) => {
      expect(jsonLinkAt(written.replace("|", ""), written.indexOf("|"), isUrl)).toBeUndefined();
    },
  );

  it("is explained where it stands", () => {
    const text = `{"any": ["${link}"]}`;
    const hover = jsonLinkHoverAt(text, text.indexOf("/a#"));
    expect(hover?.markdown).toMatch(/^\*\*Link to a contact address\*\*/);
    expect(hover?.range).toEqual({ offset: text.indexOf("https"), length: link.length });
  });

  it.each(['{"any": "Acme"}', '{"any": "https://acme.example/"}', '{"any": 5}', ""])("is none in %s", (text) => {
    expect(jsonLinkHoverAt(text, Math.max(0, text.length - 3))).toBeUndefined();
  });
});
