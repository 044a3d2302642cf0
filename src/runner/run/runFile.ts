import type { CallFile } from "../../protocol/call/callFile.ts";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import type { EnvironmentValues } from "../values/environments.ts";
import { requestOrder } from "./requestOrder.ts";
import { type RequestResult, type RunContext, requestIdentity, runRequest } from "./runRequest.ts";

/** What running a file needs; the scopes of captures are made from the store, request by request. */
export interface RunFileOptions extends Omit<RunContext, "scopes" | "onCall"> {
  readonly environment: EnvironmentValues | undefined;
  readonly privateEnvironment: EnvironmentValues | undefined;
  /** Positions of the requests to run; those whose captures they need run too. All when absent. */
  readonly requests?: readonly number[];
  /** Stops at the first request that does not pass. */
  readonly isBailing?: boolean;
  /** Why nothing of the file is run: every request is skipped with this reason. */
  readonly skipAll?: string;
  readonly onStart?: (index: number) => void;
  readonly onCall?: (index: number, call: Parameters<NonNullable<RunContext["onCall"]>>[0]) => void;
  readonly onResult?: (index: number, result: RequestResult) => void;
}

export const bailedReason = "An earlier request did not pass, and the run stops at the first one.";

/**
 * Runs the requests of a file one after the other, each after those whose captures it uses. A request whose captures did
 * not come, that stands in a circle of captures, or that follows a stop is skipped with the reason. Every request gets
 * exactly one result, in the order of running.
 */
export async function runFile(options: RunFileOptions): Promise<readonly RequestResult[]> {
  const file = parseCallFile(options.text);
  const { order, needs, circles } = requestOrder(file, options.requests);
  const results = new Map<number, RequestResult>();
  for (const index of order) {
    const reason = skipReason(file, needs.get(index) ?? new Set(), circles.get(index), results, options);
    const result = reason === undefined ? await runOne(file, index, options) : skipped(file, index, reason, options);
    results.set(index, result);
    options.onResult?.(index, result);
  }
  return [...results.values()];
}

async function runOne(file: CallFile, index: number, options: RunFileOptions): Promise<RequestResult> {
  const request = file.requests[index];
  if (request === undefined) throw new RangeError(`The file has no request ${index}.`);
  options.onStart?.(index);
  return await runRequest(file, request, {
    ...options,
    scopes: {
      captured: options.captures.of(options.fileName ?? ""),
      capturedIn: (name, variable) => options.captures.named(name, variable, options.fileName ?? ""),
      environment: options.environment,
      privateEnvironment: options.privateEnvironment,
    },
    onCall: (call) => options.onCall?.(index, call),
  });
}

function skipReason(
  file: CallFile,
  needed: ReadonlySet<number>,
  circle: readonly string[] | undefined,
  results: ReadonlyMap<number, RequestResult>,
  options: RunFileOptions,
): string | undefined {
  if (options.signal?.aborted) return "The run was cancelled before this request.";
  if (options.skipAll !== undefined) return options.skipAll;
  if (options.isBailing && [...results.values()].some((result) => !isPassed(result))) {
    return bailedReason;
  }
  if (circle !== undefined) {
    return `Its captures go in a circle (${circle.map((name) => `{{${name}}}`).join(", ")}), so no order works. Break the circle.`;
  }
  for (const position of needed) {
    const result = results.get(position);
    const request = file.requests[position];
    if (result === undefined || request === undefined || isCaptureTaken(result)) continue;
    return `It uses a value of "${requestIdentity(request, options.text).name}", which did not give it.`;
  }
  return undefined;
}

/** A request whose expectation failed may still have given its captures. */
function isCaptureTaken(result: RequestResult): boolean {
  return (
    result.kind === "finished" &&
    result.isOutcomeExpected &&
    result.captures.every((capture) => capture.kind === "captured")
  );
}

/** True for a request that was sent and came out as expected; a skipped one did not pass. */
export function isPassed(result: RequestResult): boolean {
  return result.kind === "finished" && result.isPassed;
}

function skipped(file: CallFile, index: number, reason: string, options: RunFileOptions): RequestResult {
  const request = file.requests[index];
  if (request === undefined) throw new RangeError(`The file has no request ${index}.`);
  return { ...requestIdentity(request, options.text), kind: "skipped", reason };
}
