import { describe, expect, it } from "vitest";
import { processOutput, withoutContent } from "../../../src/core/managed/processOutput.ts";

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
    for (const piece of ["fir", "st\r\nsec", "ond\n", "x".repeat(1000), "y".repeat(1000), "\n"]) output.append(piece);
    expect(output.lines).toEqual(["first", "second", "x".repeat(300)]);
    for (let line = 0; line < 500; line++) output.append(`line ${line}\n`);
    expect(output.lines).toHaveLength(200);
    expect(output.lines.at(-1)).toBe("line 499");
    expect(output.cutLines).toBe(303);
  });

  it.each([1, 7, 299, 301, 8_192])("keeps no content of a long line that comes in pieces of %i", (size) => {
    const key = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp-K06_nwoy_HU--CXqI9EdVhC";
    const message = `/_send @4 json [{"msgContent":{"type":"text","text":"${"planted ".repeat(2_000)}"}}]\n`;
    const request = `/_service_request 1 simplex:/contact#/?${"a".repeat(2_000)} sign_key=${key} {"planted":1}\n`;
    const lines = [message, request, `note ${"b".repeat(280)} ${key} planted\n`, `${"c".repeat(1_200)} ${key}\n`].join(
      "",
    );
    const output = processOutput();
    for (let offset = 0; offset < lines.length; offset += size) output.append(lines.slice(offset, offset + size));
    expect(output.lines).toHaveLength(4);
    expect(output.lines.slice(0, 2)).toEqual(["/_send [removed]", "/_service [removed]"]);
    expect(output.lines.join()).not.toMatch(/planted|MC4C/);
  });
});
