import { describe, expect, it } from "vitest";
import { decodeText } from "../../../../src/protocol/text/decodeText.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("bytes of a file", () => {
  it("that are UTF-8 are their text, the byte order mark included", () => {
    for (const text of ["", "a", "é€😀", "\ufeff{}", "\ufffd"]) {
      expect(decodeText(bytesOf(text))).toEqual({ text, problems: [] });
    }
  });

  it.each([
    ["a byte of Latin-1", [...bytesOf("é"), 0xe9, 0x61], 1],
    ["a text that is cut", [...bytesOf("😀"), 0xf0, 0x9f], 2],
    ["the first byte", [0xff, 0x61], 0],
    ["a mark of UTF-16 and half a unit", [0xff, 0xfe, 0x61], 0],
    ["half a surrogate pair", [0x61, 0xed, 0xa0, 0x80], 1],
    ["an overlong form", [0x61, 0x62, 0xc0, 0x80], 2],
  ])("that are not UTF-8 are a problem at the first of them: %s", (_, bytes, offset) => {
    const { text, problems } = decodeText(Uint8Array.from(bytes));
    expect(problems.map(({ code, range }) => [code, range])).toEqual([["text/not-utf-8", { offset, length: 1 }]]);
    expect(text.charAt(offset)).toBe("\ufffd");
  });

  it.each([
    ["little-endian", [0xff, 0xfe, 0x61, 0x00, 0x0a, 0x00]],
    ["big-endian", [0xfe, 0xff, 0x00, 0x61, 0x00, 0x0a]],
  ])("that are UTF-16 by their mark are read as that, and it is said: %s", (_, bytes) => {
    const { text, problems } = decodeText(Uint8Array.from(bytes));
    expect(text).toBe("a\n");
    expect(problems.map(({ code, range }) => [code, range])).toEqual([["text/utf-16", { offset: 0, length: 1 }]]);
  });
});
