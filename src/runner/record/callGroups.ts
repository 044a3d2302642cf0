import type { HistoryEntry } from "./history.ts";

/** The calls to one target, the newest first. */
export interface CallGroup {
  readonly target: string;
  /** The newest title that a call knew of it. */
  readonly title: string | undefined;
  readonly entries: readonly HistoryEntry[];
}

/** Groups calls by their target; the groups are in the order of their newest calls. */
export function groupByTarget(entries: readonly HistoryEntry[]): readonly CallGroup[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const { target } = entry.header;
    const group = groups.get(target);
    if (group) group.push(entry);
    else groups.set(target, [entry]);
  }
  return [...groups].map(([target, calls]) => ({
    target,
    title: calls.find(({ header }) => header.targetTitle !== undefined)?.header.targetTitle,
    entries: calls,
  }));
}
