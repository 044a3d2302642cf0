/** A line of a comparison: on both sides, or on one of them. */
export interface DiffLine {
  readonly side: "both" | "expected" | "actual";
  readonly text: string;
}

/** Pairs of lines that are compared; texts with more are shown one after the other. */
const maxPairs = 250_000;

/** The lines of two texts, those that they share once and in the order of both. */
export function lineDiff(expected: string, actual: string): readonly DiffLine[] {
  const left = expected.split("\n");
  const right = actual.split("\n");
  if (left.length * right.length > maxPairs) return [...onSide("expected", left), ...onSide("actual", right)];
  const shared = sharedLengths(left, right);
  const lines: DiffLine[] = [];
  let from = 0;
  let to = 0;
  while (from < left.length && to < right.length) {
    if (left[from] === right[to]) {
      lines.push({ side: "both", text: left[from] ?? "" });
      from++;
      to++;
    } else if ((shared[from + 1]?.[to] ?? 0) >= (shared[from]?.[to + 1] ?? 0)) {
      lines.push({ side: "expected", text: left[from++] ?? "" });
    } else {
      lines.push({ side: "actual", text: right[to++] ?? "" });
    }
  }
  return [...lines, ...onSide("expected", left.slice(from)), ...onSide("actual", right.slice(to))];
}

function onSide(side: DiffLine["side"], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ side, text }));
}

/** For each pair of positions, how many lines the rests of the two texts share in order. */
function sharedLengths(left: readonly string[], right: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let from = left.length - 1; from >= 0; from--) {
    const row = lengths[from] ?? [];
    const below = lengths[from + 1] ?? [];
    for (let to = right.length - 1; to >= 0; to--) {
      const isShared = left[from] === right[to];
      row[to] = isShared ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
}
