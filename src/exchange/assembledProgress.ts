import { isObject } from "../protocol/json/jsonObject.ts";
import { boundedMap } from "./boundedMap.ts";
import type { CallReply } from "./callEvent.ts";

/** One `notifications/progress` of an MCP request. */
interface ProgressStep {
  readonly progress: number;
  /** Absent when the end is not known. */
  readonly total?: number;
  readonly message?: string;
  /** False when the progress is not above that of the step before, which MCP forbids (mcp#basic/utilities/progress). */
  readonly isIncreasing: boolean;
}

/** Reads the progress of one call, reply by reply, so that a long stream can be shown while it arrives. */
export interface ProgressReader {
  /** The step that a reply brings, or undefined for any other reply. */
  read(reply: CallReply): ProgressStep | undefined;
}

/** Senders and tokens whose last progress is kept: in a broadcast each member makes progress of its own. */
const maxTokens = 1000;

/** A reader for one call, before its first reply. */
export function createProgressReader(): ProgressReader {
  const lastByToken = boundedMap<string, number>(maxTokens);
  return {
    read(reply) {
      const params = progressParams(reply);
      if (params === undefined || typeof params["progress"] !== "number") return undefined;
      const { progress, total, message } = params;
      const token = `${reply.senderId} ${String(params["progressToken"])}`;
      const last = lastByToken.get(token);
      lastByToken.set(token, progress);
      return {
        progress,
        ...(typeof total === "number" && { total }),
        ...(typeof message === "string" && { message }),
        isIncreasing: last === undefined || progress > last,
      };
    },
  };
}

function progressParams(reply: CallReply): { readonly [member: string]: unknown } | undefined {
  if (!isObject(reply.json) || reply.json["method"] !== "notifications/progress") return undefined;
  const { params } = reply.json;
  return isObject(params) ? params : undefined;
}
