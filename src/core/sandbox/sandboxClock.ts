/** Time as the sandbox sees it: tests hand in their own, so that nothing waits for real. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `delayMs`; the result takes it back. */
  after(delayMs: number, task: () => void): () => void;
  /** Runs `task` soon, after the current turn, in the order of the calls. */
  soon(task: () => void): void;
}

/** The machine's time. Its timers never keep the process alive. */
export const systemClock: SandboxClock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  soon: (task) => {
    setImmediate(task);
  },
};
