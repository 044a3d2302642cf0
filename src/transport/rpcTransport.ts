import { activeUser, serviceRequest } from "../core/api.ts";
import type { Core } from "../core/core.ts";
import type { CallEnd, CallEvent, CallReply } from "../exchange/callEvent.ts";
import { isoTime } from "../exchange/isoTime.ts";
import { parseReply } from "../exchange/jsonRpcReply.ts";
import { createReplyEvents } from "../exchange/replyEvents.ts";
import { readServiceResponse } from "../exchange/serviceAnswer.ts";
import { untilCoreReady } from "./coreReady.ts";
import { localCommand } from "./localCommand.ts";
import { endEvent, endingOf } from "./sendFailure.ts";
import { isTooLarge, measureForSending, tooLarge } from "./sendSize.ts";
import type { PreparedRequest, Transport, TransportServices } from "./transport.ts";

/** Sends Service RPC envelopes: one request, one response, no conversation. */
export function createRpcTransport(core: Core, services: Pick<TransportServices, "now">): Transport {
  return { kind: "rpc", send: (request, signal) => sendServiceRequest(core, services.now, request, signal) };
}

async function* sendServiceRequest(
  core: Core,
  now: () => number,
  request: PreparedRequest,
  signal: AbortSignal,
): AsyncIterable<CallEvent> {
  const startedAtMs = now();
  const size = measureForSending(request);
  if (isTooLarge(size)) {
    yield endEvent(tooLarge(request, size), request.text, startedAtMs, now());
    return;
  }
  await untilCoreReady(core, signal);
  const user = await activeUser(core, localCommand(signal));
  if (user.kind !== "ok") {
    yield endEvent(endingOf(user, "other"), request.text, startedAtMs, now());
    return;
  }
  const { target, text } = request;
  const sentAtMs = now();
  yield { event: "sent", at: isoTime(sentAtMs), transport: "rpc", target, text, ...size, core: core.mode };
  const response = await serviceRequest(core, user.value.userId, target, text, {
    timeoutSeconds: request.timeoutMs / 1000,
    ...(request.signKey !== undefined && { signKey: request.signKey }),
    signal,
  });
  const atMs = now();
  if (response.kind === "ok") yield* answerEvents(request, response.value.text, sentAtMs, atMs);
  else yield endEvent(endingOf(response, "service-request"), text, sentAtMs, atMs);
}

function* answerEvents(
  request: PreparedRequest,
  text: string,
  sentAtMs: number,
  atMs: number,
): Iterable<CallReply | CallEnd> {
  // Parsed within the bounds of a reply: a deeper envelope is shown as text.
  const { json } = parseReply(text);
  const answer = readServiceResponse(request.protocol, request.requestJson, json);
  const { kind, notes } = answer;
  const sender = { sender: request.target, senderId: request.target };
  const events = createReplyEvents(request.text, sentAtMs);
  yield events.reply({ ...sender, text, kind, ...(json !== undefined && { json }), notes }, atMs);
  yield events.end(answer, atMs);
}
