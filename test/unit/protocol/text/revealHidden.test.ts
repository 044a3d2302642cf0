import { describe, expect, it } from "vitest";
import { revealHidden } from "../../../../src/protocol/text/revealHidden.ts";

const shown = (text: string): string =>
  revealHidden(text)
    .map((piece) => (piece.kind === "text" ? piece.text : `[${piece.label}]`))
    .join("");

describe("revealHidden", () => {
  it.each([
    ["plain text\twith\nlines", "plain text\twith\nlines"],
    ["", ""],
    ["a\u202Eb", "a[U+202E]b"],
    ["\u200B\u2066", "[U+200B][U+2066]"],
    ["a\u0000\u001Bb", "a[U+0000][U+001B]b"],
    ["\uFEFFx", "[U+FEFF]x"],
    ["tag\u{E0041}", "tag[U+E0041]"],
    ["half \uD800 pair", "half [U+D800] pair"],
    ["שלום", "שלום"],
    ["👩‍🚀 ❤️ 1️⃣", "👩‍🚀 ❤️ 1️⃣"],
    ["a\u200Db \uFE0F", "a[U+200D]b [U+FE0F]"],
  ])("shows %j as %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it("names what it marks", () => {
    expect(revealHidden("\u202E")).toEqual([
      { kind: "hidden", code: 0x202e, label: "U+202E", name: "right-to-left override" },
    ]);
  });
});
