import type { CallReply } from "./callEvent.ts";
import { isObject } from "./jsonRpcReply.ts";

/** The progress of an MCP request by its notifications, newest state first in `latest`. */
export interface AssembledProgress {
  readonly latest: ProgressStep | undefined;
  readonly steps: readonly ProgressStep[];
  /** Sequences of the replies whose progress did not grow, which MCP forbids. */
  readonly notIncreasing: readonly number[];
}

export interface ProgressStep {
  readonly sequence: number;
  readonly elapsedMs: number;
  readonly progress: number;
  /** Absent when the end is not known. */
  readonly total?: number;
  readonly message?: string;
}

/** Reads `notifications/progress` of the replies, in order. Other replies are passed over. */
export function assembleProgress(replies: readonly CallReply[]): AssembledProgress {
  const steps: ProgressStep[] = [];
  const notIncreasing: number[] = [];
  for (const reply of replies) {
    const step = progressStep(reply);
    if (step === undefined) continue;
    const previous = steps.at(-1);
    if (previous && step.progress <= previous.progress) notIncreasing.push(step.sequence);
    steps.push(step);
  }
  return { latest: steps.at(-1), steps, notIncreasing };
}

function progressStep(reply: CallReply): ProgressStep | undefined {
  if (!isObject(reply.json) || reply.json["method"] !== "notifications/progress") return undefined;
  const params = reply.json["params"];
  if (!isObject(params) || typeof params["progress"] !== "number") return undefined;
  return {
    sequence: reply.sequence,
    elapsedMs: reply.elapsedMs,
    progress: params["progress"],
    ...(typeof params["total"] === "number" && { total: params["total"] }),
    ...(typeof params["message"] === "string" && { message: params["message"] }),
  };
}
