import { type AnsweredRequest, answeredRequest } from "../../exchange/answeredRequest.ts";
import type { CallEvent, CallReply, ReplyNote } from "../../exchange/callEvent.ts";
import { protocolFailure } from "../../exchange/callFailure.ts";
import { createReplyEvents } from "../../exchange/replyEvents.ts";
import type { Ending } from "../sendFailure.ts";
import type { PreparedRequest } from "../transport.ts";
import { answersAnother, smcpResponseOf } from "./smcpAnswer.ts";
import type { SmcpCall } from "./smcpCall.ts";

/** Writes what comes as JSON-RPC: what is shown, checked and expected is one text. */
export function createReplies(request: PreparedRequest, sentAtMs: number) {
  const { id }: AnsweredRequest = answeredRequest(request.requestJson);
  const events = createReplyEvents(request.text, sentAtMs);

  function reply(json: unknown, from: string, atMs: number, is: Pick<CallReply, "kind" | "notes">): CallReply {
    return events.reply({ sender: from, senderId: from, text: JSON.stringify(json), json, ...is }, atMs);
  }

  function answered(atMs: number): CallEvent {
    return events.end({ outcome: "answered" }, atMs);
  }

  return {
    end: (ending: Ending, atMs: number): CallEvent => events.end(ending, atMs),
    answered,
    notification: (method: string, params: unknown, from: string, atMs: number): CallEvent =>
      reply({ jsonrpc: "2.0", method, params }, from, atMs, { kind: "notification", notes: [] }),
    *answer(
      args: readonly unknown[],
      { mcpMethod }: SmcpCall,
      requestId: unknown,
      from: string,
      atMs: number,
    ): Iterable<CallEvent> {
      // Room events acknowledge with two arguments, all others with one.
      const ack = args.length > 1 ? args : args[0];
      const response = smcpResponseOf(ack, id, mcpMethod);
      const isError = "error" in response;
      const notes: readonly ReplyNote[] = answersAnother(ack, requestId) ? ["wrong-id"] : [];
      yield reply(response, from, atMs, { kind: isError ? "error" : "response", notes });
      if (isError)
        yield events.end({ outcome: "protocol-error", failure: protocolFailure("smcp", response.error) }, atMs);
      else yield answered(atMs);
    },
  };
}
