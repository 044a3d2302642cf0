import { describe, expect, it } from "vitest";
import { processOutput, withoutContent } from "../../../src/core/processOutput.ts";

describe("the output of a core", () => {
  it.each([
    ["client connected", "client connected"],
    ["/_send @4 text private", "/_send [removed]"],
    ['received: "/_send @4 json [1]"', "/_send [removed]"],
    ["CRITICAL {private}", "CRITICAL [removed]"],
    ['error "private"', "error [removed]"],
    ["option sign_key=MC4CAQAw", "option sign_key=[removed]"],
    ["  ", ""],
  ])("%j is kept as %j", (line, kept) => {
    expect(withoutContent(line)).toBe(kept);
  });

  it("is put together over any cut, and bounded in lines and in their length", () => {
    const output = processOutput();
    for (const piece of ["fir", "st\r\nsec", "ond\n", "x".repeat(1000)]) output.append(piece);
    expect(output.lines).toEqual(["first", "second", "x".repeat(300)]);
    for (let line = 0; line < 500; line++) output.append(`line ${line}\n`);
    expect(output.lines).toHaveLength(200);
    expect(output.lines.at(-1)).toBe("line 499");
    expect(output.cutLines).toBe(303);
  });
});
