import type { Clock } from "./clock.ts";

/** The end of a piece of work: its time is over, or the caller gives it up. */
export interface Deadline {
  /** Aborted by either. */
  readonly signal: AbortSignal;
  /** True when the time ended it, not the caller. */
  readonly hasTimedOut: boolean;
  /** Takes the timer and the listener back. Disposing twice is harmless. */
  dispose(): void;
}

/**
 * Aborts after `timeoutMs`, or with `outer`. Not `AbortSignal.any` with `AbortSignal.timeout`: Node holds both so weakly that
 * the collection of garbage can take the timeout away.
 */
export function openDeadline(clock: Clock, timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let hasTimedOut = false;
  const giveUp = (): void => controller.abort();
  const takeBack = clock.after(timeoutMs, () => {
    hasTimedOut = !controller.signal.aborted;
    controller.abort();
  });
  outer?.addEventListener("abort", giveUp);
  if (outer?.aborted) giveUp();
  return {
    signal: controller.signal,
    get hasTimedOut() {
      return hasTimedOut;
    },
    dispose() {
      takeBack();
      outer?.removeEventListener("abort", giveUp);
    },
  };
}
