import { type Clock, sleep } from "../../core/clock.ts";

/** How fast the demo bots work, so that people see a stream grow and tests do not wait. */
export interface DemoPace {
  readonly clock: Clock;
  /** Between the steps of one answer, in milliseconds. */
  readonly stepMs: number;
}

/** Waits one step, or not at all once `signal` is aborted. */
export async function step(pace: DemoPace, signal: AbortSignal): Promise<void> {
  await sleep(pace.clock, pace.stepMs, signal);
}
