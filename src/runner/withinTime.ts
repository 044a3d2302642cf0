import { runInNewContext } from "node:vm";

/** What came of work that was given a limited time. */
export type TimedWork<Value> =
  | { readonly kind: "done"; readonly value: Value }
  /** It was stopped: it had not ended in time. */
  | { readonly kind: "stopped" };

/**
 * Does synchronous work, and stops it after `limitMs`. A regular expression or a path of a request file may need longer than
 * anyone waits, and nothing else in the process would run until then. What the work throws is thrown on.
 */
export function withinTime<Value>(limitMs: number, work: () => Value): TimedWork<Value> {
  try {
    // The engine watches the time of a script, and of everything that the script calls.
    const value: Value = runInNewContext("work()", { work }, { timeout: limitMs });
    return { kind: "done", value };
  } catch (error) {
    if (isTimeout(error)) return { kind: "stopped" };
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
