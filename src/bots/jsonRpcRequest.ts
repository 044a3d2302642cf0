import { asObject } from "../core/records/jsonShape.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";

/** JSON-RPC error codes a bot answers with itself. */
export const jsonRpcCode = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  internalError: -32_603,
} as const;

export interface JsonRpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: JsonObject;
  /** The request with every member it came with. */
  readonly message: JsonObject;
}

export type ParsedRequest =
  | { readonly kind: "request"; readonly request: JsonRpcRequest }
  /** The JSON-RPC error that answers the text. */
  | { readonly kind: "error"; readonly response: JsonObject };

/** Reads one JSON-RPC request. Never throws. */
export function parseRequest(text: string): ParsedRequest {
  const value = parse(text);
  if (value === undefined)
    return {
      kind: "error",
      response: jsonRpcError(null, jsonRpcCode.parseError, "Parse error: the request is not JSON."),
    };
  const message = asObject(value.json);
  const id = message?.["id"];
  const method = message?.["method"];
  const isId = typeof id === "string" || typeof id === "number";
  if (message === undefined || message["jsonrpc"] !== "2.0" || typeof method !== "string" || !isId) {
    const reason = "Invalid request: one JSON-RPC 2.0 request with a method and an id is expected.";
    return { kind: "error", response: jsonRpcError(isId ? id : null, jsonRpcCode.invalidRequest, reason) };
  }
  return { kind: "request", request: { id, method, params: asObject(message["params"]) ?? {}, message } };
}

/** A JSON-RPC 2.0 error response; `id` is null when the request has none that can be read. */
export function jsonRpcError(id: string | number | null, code: number, message: string, data?: unknown): JsonObject {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } };
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    // Answered with the parse error.
    return undefined;
  }
}
