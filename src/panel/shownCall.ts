import type { CallEvent, CallReply } from "../exchange/callEvent.ts";
import type { CallHeader, Transcript } from "../runner/record/transcript.ts";
import type { LiveCall } from "../runner/run/liveCall.ts";

/** What the panel shows: a call under way or ended in this window, or the record of an earlier one. */
export type ShownCall =
  | { readonly kind: "live"; readonly call: LiveCall }
  | { readonly kind: "record"; readonly transcript: Transcript };

/** What was sent and to whom. */
export function headerOf(shown: ShownCall): CallHeader {
  return shown.kind === "live" ? shown.call.header : shown.transcript.header;
}

/** The events so far, or all that the record kept. */
export function eventsOf(shown: ShownCall): readonly CallEvent[] {
  return shown.kind === "live" ? shown.call.events : shown.transcript.events;
}

/** The reply with that sequence number, or undefined when the recorder left it out to keep its bounds. */
export function replyOf(shown: ShownCall, sequence: number): CallReply | undefined {
  const reply = eventsOf(shown).find((event) => event.event === "reply" && event.sequence === sequence);
  return reply?.event === "reply" ? reply : undefined;
}

/** What was sent, from the `sent` event, or from the end of a call that could not be sent. */
export function sentTextOf(shown: ShownCall): string | undefined {
  let text: string | undefined;
  for (const event of eventsOf(shown)) {
    if (event.event === "sent") return event.text;
    if (event.event === "end") text = event.sent;
  }
  return text;
}
