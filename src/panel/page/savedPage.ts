import type { PageContext } from "./pageContext.ts";
import type { ReplyFilter } from "./replyFilter.ts";

/** How the user had set the page up. Outlives the page, so that hiding and moving the panel lose nothing. */
export interface SavedPage {
  readonly callId: string;
  /** Sequence numbers. */
  readonly openReplies: readonly number[];
  readonly bodyMode: PageContext["bodyMode"];
  readonly filter: ReplyFilter;
  readonly isFollowing: boolean;
  readonly scrollTop: number;
}

/** What was saved for that call, or undefined when it was another one or is no such state. */
export function readSavedPage(state: unknown, callId: string): SavedPage | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const saved = state as Partial<SavedPage>;
  const isWhole =
    saved.callId === callId &&
    Array.isArray(saved.openReplies) &&
    typeof saved.filter?.query === "string" &&
    typeof saved.scrollTop === "number" &&
    typeof saved.isFollowing === "boolean" &&
    (saved.bodyMode === "tree" || saved.bodyMode === "raw");
  return isWhole ? (saved as SavedPage) : undefined;
}
