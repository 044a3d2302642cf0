import type { Fix, Problem } from "../../../../src/protocol/problem.ts";

/** Each problem as `code: the text it marks`, in the order of the text. */
export function marked(text: string, problems: readonly Problem[]): string[] {
  return [...problems]
    .sort((a, b) => a.range.offset - b.range.offset)
    .map(({ code, range }) => `${code}: ${text.slice(range.offset, range.offset + range.length)}`);
}

/** The text with the fix of that title (or the only fix) of the first problem with that code applied. */
export function fixed(text: string, problems: readonly Problem[], code: string, title?: RegExp): string {
  const fixes = problems.find((problem) => problem.code === code)?.fixes ?? [];
  const fix = fixes.find((candidate) => !title || title.test(candidate.title));
  return fix ? applied(text, fix) : `no fix for ${code}`;
}

/** The text after a fix. */
export function applied(text: string, fix: Fix): string {
  return [...fix.edits]
    .sort((a, b) => b.range.offset - a.range.offset)
    .reduce(
      (result, { range, newText }) =>
        result.slice(0, range.offset) + newText + result.slice(range.offset + range.length),
      text,
    );
}
