import type { CallEvent } from "../exchange/callEvent.ts";
import type { SearchResult } from "./messages.ts";

/** Matches listed for one search. */
const maxMatches = 5000;

/** The replies whose text or sender holds `query`, in any letter case. An empty query matches nothing. */
export function searchReplies(events: readonly CallEvent[], query: string): SearchResult {
  if (query === "") return { replies: [], isCut: false };
  const pattern = new RegExp(escapePattern(query), "iu");
  const replies: number[] = [];
  for (const event of events) {
    if (event.event !== "reply" || !(pattern.test(event.text) || pattern.test(event.sender))) continue;
    if (replies.length === maxMatches) return { replies, isCut: true };
    replies.push(event.sequence);
  }
  return { replies, isCut: false };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, (character) => (character === "-" ? "\\x2d" : `\\${character}`));
}
