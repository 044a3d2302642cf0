import { boundVersion, serviceParametersMember } from "../a2a/serviceParameters.ts";
import type { RequestContext } from "../json-rpc/bindingContext.ts";
import { minimalMetaText } from "../mcp/metaKey.ts";
import { methodOf } from "./methods.ts";

/**
 * JSON text of a whole request of `method`, ready to be filled in: for `rpc` the envelope, otherwise the JSON-RPC request,
 * which follows `/_call <protocol>` in a conversation. Undefined for a protocol or a method without a binding.
 */
export function requestSkeleton(
  protocol: string,
  method: string,
  transport: RequestContext["transport"],
): string | undefined {
  const known = methodOf(protocol, method);
  if (!known) return undefined;
  const outer = { jsonrpc: "2.0", id: 1, method };
  const request =
    protocol === "mcp"
      ? { ...outer, params: { ...known.exampleParams, _meta: JSON.parse(minimalMetaText) } }
      : { ...outer, [serviceParametersMember]: { "A2A-Version": boundVersion }, params: known.exampleParams };
  return JSON.stringify(transport === "rpc" ? { protocol, request } : request, null, 2);
}

/**
 * The body of a new request as a request file writes it: in a conversation a command, over Service RPC an envelope. Undefined
 * for a method that is not known.
 */
export function requestBody(protocol: string, method: string, transport: "chat" | "rpc"): string | undefined {
  const skeleton = requestSkeleton(protocol, method, transport);
  return skeleton && (transport === "chat" ? `/_call ${protocol} ${skeleton}` : skeleton);
}
