import { expect, it } from "vitest";
import { targetOccurrences } from "../../../../src/editor/language/call/targetOccurrences.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";

const key = "A".repeat(43);

it("knows one address in each of its forms", () => {
  const text = [
    `@bot = https://smp12.simplex.im/a#${key}`,
    "@count = 3",
    `### One\n# @to simplex:/a#${key}?h=smp12.simplex.im\n/_call mcp {}`,
    "### Two\n# @to @Ann\n/_call mcp {}",
    "### Three\n# @to @Ann\n/_call mcp {}",
    `### Four\n# @to https://smp12.simplex.im/g#${key}\n/_call mcp {}`,
  ].join("\n");
  const found = targetOccurrences(parseCallFile(text));
  const sameAs = (index: number) =>
    found
      .filter(({ identity }) => identity === found[index]?.identity)
      .map(({ role, text: written }) => [role, written]);
  expect(sameAs(0)).toEqual([
    ["definition", `https://smp12.simplex.im/a#${key}`],
    ["use", `simplex:/a#${key}?h=smp12.simplex.im`],
  ]);
  expect(sameAs(2)).toEqual([
    ["use", "@Ann"],
    ["use", "@Ann"],
  ]);
  expect(sameAs(4)).toEqual([["use", `https://smp12.simplex.im/g#${key}`]]);
  for (const { offset, length, text: written } of found) expect(text.slice(offset, offset + length)).toBe(written);
});
