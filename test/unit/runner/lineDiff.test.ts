import { describe, expect, it } from "vitest";
import { lineDiff } from "../../../src/runner/expectations/lineDiff.ts";

const marks = { both: " ", expected: "-", actual: "+" };
const shown = (expected: string, actual: string) =>
  lineDiff(expected, actual).map(({ side, text }) => `${marks[side]}${text}`);

describe("the lines of two texts", () => {
  it.each([
    ["a\nb\nc", "a\nb\nc", [" a", " b", " c"]],
    ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
    ["a\nb", "b", ["-a", " b"]],
    ["b", "a\nb\nc", ["+a", " b", "+c"]],
    ["a", "", ["-a", "+"]],
  ])("of %j and %j", (expected, actual, lines) => {
    expect(shown(expected, actual)).toEqual(lines);
  });

  it("stand one after the other where they are too different to compare", () => {
    const numbered = (letter: string): string => Array.from({ length: 1_100 }, (_, index) => letter + index).join("\n");
    expect(shown(`${numbered("a")}\nend`, `${numbered("b")}\nend`)).toHaveLength(2_202);
  });
});
