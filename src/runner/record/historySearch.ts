import type { History, HistoryEntry } from "./history.ts";

/** Finds past calls by words that stand in their header, in what was sent or in a reply, in any letter case. */
export interface HistorySearch {
  readonly query: string;
  /** True when every word is found. A transcript never changes, so each is read once. */
  matches(entry: HistoryEntry): Promise<boolean>;
}

/** A search for all the words of `query`, which white space parts. */
export function createHistorySearch(query: string, history: Pick<History, "transcript">): HistorySearch {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const known = new Map<string, boolean>();

  async function search({ header, end }: HistoryEntry): Promise<boolean> {
    const facts = [
      header.name,
      header.target,
      header.targetTitle,
      header.protocol,
      header.method,
      header.core,
      end?.outcome,
    ];
    const head = facts.join("\n").toLowerCase();
    const others = words.filter((word) => !head.includes(word));
    if (others.length === 0) return true;
    const transcript = await history.transcript(header.id);
    const texts = (transcript?.events ?? []).flatMap((event) =>
      event.event === "end" ? [] : [event.text.toLowerCase()],
    );
    return others.every((word) => texts.some((text) => text.includes(word)));
  }

  return {
    query,
    async matches(entry) {
      const { id } = entry.header;
      const isMatch = known.get(id) ?? (await search(entry));
      known.set(id, isMatch);
      return isMatch;
    },
  };
}
