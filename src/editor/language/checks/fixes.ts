import { type Fix, type Problem, rangesOverlap, type TextRange } from "../../../protocol/problem.ts";

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
