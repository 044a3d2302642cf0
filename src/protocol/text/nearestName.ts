/** The name that differs from `written` by the fewest edits, if it is so near that a slip of the pen explains it. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  if (written.length > maxLength) return undefined;
  const folded = fold(written);
  let nearest: string | undefined;
  let nearestDistance = Math.max(1, Math.floor(written.length / 4)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= nearestDistance + 4) continue;
    const distance = editDistance(folded, fold(name));
    if (distance < nearestDistance) {
      nearest = name;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** Longer texts are no misspelled names, and the distance takes time with the square of the length. */
const maxLength = 80;

/** Letter case, hyphens and underscores are the usual slips: `message_id`, `SENDMESSAGE`. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const replaced = (previous[column - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
