import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonTextOptions, parseJsonText, parseTolerantly } from "../../../../src/protocol/json/jsonText.ts";
import { strictJson } from "../../../../src/protocol/json/strictJson.ts";
import { textRange } from "../../../../src/protocol/problem.ts";
import { mutated } from "../kit/textProperties.ts";

const strictly = { offset: 0, allowComments: false, placeholders: [], maxDepth: 3 };

describe("the strict reader", () => {
  it.each([
    '{"a": [1, -2.5e+3, true, false, null, "x\\u00e9\\n"]}',
    " \t\r\n[] ",
    "0",
    '"\ud83d\ude00 \u2028\u007f"',
    "[[[]]]",
    '{"__proto__": 1, "a": {"a": 2}}',
    `{${Array.from({ length: 9 }, (_, index) => `"${index}": ${index}`).join()}}`,
  ])("reads %j", (text) => {
    expect(strictJson(text, strictly)).toEqual(parseTolerantly(text).root);
  });

  it.each([
    "",
    "\ufeff{}",
    "{} // why",
    "[1,]",
    "[,1]",
    '{"a":1,}',
    '{"a"}',
    "{a: 1}",
    "[1 2]",
    "[1",
    "[1}",
    "{} {}",
    "truefalse",
    "01",
    "1.",
    "1e",
    "-",
    "[9007199254740993]",
    '"\t"',
    '"\\x"',
    '"\\u12"',
    '"\ud800"',
    '"\\ud83d\\ude00"',
    '"abc',
    "\u00a0{}",
    '{"a":1,"\\u0061":2}',
    `{${Array.from({ length: 9 }, (_, index) => `"${index}": ${index}`).join()}, "0": 1}`,
    "[[[[]]]]",
  ])("leaves %j to the tolerant one", (text) => {
    expect(strictJson(text, strictly)).toBeUndefined();
  });

  it("may pass comments and placeholders", () => {
    const text = '/* a */ [{{b}}, // "c"\n "{{d}}", "e"] // f';
    const options = { ...strictly, offset: 100, allowComments: true };
    const placeholders = [textRange(109, 5), textRange(125, 5)];
    expect(strictJson(text, options)).toBeUndefined();
    expect(strictJson(text, { ...options, placeholders })).toEqual(
      parseTolerantly(text, { ...options, placeholders }).root,
    );
    expect(strictJson(text, { ...options, placeholders })).toBeDefined();
  });
});

describe("what the strict reader takes, the tolerant one reads alike", () => {
  const values = fc.jsonValue().map((value) => JSON.stringify(value, null, 1));
  const drafts = [
    '{"a": {{b}}, "c": ["{{d}}\\n", {{e}}], /* {{f}} */ "{{g}}": null} // h',
    '{"text": "a\\u00e9 \ud83d\ude00 \\\\", "n": [0, -1.5e3, 12345678901234567890, 1e400], "t": true, "t": false}',
    '[["\\ud83d\\ude00", "\ud83d\ude00"], [[], {}], 9007199254740993]',
  ];
  const texts = fc.oneof(
    values,
    mutated(drafts),
    fc.constantFrom(...drafts),
    values.chain((text) => mutated([text])),
  );

  it("with its problems", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), fc.nat({ max: 50 }), fc.boolean(), (text, allowComments, offset, hasUses) => {
        const uses = hasUses ? [...text.matchAll(/\{\{\w+\}\}/g)] : [];
        const placeholders = uses.map((use) => textRange(offset + use.index, use[0].length));
        const options: JsonTextOptions = { offset, allowComments, placeholders, maxDepth: 4 };
        expect(parseJsonText(text, options)).toEqual(parseTolerantly(text, options));
      }),
      { numRuns: 1500 },
    );
  });

  it("wherever placeholders are said to be", () => {
    const ranges = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 6 })), { maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...drafts), ranges, (text, places) => {
        const placeholders = places
          .map(([offset, length]) => textRange(offset, length))
          .filter(({ offset, length }) => offset + length <= text.length)
          .sort((a, b) => a.offset - b.offset);
        const options = { placeholders, allowComments: true };
        expect(parseJsonText(text, options)).toEqual(parseTolerantly(text, options));
      }),
      { numRuns: 2000 },
    );
  });
});
