import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson } from "../../../../src/protocol/json/compactJson.ts";
import { mutated } from "../kit/textProperties.ts";

describe("compactJson", () => {
  it.each([
    ['\ufeff{ "a" : [ 1.10 , 1e5 ] , // why\n "b" : /* x */ "c  // d" }', '{"a":[1.10,1e5],"b":"c  // d"}'],
    ['"\\u0041\\/"', '"\\u0041\\/"'],
    ["1 2", "1 2"],
    ['"a\n"b"', '"a\n"b"'],
  ])("%j is sent as %j", (text, sent) => {
    expect(compactJson(text)).toBe(sent);
  });

  it("keeps the value and is the same when done twice", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("\t", 2), (value, indent) => {
        const compact = compactJson(JSON.stringify(value, null, indent));
        expect(compact).toBe(JSON.stringify(value));
        expect(compactJson(compact)).toBe(compact);
      }),
    );
  });

  it("is the same when done twice, for any text", () => {
    fc.assert(
      fc.property(fc.oneof(mutated(['// a\n{"b": [1, "c"]} /* d */']), fc.string({ unit: "binary" })), (text) => {
        const compact = compactJson(text);
        expect(compactJson(compact)).toBe(compact);
      }),
      { numRuns: 2000 },
    );
  });
});
