import type { CallEnd } from "../exchange/callEvent.ts";
import type { CallState, EndedKind } from "./callView.ts";
import { failureView } from "./failureView.ts";

const endedKinds: Readonly<Record<Exclude<CallEnd["outcome"], "answered">, EndedKind>> = {
  "protocol-error": "answered-with-error",
  "envelope-error": "answered-with-error",
  "core-error": "refused",
  timeout: "timed-out",
  cancelled: "cancelled",
  "connection-lost": "connection-lost",
};

export type AnsweredKind = Extract<EndedKind, "answered" | "answered-empty" | "asks-for-input">;

/** How a call ended, as the panel tells it. `answered` is what it is called if it ended with an answer. */
export function endedState(protocol: string, end: CallEnd, answered: AnsweredKind): CallState {
  return {
    kind: end.outcome === "answered" ? answered : endedKinds[end.outcome],
    elapsedMs: end.elapsedMs,
    ...(end.failure && { failure: failureView(protocol, end.failure, Date.parse(end.at)) }),
  };
}
