import type { RequestResult } from "../runner/run/runRequest.ts";
import { exitCodes } from "./io.ts";

/** The highest code of the results; a run that was cancelled is one that could not be finished. */
export function worstExitCode(results: readonly RequestResult[], isCancelled: boolean): number {
  return Math.max(isCancelled ? exitCodes.cannotRun : exitCodes.ok, ...results.map(exitCodeOf));
}

/** The exit code one request asks for: what it expected decides, then how its call ended. */
function exitCodeOf(result: RequestResult): number {
  if (result.kind === "not-sent") return exitCodes.cannotRun;
  if (result.kind === "skipped") return exitCodes.failed;
  if (result.isPassed) return exitCodes.ok;
  if (result.isOutcomeExpected) return exitCodes.failed;
  switch (result.end.outcome) {
    case "answered":
    case "protocol-error":
    case "envelope-error":
      return exitCodes.failed;
    case "timeout":
      return exitCodes.noAnswer;
    case "core-error":
    case "connection-lost":
    case "cancelled":
      return exitCodes.cannotRun;
  }
}
