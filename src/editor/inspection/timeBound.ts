import { Script } from "node:vm";

const work = new Script("work()");

/**
 * Does synchronous work and ends it after `timeoutMs`, in whatever it is then, regular expressions included. Undefined when
 * it was ended.
 */
export function withinTime<Result>(timeoutMs: number, task: () => Result): Result | undefined {
  let result: Result | undefined;
  const context = {
    work: () => {
      result = task();
    },
  };
  try {
    work.runInNewContext(context, { timeout: timeoutMs });
    return result;
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
