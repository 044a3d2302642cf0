import { type Fix, type Problem, rangesOverlap, type TextRange } from "../../protocol/problem.ts";

export interface OfferedFix {
  readonly problem: Problem;
  readonly fix: Fix;
}

/** The fixes of the problems that touch `range`, in the order of the problems. */
export function fixesAt(problems: readonly Problem[], range: TextRange): OfferedFix[] {
  return problems
    .filter((problem) => rangesOverlap(problem.range, range))
    .flatMap((problem) => problem.fixes.map((fix) => ({ problem, fix })));
}

/** The problems of a part of a text, moved to where the part stands in the whole. */
export function movedProblems(problems: readonly Problem[], byOffset: number): Problem[] {
  const move = (range: TextRange): TextRange => ({ offset: range.offset + byOffset, length: range.length });
  return problems.map((problem) => ({
    ...problem,
    range: move(problem.range),
    fixes: problem.fixes.map((fix) => ({
      ...fix,
      edits: fix.edits.map((edit) => ({ ...edit, range: move(edit.range) })),
    })),
  }));
}
