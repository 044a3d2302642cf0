import type { CallReply } from "../exchange/callEvent.ts";
import { parseJsonText } from "../protocol/json/jsonText.ts";
import type { CallHeader } from "../runner/transcript.ts";
import type { BodyProblem } from "./messages.ts";

/** Problems listed for one reply. */
const maxProblems = 50;

/** What the rules of the protocol find in a reply. Plain text is no message of the protocol, so there is nothing to check. */
export function replyProblems(_header: CallHeader, reply: CallReply): readonly BodyProblem[] {
  if (reply.json === undefined) return [];
  return parseJsonText(reply.text).problems.slice(0, maxProblems);
}
