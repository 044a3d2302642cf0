import { describe, expect, it } from "vitest";
import { hasColours, showsProgress } from "../../../src/cli/outputStream.ts";

const terminal = { isTTY: true, hasColors: () => true };
const plainTerminal = { isTTY: true, hasColors: () => false };
const pipe = { isTTY: false, hasColors: () => false };

describe("colours", () => {
  it.each([
    ["a terminal", terminal, {}, true],
    ["a terminal without colours", plainTerminal, {}, false],
    ["a pipe", pipe, {}, false],
    ["NO_COLOR", terminal, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", terminal, { NO_COLOR: "" }, true],
    ["FORCE_COLOR in a pipe", pipe, { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0 on a terminal", terminal, { FORCE_COLOR: "0" }, false],
    ["FORCE_COLOR over NO_COLOR", pipe, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  ])("with %s", (_, stream, environment, expected) => {
    expect(hasColours(stream, environment)).toBe(expected);
  });

  it("are not what decides of progress: a terminal that can replace a line does", () => {
    expect(showsProgress(terminal, { NO_COLOR: "1" })).toBe(true);
    expect(showsProgress(terminal, { TERM: "dumb" })).toBe(false);
    expect(showsProgress(pipe, { FORCE_COLOR: "1" })).toBe(false);
  });
});
