import { checkA2aReply } from "../a2a/checkA2aReply.ts";
import { checkA2aRequest } from "../a2a/checkA2aRequest.ts";
import type { JsonNode } from "../json/jsonNode.ts";
import type { ReplyContext, RequestContext } from "../json-rpc/bindingContext.ts";
import { checkMcpReply } from "../mcp/checkMcpReply.ts";
import { checkMcpRequest } from "../mcp/checkMcpRequest.ts";
import type { Problem } from "../problem.ts";
import { checkSmcpReply } from "../smcp/checkSmcpReply.ts";
import { checkSmcpRequest } from "../smcp/checkSmcpRequest.ts";

export type { AnsweredRequest, ReplyContext, RequestContext } from "../json-rpc/bindingContext.ts";

/**
 * Checks the request of a protocol: what follows `/_call <protocol>`, stands in an envelope's `request`, or is the whole
 * message over the neighbouring transports; over A2C-SMCP the transport decides, whatever the protocol. A protocol without
 * a binding has no rules here. Never throws; ranges are those of `node`.
 */
export function checkProtocolRequest(protocol: string, node: JsonNode, context: RequestContext): Problem[] {
  if (context.transport === "smcp") return checkSmcpRequest(node);
  if (protocol === "mcp") return checkMcpRequest(node, context);
  return protocol === "a2a" ? checkA2aRequest(node, context) : [];
}

/** Checks one reply of a protocol: the text of a reply, or an envelope's `response`. Over A2C-SMCP the transport decides. */
export function checkProtocolReply(protocol: string, node: JsonNode, context: ReplyContext): Problem[] {
  if (context.transport === "smcp") return checkSmcpReply(node, context);
  if (protocol === "mcp") return checkMcpReply(node, context);
  return protocol === "a2a" ? checkA2aReply(node, context) : [];
}
