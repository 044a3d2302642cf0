import { envelopeErrors } from "../protocol/envelope/envelopeErrors.ts";
import { isObject } from "../protocol/json/jsonObject.ts";
import { createAnswerReader } from "./answerReader.ts";
import type { CallFailure, CallOutcome, ReplyKind, ReplyNote } from "./callEvent.ts";
import { asSentence, protocolFailure } from "./callFailure.ts";

/** What the one response of Service RPC is, and how the call ends with it. */
export interface ServiceAnswer {
  readonly kind: ReplyKind;
  readonly notes: readonly ReplyNote[];
  readonly outcome: CallOutcome;
  readonly failure?: CallFailure;
}

/** Reads a response envelope (agent-protocols#response). It ends the call, whatever it holds. */
export function readServiceResponse(protocol: string, requestJson: string, envelope: unknown): ServiceAnswer {
  if (!isObject(envelope))
    return invalidEnvelope("The responder's answer is not a JSON object, or it is nested deeper than any answer.");
  const hasResponse = "response" in envelope;
  const hasError = "error" in envelope;
  if (hasResponse === hasError) {
    return invalidEnvelope(
      hasResponse
        ? "The answer has both `response` and `error`; an envelope has exactly one of them."
        : "The answer has neither `response` nor `error`; an envelope has exactly one of them.",
    );
  }
  if (hasError) return readEnvelopeError(envelope["error"]);
  const reading = createAnswerReader(protocol, requestJson).read(JSON.stringify(envelope["response"]));
  if (reading.error !== undefined) {
    const failure = protocolFailure(protocol, reading.error);
    return { kind: reading.kind, notes: reading.notes, outcome: "protocol-error", failure };
  }
  return { kind: reading.kind, notes: reading.notes, outcome: "answered" };
}

function readEnvelopeError(error: unknown): ServiceAnswer {
  if (!isObject(error) || typeof error["code"] !== "string") {
    return invalidEnvelope("The answer is an error without a `code`, so it does not say what is wrong.");
  }
  const { code, message, retryAfter } = error;
  const said = typeof message === "string" && message !== "" ? ` It says: ${asSentence(message)}` : "";
  const known = Object.hasOwn(envelopeErrors, code) ? envelopeErrors[code] : undefined;
  const retryAfterSeconds = typeof retryAfter === "number" && retryAfter >= 0 ? retryAfter : undefined;
  const nextStep =
    known?.nextStep ??
    (retryAfterSeconds === undefined
      ? "Treat it as final: an unknown code without `retryAfter` is not repeated."
      : "Send the request again after that time.");
  return {
    kind: "envelope-error",
    notes: [],
    outcome: "envelope-error",
    failure: {
      code,
      message: `The responder answered the envelope error \`${code}\`. ${known?.meaning ?? "This code is not in the specification."}${said}`,
      ...(known?.likelyCause && { likelyCause: known.likelyCause }),
      nextStep: retryAfterSeconds === undefined ? nextStep : `${nextStep} (retryAfter: ${retryAfterSeconds} s)`,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}

function invalidEnvelope(message: string): ServiceAnswer {
  return {
    kind: "envelope-error",
    notes: [],
    outcome: "envelope-error",
    failure: {
      code: "invalid-response",
      message,
      likelyCause: "The responder does not follow the Service RPC envelope (agent-protocols#response).",
      nextStep: "Tell the owner of the address.",
    },
  };
}
