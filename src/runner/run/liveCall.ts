import type { Disposable } from "../../core/core.ts";
import type { CallEnd, CallEvent } from "../../exchange/callEvent.ts";
import type { CallHeader } from "../record/transcript.ts";

/** A call under way or ended, as the views see it. */
export interface LiveCall {
  readonly header: CallHeader;
  /** Everything so far, bounded; `cutEvents` says how many were left out of the middle. */
  readonly events: readonly CallEvent[];
  readonly cutEvents: number;
  /** Told of each event; after the `end`, replies that come late may follow, with the note `after-end`. */
  onEvent(listener: (event: CallEvent) => void): Disposable;
  cancel(): void;
  readonly ended: Promise<CallEnd>;
}
