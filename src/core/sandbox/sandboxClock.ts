import { type Clock, systemTime } from "../clock.ts";

/** Time as the sandbox sees it: tests hand in their own, so that nothing waits for real. */
export interface SandboxClock extends Clock {
  /** Runs `task` soon, after the current turn, in the order of the calls. */
  soon(task: () => void): void;
}

/** The machine's time. */
export const systemClock: SandboxClock = {
  ...systemTime,
  soon: (task) => {
    setImmediate(task);
  },
};
