import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonNode, memberOf, nodeAt, plainValue } from "../../../../src/protocol/json/jsonNode.ts";
import {
  type JsonTextOptions,
  maxJsonDepth,
  maxJsonProblems,
  parseJsonText,
} from "../../../../src/protocol/json/jsonText.ts";
import { textRange } from "../../../../src/protocol/problem.ts";
import { afterFix, expectProblemsInside, inShort, mutated } from "../kit/textProperties.ts";

function problemsOf(text: string, options?: JsonTextOptions): string[] {
  return inShort(parseJsonText(text, options).problems);
}

describe("problems of JSON text", () => {
  it.each([
    ['{"a": [1, -2.5e+3, true, false, null, "x\\u00e9\\n"]}', []],
    ["", ["json/empty@0+0"]],
    [" \n", ["json/empty@0+0"]],
    ["\ufeff{}", ["json/byte-order-mark@0+1"]],
    ["\ufeff\ufeff{}", ["json/byte-order-mark@0+1", "json/invisible-character@1+1"]],
    ["{\u00a0}", ["json/invisible-character@1+1"]],
    ['{"a":\u200b\u200b1\u2028}', ["json/invisible-character@5+2", "json/invisible-character@8+1"]],
    ["\u3000", ["json/invisible-character@0+1", "json/empty@0+0"]],
    ["[-Infinity]", ["json/unknown-word@1+9"]],
    ["{} // why", ["json/comment@3+6"]],
    ["/* x", ["json/unclosed-comment@0+4", "json/empty@0+0"]],
    ['{"a":}', ["json/value-expected@5+1"]],
    ['{"a"}', ["json/colon-expected@4+1"]],
    ['{"a" 1}', ["json/colon-expected@5+1"]],
    ["{a: 1}", ["json/key-expected@1+1"]],
    ["{1: 1}", ["json/key-expected@1+1"]],
    ["{[]: 1}", ["json/key-expected@1+1"]],
    ["{: 1}", ["json/key-expected@1+1", "json/comma-expected@3+1", "json/key-expected@3+1", "json/colon-expected@4+1"]],
    ["[1 2]", ["json/comma-expected@3+1"]],
    ['{"a":1 "b":2}', ["json/comma-expected@7+3"]],
    ["[1,]", ["json/extra-comma@2+1"]],
    ["[1,,2]", ["json/extra-comma@3+1"]],
    ['{"a":1,}', ["json/extra-comma@6+1"]],
    ["[1", ["json/unclosed@0+1"]],
    ['{"a":[1}', ["json/unclosed@5+1"]],
    ["[1}]", ["json/unexpected-character@2+1"]],
    ["{} {}", ["json/two-roots@3+2"]],
    ["1 2 ", ["json/two-roots@2+1"]],
    ["[undefined]", ["json/unknown-word@1+9"]],
    ["[True]", ["json/unknown-word@1+4"]],
    ['"abc\n"', ["json/unclosed-string@0+4", "json/two-roots@5+1"]],
    ['"\t"', ["json/control-character@1+1"]],
    ['"\\x"', ["json/invalid-escape@1+2"]],
    ['"\\u12"', ["json/invalid-escape@1+4"]],
    ['"\ud800"', ["json/ill-formed-string@1+1"]],
    ['"\\ud83d\\ude00\ud83d\ude00"', []],
    ['"\\ud83d\ude00"', ["json/ill-formed-string@1+6", "json/ill-formed-string@7+1"]],
    ['"\\ude00\\ud83d"', ["json/ill-formed-string@1+6", "json/ill-formed-string@7+6"]],
    ['{"a":1,"\\u0061":2}', ["json/duplicate-key@7+8"]],
    ['{"__proto__":1,"__proto__":2}', ["json/duplicate-key@15+11"]],
    ["[01]", ["json/invalid-number@1+2"]],
    ["[1.]", ["json/invalid-number@1+2"]],
    ["[1e]", ["json/invalid-number@1+2"]],
    ["[0x1f]", ["json/invalid-number@1+4"]],
    ["[.5]", ["json/unknown-word@1+2"]],
    ["[9007199254740991, 9007199254740992, 9007199254740994]", []],
    ["[9007199254740993]", ["json/number-does-not-survive@1+16"]],
    ["[-123456789012345678901234567890]", ["json/number-does-not-survive@1+31"]],
    ["[1e308, 1e23, 100000000000000000000, 5e-324, 0e999, 0.30000000000000004, 0.10000000000000001]", []],
    ["[1e400]", ["json/number-does-not-survive@1+5"]],
    ["[1e-400]", ["json/number-does-not-survive@1+6"]],
    ["[3.14159265358979323846]", ["json/number-does-not-survive@1+22"]],
  ])("%j", (text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it("stand at the offset of the text", () => {
    expect(problemsOf("[1,]", { offset: 10 })).toEqual(["json/extra-comma@12+1"]);
    expect(problemsOf('["\t"]', { offset: 10 })).toEqual(["json/control-character@12+1"]);
  });

  it.each([
    ["[1,]", "[1]"],
    ["{a: 1}", '{"a": 1}'],
    ["{'a': 1}", '{"a": 1}'],
    ['{"a" 1}', '{"a": 1}'],
    ["[1 2]", "[1, 2]"],
    ["[TRUE]", "[true]"],
    ["['x']", '["x"]'],
    ["{} /* x */", "{} "],
    ["\ufeff{}", "{}"],
    ["[1,\u00a02]", "[1, 2]"],
    ["[1,\u200b2]", "[1,2]"],
    ['"\u0007"', '"\\u0007"'],
    ['"\\x"', '"\\\\x"'],
    ["[9007199254740993]", '["9007199254740993"]'],
  ])("%j is mended to %j", (text, mended) => {
    expect(afterFix(text, parseJsonText(text).problems[0])).toBe(mended);
  });

  it("end at the limit of their number", () => {
    const comments = (count: number) => `${"/**/".repeat(count)}{}`;
    expect(problemsOf(comments(maxJsonProblems))).toHaveLength(maxJsonProblems);
    expect(problemsOf(comments(maxJsonProblems + 5)).slice(maxJsonProblems)).toEqual([
      `json/further-problems@${4 * maxJsonProblems}+4`,
    ]);
  });
});

describe("drafts", () => {
  it("may hold comments", () => {
    expect(problemsOf('{ // one\n "a": /* two */ 1 }', { allowComments: true })).toEqual([]);
  });

  it("may hold variables, bare ones as values and others inside strings", () => {
    const text = '{"a": {{one}}, "b": "x{{two}}", "{{three}}": 1, "c": "y"}';
    const uses = [...text.matchAll(/\{\{\w+\}\}/g)];
    const placeholders = uses.map((use) => textRange(100 + use.index, use[0].length));
    const { root, problems } = parseJsonText(text, { offset: 100, placeholders });
    expect(problems).toEqual([]);
    expect(nodeAt(root, ["a"])).toEqual({ kind: "placeholder", range: textRange(106, 7) });
    expect(nodeAt(root, ["b"])).toMatchObject({ value: "x{{two}}", hasPlaceholder: true });
    expect(nodeAt(root, ["c"])).toMatchObject({ value: "y", hasPlaceholder: false });
    expect(memberOf(root, "{{three}}")?.key.hasPlaceholder).toBe(true);
  });

  it("are not JSON where a variable is a name without quotes", () => {
    expect(problemsOf("{{{a}}: 1}", { placeholders: [textRange(1, 5)] })).toEqual(["json/key-expected@1+5"]);
  });
});

describe("depth", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it.each([
    [maxJsonDepth - 1, []],
    [maxJsonDepth, []],
    [maxJsonDepth + 1, [`json/too-deep@${maxJsonDepth}+1`]],
    [1_000_000, [`json/too-deep@${maxJsonDepth}+1`]],
  ])("of %i levels", (depth, expected) => {
    const { root, problems } = parseJsonText(nested(depth));
    expect(inShort(problems)).toEqual(expected);
    expect(root === undefined).toBe(expected.length > 0);
  });

  it("has a limit of its own on demand", () => {
    expect(problemsOf('{"a":{"b":1}}', { maxDepth: 1 })).toEqual(["json/too-deep@5+1"]);
  });
});

describe("the tree", () => {
  it("keeps what parses around an error", () => {
    const { root } = parseJsonText('{"a": 1, "b": , "c": [1 2], "d"');
    expect(root && plainValue(root)).toEqual(Object.assign(Object.create(null), { a: 1, c: [1, 2] }));
    expect(memberOf(root, "b")?.value).toBeUndefined();
  });

  it("keeps digits, and members called __proto__", () => {
    const { root } = parseJsonText('{"__proto__": 1.10}');
    expect(nodeAt(root, ["__proto__"])).toEqual({ kind: "number", text: "1.10", value: 1.1, range: textRange(14, 4) });
    expect(Object.keys(plainValue(root as JsonNode) as object)).toEqual(["__proto__"]);
  });

  it("takes the last of a duplicate key, as JSON.parse does", () => {
    expect(nodeAt(parseJsonText('{"a":1,"a":[2,3]}').root, ["a", 1])).toMatchObject({ value: 3 });
  });
});

describe("any text", () => {
  it("of JSON gives the value JSON.parse gives, without errors", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8, noUnicodeString: false }), fc.boolean(), (json, isSpaced) => {
        const text = isSpaced ? JSON.stringify(JSON.parse(json), null, 2) : json;
        const { root, problems } = parseJsonText(text);
        expect(
          problems.filter(({ severity, code }) => severity === "error" && code !== "json/ill-formed-string"),
        ).toEqual([]);
        expect(JSON.stringify(root && plainValue(root))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  const texts = ['{"a": [1, 2.5, {"b": "c\\n"}], "d": null, "e": true}', '// x\n{"a": {{b}}, "c": "\\ud83d\\ude00"}'];

  it("is an error exactly where JSON.parse refuses it, and has its problems inside", () => {
    fc.assert(
      fc.property(fc.oneof(mutated(texts), fc.string({ unit: "binary" })), (text) => {
        const { problems } = parseJsonText(text, { offset: 3 });
        expectProblemsInside(text, problems, 3);
        const isRefused = problems.some(
          ({ code, severity }) =>
            code === "json/byte-order-mark" || (severity === "error" && code !== "json/ill-formed-string"),
        );
        expect(isRefused, JSON.stringify(text)).toBe(!isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("of a megabyte is read in linear time", () => {
    for (const piece of ["[", "{", '{"a":', '"', "\\", ",", ":", "/*", "//\n", "1", "-", "x ", '"\\ud800",', "{}"]) {
      parseJsonText(piece.repeat(1e6 / piece.length));
    }
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
