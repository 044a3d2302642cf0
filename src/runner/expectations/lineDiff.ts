import { diffArrays } from "diff";

/** A line of a comparison: on both sides, or on one of them. */
export interface DiffLine {
  readonly side: "both" | "expected" | "actual";
  readonly text: string;
}

/** Lines that differ, beyond which two texts are shown one after the other: the time grows with their square. */
const maxDifferences = 2_000;

/** The lines of two texts, those that they share once and in the order of both. */
export function lineDiff(expected: string, actual: string): readonly DiffLine[] {
  const left = expected.split("\n");
  const right = actual.split("\n");
  const changes = diffArrays(left, right, { maxEditLength: maxDifferences });
  if (!changes) return [...onSide("expected", left), ...onSide("actual", right)];
  return changes.flatMap(({ value, added, removed }) =>
    onSide(removed ? "expected" : added ? "actual" : "both", value),
  );
}

function onSide(side: DiffLine["side"], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ side, text }));
}
