import { type Fix, type Problem, type TextRange, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { linkRules } from "./rules.ts";

const report = reporter(linkRules);

/** The text of a link while it is read: without hidden characters and surrounding white space, with its problems. */
export interface LinkSource {
  readonly text: string;
  readonly problems: Problem[];
  /** Where `text.slice(start, end)` stands in the document. */
  rangeOf(start: number, end: number): TextRange;
  report(
    code: keyof typeof linkRules,
    start: number,
    end: number,
    values?: Readonly<Record<string, string | number>>,
    fixes?: readonly Fix[],
  ): void;
  /** A fix that replaces `text.slice(start, end)`. */
  replacement(title: string, start: number, end: number, newText: string, isPreferred?: boolean): Fix;
}

/** `originOf(i)` is where the i-th character of `text` stands in the document. */
export function linkSource(text: string, originOf: (index: number) => number, problems: Problem[]): LinkSource {
  const rangeOf = (start: number, end: number): TextRange => {
    const offset = originOf(start);
    return textRange(offset, end > start ? originOf(end - 1) + 1 - offset : 0);
  };
  return {
    text,
    problems,
    rangeOf,
    report(code, start, end, values, fixes) {
      problems.push(report(code, rangeOf(start, end), values, fixes));
    },
    replacement(title, start, end, newText, isPreferred = true) {
      return { title, edits: [{ range: rangeOf(start, end), newText }], isPreferred };
    },
  };
}
