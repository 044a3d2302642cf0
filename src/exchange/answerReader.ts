import { createA2aReader } from "./a2aAnswer.ts";
import type { ReplyKind, ReplyNote } from "./callEvent.ts";
import { readGenericReply } from "./genericAnswer.ts";
import { isObject, type JsonRpcError, type JsonRpcId } from "./jsonRpcReply.ts";
import { readMcpReply } from "./mcpAnswer.ts";

/** What one reply is in the answer it belongs to. */
export interface ReplyReading {
  readonly kind: ReplyKind;
  /** True when the binding says that the answer ends with this reply. */
  readonly isFinal: boolean;
  readonly notes: readonly ReplyNote[];
  /** The parsed text, absent when it is not JSON. */
  readonly json?: unknown;
  /** Present in a final reply that is an error of the protocol. */
  readonly error?: JsonRpcError;
}

/** Reads the replies of one sender to one request, in order. */
export interface AnswerReader {
  read(text: string): ReplyReading;
}

/** What a binding needs to know of the request to read its answer. */
export interface AnsweredRequest {
  readonly id: JsonRpcId;
  readonly method: string | undefined;
}

/** A reader by the binding of `protocol`; a protocol without one is read as JSON-RPC as far as it is that. */
export function createAnswerReader(protocol: string, requestJson: string): AnswerReader {
  const request = answeredRequest(requestJson);
  if (protocol === "mcp") return { read: (text) => readMcpReply(request, text) };
  if (protocol === "a2a") return createA2aReader(request);
  return { read: (text) => readGenericReply(request, text) };
}

/** Reads id and method of a JSON-RPC request. Text that is not one gives neither. */
export function answeredRequest(requestJson: string): AnsweredRequest {
  const nothing = { id: undefined, method: undefined };
  let request: unknown;
  try {
    request = JSON.parse(requestJson);
  } catch {
    return nothing;
  }
  if (!isObject(request)) return nothing;
  const { id, method } = request;
  return {
    id: typeof id === "string" || typeof id === "number" ? id : undefined,
    method: typeof method === "string" ? method : undefined,
  };
}

/** An answer carries the request's id; an error to a request whose id could not be read carries `null` (JSON-RPC 2.0 section 5). */
export function answersRequest(request: AnsweredRequest, id: JsonRpcId, isError: boolean): boolean {
  return id === request.id || (isError && (id === null || id === undefined));
}
