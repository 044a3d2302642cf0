import type { CallEvent } from "../../exchange/callEvent.ts";
import { endEvent } from "../../transport/sendFailure.ts";
import type { Transport } from "../../transport/transport.ts";
import type { PreparedCall } from "../run/prepareRequest.ts";
import type { Transcript } from "./transcript.ts";

/**
 * Answers each request with the record of an earlier call of the same name, the last one given: expectations and captures
 * are checked on it, and nothing is sent. `now` gives milliseconds since the epoch.
 */
export function recordedCalls(
  transcripts: readonly Transcript[],
  now: () => number,
): (call: PreparedCall) => Transport {
  return (call) => {
    const record = transcripts.findLast(({ header }) => header.name === call.name);
    const events = record ? wholeEvents(record) : [];
    const failure = {
      code: "no-record",
      message: `No record of a call “${call.name}” that has ended was given, so there is nothing to check.`,
      nextStep: "Send the request, and give the transcript of that call.",
    };
    const end = endEvent({ outcome: "core-error", failure }, call.request.text, now(), now());
    return { kind: call.request.transport, send: () => inOrder(events.length > 0 ? events : [end]) };
  };
}

/** The events up to the end; none of a call that had not ended, or of which some were left out. */
function wholeEvents({ events, cutEvents }: Transcript): readonly CallEvent[] {
  const end = events.findIndex(({ event }) => event === "end");
  return cutEvents === 0 ? events.slice(0, end + 1) : [];
}

async function* inOrder(events: readonly CallEvent[]): AsyncGenerator<CallEvent> {
  yield* events;
}
