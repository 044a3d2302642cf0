import type { Clock } from "../../../../src/core/clock.ts";

/** A clock that stands until a test moves it. */
export interface ManualClock extends Clock {
  /** Runs everything that is due within `durationMs`, in order of time. */
  advance(durationMs: number): void;
  /** When the tasks that wait are due, in milliseconds from now, soonest first. */
  pending(): readonly number[];
}

export function manualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs;
  let tasks: { readonly atMs: number; readonly task: () => void }[] = [];
  return {
    now: () => nowMs,
    after(delayMs, task) {
      const entry = { atMs: nowMs + delayMs, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((one) => one !== entry);
      };
    },
    advance(durationMs) {
      const untilMs = nowMs + durationMs;
      for (;;) {
        const due = tasks.filter((one) => one.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        tasks = tasks.filter((one) => one !== due);
        nowMs = due.atMs;
        due.task();
      }
      nowMs = untilMs;
    },
    pending: () => tasks.map((one) => one.atMs - nowMs).sort((a, b) => a - b),
  };
}
