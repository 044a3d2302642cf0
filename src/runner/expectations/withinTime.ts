import { runInNewContext } from "node:vm";

/**
 * Does synchronous work, and stops it after `limitMs`: undefined then. A regular expression, a path or a schema of someone
 * else may need longer than anyone waits, and nothing else in the process would run until then. What the work throws is
 * thrown on.
 */
export function withinTime<Value extends object | string>(limitMs: number, work: () => Value): Value | undefined {
  try {
    // The engine watches the time of a script, and of everything that the script calls.
    const value: Value = runInNewContext("work()", { work }, { timeout: limitMs });
    return value;
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
