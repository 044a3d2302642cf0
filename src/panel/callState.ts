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

/** How a call ended, as the panel tells it. `isEmpty` is true when the answer holds no content. */
export function endedState(protocol: string, end: CallEnd, isEmpty: boolean): CallState {
  const answered = isEmpty ? "answered-empty" : "answered";
  return {
    kind: end.outcome === "answered" ? answered : endedKinds[end.outcome],
    elapsedMs: end.elapsedMs,
    ...(end.failure && { failure: failureView(protocol, end.failure, Date.parse(end.at)) }),
  };
}
