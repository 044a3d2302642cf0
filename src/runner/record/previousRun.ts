import type { HistoryEntry } from "./history.ts";
import type { CallHeader } from "./transcript.ts";

/** The newest of the calls of the same request that began before this one. `entries` are the newest first. */
export function previousRun(entries: readonly HistoryEntry[], call: CallHeader): HistoryEntry | undefined {
  const index = entries.findIndex(({ header }) => header.id === call.id);
  const earlier =
    index === -1 ? entries.filter(({ header }) => header.startedAt <= call.startedAt) : entries.slice(index + 1);
  return earlier.find(({ header }) => header.file === call.file && header.name === call.name);
}
