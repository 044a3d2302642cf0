import type { ReplyKind } from "../../exchange/callEvent.ts";
import type { ReplySummary } from "../callView.ts";

/** Which replies the list shows. Empty texts let everything pass. */
export interface ReplyFilter {
  readonly senderId: string;
  readonly kind: ReplyKind | "problems" | "";
  readonly query: string;
}

export const openFilter: ReplyFilter = { senderId: "", kind: "", query: "" };

/** True when a reply is of the sender and the kind asked for. What holds the query, only the host can tell. */
export function passesFilter(reply: ReplySummary, { senderId, kind }: ReplyFilter): boolean {
  if (senderId !== "" && reply.senderId !== senderId) return false;
  if (kind === "problems") return hasProblems(reply);
  return kind === "" || reply.kind === kind;
}

function hasProblems(reply: ReplySummary): boolean {
  const { problems, notes, marks, failure } = reply;
  return problems.errors + problems.warnings + notes.length + marks.length > 0 || failure !== undefined;
}
