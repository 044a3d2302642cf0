import type { ReplySummary } from "../callView.ts";

/** The place of a reply among `replies`, whose sequence numbers rise; -1 when it is not among them. Found by halving. */
export function indexOfSequence(replies: readonly ReplySummary[], sequence: number): number {
  let low = 0;
  let high = replies.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = replies[middle]?.sequence ?? 0;
    if (found === sequence) return middle;
    if (found < sequence) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
