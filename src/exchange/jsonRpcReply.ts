import { isObject } from "../protocol/json/jsonObject.ts";

/** What one text is as a JSON-RPC message, as far as an answer is read from it. */
export type JsonRpcReply =
  | { readonly kind: "result"; readonly id: JsonRpcId; readonly result: unknown }
  | { readonly kind: "error"; readonly id: JsonRpcId; readonly error: JsonRpcError }
  | { readonly kind: "notification"; readonly method: string; readonly params: unknown }
  /** JSON, but not a JSON-RPC message. */
  | { readonly kind: "json" }
  /** Not JSON. */
  | { readonly kind: "text" };

/** `null` is the id of an error to a request whose id could not be read, `undefined` a missing one. */
export type JsonRpcId = string | number | null | undefined;

export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface ParsedReply {
  readonly message: JsonRpcReply;
  /** The parsed text, absent when it is not JSON. */
  readonly json?: unknown;
}

/** Deeper replies stay text: a few kilobytes of brackets can overflow the stack of whoever walks them. */
const maxReplyDepth = 200;

/** Reads a peer's text. One byte-order mark is dropped, as of documents. Never throws. */
export function parseReply(text: string): ParsedReply {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const json = parseBoundedJson(body);
  if (json === undefined) return { message: { kind: "text" } };
  return { message: jsonRpcReplyOf(json), json };
}

/** Reads a JSON value as a JSON-RPC 2.0 message. */
export function jsonRpcReplyOf(json: unknown): JsonRpcReply {
  if (!isObject(json) || json["jsonrpc"] !== "2.0") return { kind: "json" };
  const { id, method, error } = json;
  if (typeof method === "string") {
    return id === undefined ? { kind: "notification", method, params: json["params"] } : { kind: "json" };
  }
  if (id !== undefined && id !== null && typeof id !== "string" && typeof id !== "number") return { kind: "json" };
  if (isObject(error) && typeof error["code"] === "number") {
    const message = typeof error["message"] === "string" ? error["message"] : "";
    return {
      kind: "error",
      id,
      error: { code: error["code"], message, ...("data" in error && { data: error["data"] }) },
    };
  }
  return "result" in json ? { kind: "result", id, result: json["result"] } : { kind: "json" };
}

function parseBoundedJson(text: string): unknown {
  if (!isDepthBounded(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A reply that is not JSON is kept as text (agent-protocols#replies).
    return undefined;
  }
}

function isDepthBounded(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") {
      depth++;
      if (depth > maxReplyDepth) return false;
    } else if (character === "}" || character === "]") depth--;
  }
  return true;
}
