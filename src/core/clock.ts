/** Time as the client sees it: tests hand in their own, so that nothing waits for real. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `delayMs`; the result takes it back. */
  after(delayMs: number, task: () => void): () => void;
}

/** The machine's time. */
export const systemTime: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delayMs`, or at once when `signal` is aborted. */
export function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || delayMs <= 0) return resolve();
    const end = (): void => {
      takeBack();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const takeBack = clock.after(delayMs, end);
    signal.addEventListener("abort", end);
  });
}
