import { type Problem, rangesOverlap, type TextEdit } from "./problem.ts";

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

/** The text with edits applied that do not overlap. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { range, newText } of edits.toSorted((a, b) => a.range.offset - b.range.offset)) {
    pieces.push(text.slice(position, range.offset), newText);
    position = range.offset + range.length;
  }
  return pieces.join("") + text.slice(position);
}
