import { type Clock, sleep } from "../../core/clock.ts";

/** How fast the demo bots work, so that people see a stream grow and tests do not wait. */
export interface DemoPace {
  readonly clock: Clock;
  /** Between the steps of one answer, in milliseconds. */
  readonly stepMs: number;
  /** Ends all work when the sandbox is closed. */
  readonly closed: AbortSignal;
}

/** Waits one step. False when the work is to end, because of `signal` or because the sandbox is closed. */
export async function step(pace: DemoPace, signal: AbortSignal): Promise<boolean> {
  const ended = AbortSignal.any([signal, pace.closed]);
  await sleep(pace.clock, pace.stepMs, ended);
  return !ended.aborted;
}
