import type { CallReply } from "../exchange/callEvent.ts";
import { type AnsweredRequest, checkProtocolReply } from "../protocol/binding/checkRequest.ts";
import { checkResponseEnvelope } from "../protocol/envelope/checkResponseEnvelope.ts";
import { parseJsonText } from "../protocol/json/jsonText.ts";
import type { CallHeader } from "../runner/record/transcript.ts";
import type { BodyProblem } from "./messages.ts";

/** Problems listed for one reply. */
const maxProblems = 50;

/**
 * What the rules of the protocol find in a reply. Plain text is no message of the protocol, so there is nothing to check.
 * `request` is the request it answers, where that can be read.
 */
export function replyProblems(
  header: CallHeader,
  request: AnsweredRequest | undefined,
  reply: CallReply,
): readonly BodyProblem[] {
  if (reply.json === undefined) return [];
  const { root, problems } = parseJsonText(reply.text);
  if (!root) return problems.slice(0, maxProblems);
  const { transport } = header;
  const isFirst = reply.sequence === 1;
  const found =
    transport === "rpc"
      ? checkResponseEnvelope(root)
      : checkProtocolReply(header.protocol, root, { transport, isFirst, ...(request && { request }) });
  return [...problems, ...found].slice(0, maxProblems);
}
