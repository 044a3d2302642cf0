import { type Fix, type Problem, rangesOverlap, type TextEdit, type TextRange } from "../../protocol/problem.ts";

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

/**
 * The edits of every certain fix, in the order of the text. A fix that would touch what an earlier one changes is left
 * out whole: it is offered again once the text has been checked anew.
 */
export function certainEdits(problems: readonly Problem[]): TextEdit[] {
  const taken: TextEdit[] = [];
  for (const fix of problems.flatMap((problem) => problem.fixes.filter((candidate) => candidate.isPreferred))) {
    const isFree = fix.edits.every((edit) => !taken.some((other) => rangesOverlap(edit.range, other.range)));
    if (isFree) taken.push(...fix.edits);
  }
  return taken.toSorted((a, b) => a.range.offset - b.range.offset);
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
