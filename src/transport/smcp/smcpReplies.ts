import { type AnsweredRequest, answeredRequest } from "../../exchange/answeredRequest.ts";
import type { CallEvent, CallReply, ReplyNote } from "../../exchange/callEvent.ts";
import { protocolFailure } from "../../exchange/callFailure.ts";
import { isoTime } from "../../exchange/isoTime.ts";
import { type Ending, endEvent } from "../sendFailure.ts";
import type { PreparedRequest } from "../transport.ts";
import { answersAnother, smcpResponseOf } from "./smcpAnswer.ts";
import type { SmcpCall } from "./smcpCall.ts";

/** Writes what comes as JSON-RPC: what is shown, checked and expected is one text. */
export function createReplies(request: PreparedRequest, sentAtMs: number) {
  const { id }: AnsweredRequest = answeredRequest(request.requestJson);
  let count = 0;

  function reply(json: unknown, from: string, atMs: number, is: Pick<CallReply, "kind" | "notes">): CallReply {
    count += 1;
    return {
      event: "reply",
      sequence: count,
      sender: from,
      senderId: from,
      at: isoTime(atMs),
      elapsedMs: atMs - sentAtMs,
      text: JSON.stringify(json),
      json,
      ...is,
    };
  }

  function end(ending: Ending, atMs: number): CallEvent {
    return { ...endEvent(ending, request.text, sentAtMs, atMs), replies: count };
  }

  function answered(atMs: number): CallEvent {
    return {
      event: "end",
      outcome: "answered",
      at: isoTime(atMs),
      elapsedMs: atMs - sentAtMs,
      replies: count,
      sent: request.text,
    };
  }

  return {
    end,
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
      if (isError) yield end({ outcome: "protocol-error", failure: protocolFailure("smcp", response.error) }, atMs);
      else yield answered(atMs);
    },
  };
}
