import type { JsonRpcError, JsonRpcId } from "../../exchange/jsonRpcReply.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";

/** The JSON-RPC response that an acknowledgement stands for. */
export type SmcpResponse =
  | { readonly jsonrpc: "2.0"; readonly id: JsonRpcId; readonly result: unknown }
  | { readonly jsonrpc: "2.0"; readonly id: JsonRpcId; readonly error: JsonRpcError };

/**
 * Reads an acknowledgement as the response to the request with that id. Errors are flat, `{code, message, …}`, or stand in
 * `error`, as the protocol's first text has them; a tool's result is told from one by its `content`. For an MCP method the
 * result is given in MCP's names.
 */
export function smcpResponseOf(ack: unknown, id: JsonRpcId, mcpMethod: string | undefined): SmcpResponse {
  const error = smcpErrorOf(ack);
  if (error !== undefined) return { jsonrpc: "2.0", id, error };
  return { jsonrpc: "2.0", id, result: mcpMethod === undefined ? (ack ?? null) : mcpResultOf(ack, mcpMethod) };
}

/** The error of an error object; undefined for anything else. Its other members become `data`. */
export function smcpErrorOf(ack: unknown): JsonRpcError | undefined {
  if (!isObject(ack) || "content" in ack) return undefined;
  const { code, message, ...data } = isObject(ack["error"]) ? ack["error"] : ack;
  if (typeof code !== "number" || typeof message !== "string") return undefined;
  return { code, message, ...(Object.keys(data).length > 0 && { data }) };
}

/** True when an acknowledgement says that it answers another request than the one with that id. */
export function answersAnother(ack: unknown, requestId: unknown): boolean {
  const told = isObject(ack) ? ack["req_id"] : undefined;
  return told !== undefined && told !== requestId;
}

function mcpResultOf(ack: unknown, mcpMethod: string): unknown {
  if (!isObject(ack)) return ack ?? null;
  const { req_id: _, ...result } = ack;
  if (mcpMethod === "tools/list") {
    const { tools } = result;
    return { ...result, tools: Array.isArray(tools) ? tools.map(mcpToolOf) : tools };
  }
  if (mcpMethod === "resources/list") {
    const { next_cursor: nextCursor, ...page } = result;
    return { ...page, ...(typeof nextCursor === "string" && { nextCursor }) };
  }
  return result;
}

/** A2C-SMCP's `params_schema` and `return_schema` are MCP's `inputSchema` and `outputSchema`. */
function mcpToolOf(tool: unknown): unknown {
  if (!isObject(tool)) return tool;
  const { params_schema: inputSchema, return_schema: outputSchema, meta, ...rest } = tool;
  return {
    ...rest,
    inputSchema,
    ...(isObject(outputSchema) && { outputSchema }),
    ...(isObject(meta) && { _meta: meta }),
  };
}
