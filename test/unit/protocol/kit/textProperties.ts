import fc from "fast-check";
import { expect } from "vitest";
import type { Problem, TextRange } from "../../../../src/protocol/problem.ts";
import { RULES } from "../../../../src/protocol/rules.ts";

/** What must hold for the problems of any text: each range and each edit lies inside the text. */
export function expectProblemsInside(text: string, problems: readonly Problem[], offset = 0): void {
  for (const problem of problems) {
    expectInside(text, problem.range, offset, problem.code);
    // The user's own text may hold braces: only the rule's placeholders must be filled.
    for (const [placeholder] of RULES[problem.code]?.message.matchAll(/\{\w+\}/g) ?? [])
      expect(problem.message, problem.code).not.toContain(placeholder);
    for (const fix of problem.fixes) for (const edit of fix.edits) expectInside(text, edit.range, offset, problem.code);
  }
}

function expectInside(text: string, range: TextRange, offset: number, code: string): void {
  const isInside = range.offset >= offset && range.length >= 0 && range.offset + range.length <= offset + text.length;
  if (!isInside) expect.fail(`${code}: ${range.offset}+${range.length} is outside of ${JSON.stringify(text)}`);
}

/** The text after a fix. */
export function afterFix(text: string, problem: Problem | undefined): string {
  const edits = [...(problem?.fixes[0]?.edits ?? [])].sort((a, b) => b.range.offset - a.range.offset);
  expect(edits.length, "the problem has a fix").toBeGreaterThan(0);
  return edits.reduce(
    (mended, { range, newText }) => mended.slice(0, range.offset) + newText + mended.slice(range.offset + range.length),
    text,
  );
}

/** `code@offset+length` of each problem: the form in which tables of tests give them. */
export function inShort(problems: readonly Problem[]): string[] {
  return problems.map(({ code, range }) => `${code}@${range.offset}+${range.length}`);
}

/** One of the texts with pieces cut out, doubled or replaced by anything, lone surrogates included. */
export function mutated(texts: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom(
      "\u200b",
      "\ufeff",
      "\ud800",
      "{",
      "}",
      "[",
      "](",
      '"',
      "\\",
      "#",
      "## ",
      "```",
      "\r\n",
      "\n",
      "?",
      "&",
      "%",
      "<!--",
      "@",
    ),
  );
  const place = fc.nat({ max: 5000 });
  const change = fc.tuple(place, fc.nat({ max: 12 }), piece);
  return fc.tuple(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 4 })).map(([text, changes]) =>
    changes.reduce((result, [at, cut, insert]) => {
      const start = result.length === 0 ? 0 : at % (result.length + 1);
      return result.slice(0, start) + insert + result.slice(start + cut);
    }, text),
  );
}
