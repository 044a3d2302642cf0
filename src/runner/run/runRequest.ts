import type { CallEnd, CallReply } from "../../exchange/callEvent.ts";
import { type CallFile, type CallRequest, directiveValue } from "../../protocol/call/callFile.ts";
import { sendRules } from "../../protocol/call/check/sendRules.ts";
import type { Problem } from "../../protocol/problem.ts";
import { reporter } from "../../protocol/rule.ts";
import { lineAt } from "../../protocol/text/linePositions.ts";
import { type CaptureOutcome, type CaptureStore, takeCaptures } from "../expectations/captures.ts";
import {
  checkExpectations,
  type ExpectationOutcome,
  expectsFailure,
  type ReadShape,
} from "../expectations/expectations.ts";
import type { LiveCall } from "./liveCall.ts";
import { type PrepareContext, type PreparedCall, prepareRequest } from "./prepareRequest.ts";
import { requestName } from "./requestName.ts";
import { type CallServices, startCall } from "./runCall.ts";

const report = reporter(sendRules);

/** What running one request needs: everything sending needs, and what its directives refer to. */
export interface RunContext extends PrepareContext {
  readonly services: CallServices;
  readonly captures: CaptureStore;
  /** Takes the stored secrets that are sent. */
  readonly sentSecrets?: Set<string>;
  readonly readShape: ReadShape;
  /**
   * Asked before a request is signed (agent-protocols#signed-requests: one key links all requests that it signs). Without
   * it every key may sign to every target.
   */
  readonly confirmSigning?: (keyName: string, target: string) => Promise<boolean>;
  /** Told before the call starts of a size at which it may fail on its way. Ranges are in `text`. */
  readonly onWarnings?: (warnings: readonly Problem[]) => void;
  /** Called when the call has started, before its first event. */
  readonly onCall?: (call: LiveCall) => void;
  readonly signal?: AbortSignal;
}

export interface RequestIdentity {
  readonly name: string;
  /** 1-based, of the request's start. */
  readonly line: number;
}

/** How one request came out. */
export type RequestResult = RequestIdentity &
  (
    | {
        readonly kind: "finished";
        readonly call: LiveCall;
        readonly end: CallEnd;
        /** True when the call ended as it should and every expectation and capture came out. */
        readonly isPassed: boolean;
        /** False when the outcome alone is why it did not pass. */
        readonly isOutcomeExpected: boolean;
        readonly expectations: readonly ExpectationOutcome[];
        readonly captures: readonly CaptureOutcome[];
      }
    /** Nothing was sent: the text has errors, or a variable has no value. */
    | { readonly kind: "not-sent"; readonly problems: readonly Problem[] }
    | { readonly kind: "skipped"; readonly reason: string }
  );

/** Prepares and sends a request, waits for its end, and checks its expectations. Captures go into the store. */
export async function runRequest(file: CallFile, request: CallRequest, context: RunContext): Promise<RequestResult> {
  const identity = requestIdentity(request, context.text);
  const prepared = await prepareRequest(file, request, context);
  if (prepared.kind === "problems") return { ...identity, kind: "not-sent", problems: prepared.problems };
  const declined = await declinedSigning(request, prepared.call, context);
  if (declined) return { ...identity, kind: "not-sent", problems: [declined] };
  if (prepared.warnings.length > 0) context.onWarnings?.(prepared.warnings);
  const { redactor, secrets } = prepared.call;
  for (const { isStored, text } of secrets) if (isStored) context.sentSecrets?.add(text);
  const replies: CallReply[] = [];
  let rawEnd: CallEnd | undefined;
  const call = startCall(prepared.call, {
    ...context.services,
    onRawEvent(event) {
      context.services.onRawEvent?.(event);
      if (event.event === "reply") replies.push(event);
      else if (event.event === "end") rawEnd = event;
    },
  });
  const cancel = (): void => call.cancel();
  context.signal?.addEventListener("abort", cancel, { once: true });
  if (context.signal?.aborted) cancel();
  context.onCall?.(call);
  const end = await call.ended;
  context.signal?.removeEventListener("abort", cancel);

  const evidence = { replies, end: rawEnd ?? end };
  const expectations = await checkExpectations(request, evidence, {
    filled: prepared.call.filled,
    readShape: context.readShape,
    redact: redactor.text,
  });
  const isOutcomeExpected = end.outcome === "answered" || expectsFailure(request);
  const captures = isOutcomeExpected ? takeCaptures(request, evidence, secrets) : [];
  storeCaptures(captures, context);
  const areMet = expectations.every((one) => one.isMet) && captures.every((one) => one.kind === "captured");
  return {
    ...identity,
    kind: "finished",
    call,
    end,
    isPassed: isOutcomeExpected && areMet,
    isOutcomeExpected,
    expectations: redactor.value(expectations),
    captures: redactor.value(captures),
  };
}

/** Why a signed request is not sent after all; undefined when it may be. */
async function declinedSigning(
  request: CallRequest,
  call: PreparedCall,
  context: RunContext,
): Promise<Problem | undefined> {
  const sign = directiveValue(request, "sign");
  if (!sign || call.request.signKey === undefined || !context.confirmSigning) return undefined;
  const name = call.filled(sign);
  if (await context.confirmSigning(name, call.request.target)) return undefined;
  return report("send/key-declined", sign, { name: call.redactor.text(name) });
}

/** The name of a request and the line, counted from 1, where it begins. */
export function requestIdentity(request: CallRequest, text: string): RequestIdentity {
  const line = lineAt(text, request.range.offset);
  return { name: requestName(request, line), line };
}

function storeCaptures(captures: readonly CaptureOutcome[], context: RunContext): void {
  for (const capture of captures) {
    if (capture.kind === "captured") context.captures.set(context.fileName ?? "", capture.name, capture.value);
  }
}
