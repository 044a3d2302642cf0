import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkWellKnown, readWellKnown } from "../../../../src/protocol/well-known/readWellKnown.ts";
import { afterFix, expectProblemsInside, inShort, mutated } from "../kit/textProperties.ts";

const key = "gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM";
const contact = `https://smp12.simplex.im/a#${key}`;

describe("readWellKnown", () => {
  it("finds links in whichever members they stand", () => {
    const text = `{"channels": [{"name": "News", "link": "https:\\/\\/smp12.simplex.im\\/c#${key}"}], "contact": "${contact}", "site": "https://example.com/a#top"}`;
    const { addresses, problems } = readWellKnown(text);
    expect(problems).toEqual([]);
    expect(addresses.map(({ title, path, address }) => ({ title, path, type: address?.type }))).toEqual([
      { title: "News", path: ["channels", 0, "link"], type: "channel" },
      { title: undefined, path: ["contact"], type: "contact" },
    ]);
    const [escaped] = addresses;
    expect(escaped?.link.text).toBe(`https://smp12.simplex.im/c#${key}`);
    expect(text.slice(escaped?.link.offset, (escaped?.link.offset ?? 0) + (escaped?.link.length ?? 0))).toBe(
      `https:\\/\\/smp12.simplex.im\\/c#${key}`,
    );
  });

  it.each([
    ["{", ["json/unclosed@0+1", "well-known/no-addresses@0+1"]],
    ["", ["json/empty@0+0"]],
    ["{}", ["well-known/no-addresses@0+1"]],
    [`["${contact}"]`, ["well-known/not-an-object@0+74"]],
    ["null", ["well-known/not-an-object@0+4"]],
    [`{"a": "${contact}x"}`, ["well-known/link@34+44"]],
    [`{"a": "${contact}", "b": "simplex:/a#${key}?h=smp12.simplex.im"}`, ["well-known/duplicate-address@86+73"]],
    [`{"a": "https://smp12.simplex.im/r#${key}"}`, ["well-known/not-for-publication@7+70"]],
    [`{"a": "https://smp.example.org/a#${key}"}`, ["link/router-not-verified@15+15"]],
  ])("%s", (text, expected) => {
    expect(inShort(checkWellKnown(text))).toEqual(expected);
  });

  it("takes only the JSON for an error, and says that the rest is provisional", () => {
    const problems = checkWellKnown(
      `{"a": "${contact}x", "b": "${contact}", "c": "${contact}", "d": "https://smp12.simplex.im/i#x/${key}", "e": "https://smp.example.org/a#${key}"}`,
    );
    expect(problems.map(({ severity }) => severity)).not.toContain("error");
    for (const { message } of problems) expect(message).toMatch(/^Provisional/);
  });

  it("mends a link inside the JSON, counting its escapes", () => {
    const text = `{"a": "http:\\/\\/smp12.simplex.im\\/a#${key}\\u200b"}`;
    const mended = afterFix(text, checkWellKnown(text)[0]);
    expect(mended).toBe(`{"a": "http:\\/\\/smp12.simplex.im\\/a#${key}"}`);
    expect(afterFix(mended, checkWellKnown(mended)[0])).toBe(`{"a": "https:\\/\\/smp12.simplex.im\\/a#${key}"}`);
  });

  it("ends in problems inside the text, for any text", () => {
    const texts = [
      `{"a": "${contact}\\u200b ", "b": ["simplex:\\/\\/a#${key}", "http:\\u002f/smp12.simplex.im:1/c#${key}"]}`,
    ];
    fc.assert(
      fc.property(fc.oneof(mutated(texts), fc.json()), (text) => expectProblemsInside(text, checkWellKnown(text))),
      { numRuns: 1000 },
    );
  });
});
