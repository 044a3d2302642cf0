import type { CallFailure } from "../exchange/callEvent.ts";
import { explainErrorCode } from "../protocol/binding/explainError.ts";
import type { CallHeader } from "../runner/record/transcript.ts";
import type { FailureView } from "./callView.ts";

/** Whose error codes the answers of a call have: over A2C-SMCP they are the transport's own. */
export function errorCodesOf({ transport, protocol }: CallHeader): string {
  return transport === "smcp" ? "smcp" : protocol;
}

/** A failure as the panel explains it in place. `receivedAtMs` is when it came, for the time of a retry. */
export function failureView(protocol: string, failure: CallFailure, receivedAtMs?: number): FailureView {
  const name = /^-?\d+$/.test(failure.code) ? explainErrorCode(protocol, Number(failure.code))?.name : undefined;
  const hasRetry = failure.retryAfterSeconds !== undefined && receivedAtMs !== undefined;
  return {
    code: failure.code,
    message: failure.message,
    ...(name !== undefined && { name }),
    ...(failure.likelyCause !== undefined && { likelyCause: failure.likelyCause }),
    ...(failure.nextStep !== undefined && { nextStep: failure.nextStep }),
    ...(hasRetry && { retryAtMs: receivedAtMs + (failure.retryAfterSeconds ?? 0) * 1000 }),
  };
}
