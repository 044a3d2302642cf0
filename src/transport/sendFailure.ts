import type { ApiResult } from "../core/apiResult.ts";
import type { ErrorContext } from "../core/errors/coreErrorWords.ts";
import { describeChatError } from "../core/errors/describeChatError.ts";
import type { CallEnd, CallFailure, CallOutcome } from "../exchange/callEvent.ts";
import { cancelledFailure, connectionLostFailure } from "../exchange/callFailure.ts";
import { createReplyEvents } from "../exchange/replyEvents.ts";

/** How a call ends that gets no further. */
export interface Ending {
  readonly outcome: CallOutcome;
  readonly failure: CallFailure;
}

type ApiProblem = Exclude<ApiResult<unknown>, { readonly kind: "ok" }>;

/** What a command of the core that did not succeed means for the call it was part of. */
export function endingOf(problem: ApiProblem, command: ErrorContext["command"]): Ending {
  if (problem.kind === "error") {
    const { tag, message, likelyCause, nextStep } = describeChatError(problem.chatError, { command });
    const failure = { code: tag, message, ...(likelyCause && { likelyCause }), ...(nextStep && { nextStep }) };
    return { outcome: tag === "A_SERVICE.timeout" ? "timeout" : "core-error", failure };
  }
  switch (problem.failure) {
    case "cancelled":
      return { outcome: "cancelled", failure: cancelledFailure() };
    case "connection-lost":
      return { outcome: "connection-lost", failure: connectionLostFailure(problem.message) };
    case "not-ready":
      return coreFailure(
        "not-ready",
        problem.message,
        "Start the core, or wait until it is ready, then send again. Nothing was sent.",
      );
    case "timeout":
      if (command === "connect") return connectTimeout(problem.message);
      return coreFailure(
        "core-timeout",
        problem.message,
        "Look at the conversation before you send again: the core may still carry the command out.",
      );
    case "unexpected-response":
    case "refused":
      return coreFailure(problem.failure, problem.message);
  }
}

function connectTimeout(message: string): Ending {
  return coreFailure(
    "connect-timeout",
    message,
    "Send again later: the connection goes on by itself once the other side is there.",
    "The other side is offline, or accepts connections by hand.",
  );
}

/** An ending by the core's side, or by what the request asks of it. */
export function coreFailure(code: string, message: string, nextStep?: string, likelyCause?: string): Ending {
  const failure = { code, message, ...(likelyCause && { likelyCause }), ...(nextStep && { nextStep }) };
  return { outcome: "core-error", failure };
}

/** The `end` of a call without replies. Times are milliseconds since the epoch. */
export function endEvent(ending: Ending, sent: string, startedAtMs: number, atMs: number): CallEnd {
  return createReplyEvents(sent, startedAtMs).end(ending, atMs);
}
