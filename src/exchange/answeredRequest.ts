import { isObject } from "../protocol/json/jsonObject.ts";
import type { JsonRpcId } from "./jsonRpcReply.ts";

/** What a binding needs to know of the request to read its answer. */
export interface AnsweredRequest {
  readonly id: JsonRpcId;
  readonly method: string | undefined;
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
