import { type CallRequest, directiveValue } from "../../../protocol/call/callFile.ts";
import { memberOf } from "../../../protocol/json/jsonNode.ts";
import { isSlimUrl } from "../../../protocol/slimrpc/slimTarget.ts";
import { isSmcpUrl } from "../../../protocol/smcp/smcpTarget.ts";
import { bodyJson } from "../call/bodyJson.ts";

/** A path in a request's body, seen from the protocol's own message. */
export type MessagePlace =
  /** In the envelope around the message. */
  | { readonly kind: "envelope"; readonly path: readonly (string | number)[] }
  | {
      readonly kind: "message";
      /**
       * From the command or the envelope; of bare JSON-RPC by the scheme of its target: `a2a` over SLIM, and `smcp`, which is
       * no protocol of its own, over A2C-SMCP. Undefined while it is not written yet.
       */
      readonly protocol: string | undefined;
      readonly method: string | undefined;
      /** Within the JSON-RPC message, such as `["params", "message"]`. */
      readonly path: readonly (string | number)[];
    };

/** Tells which part of a body a JSON path leads to, and what is known there of the protocol and the method. */
export function messagePlace(request: CallRequest, path: readonly (string | number)[]): MessagePlace {
  const root = bodyJson(request)?.root;
  const isEnvelope = request.body?.kind === "envelope";
  if (isEnvelope && (path[0] !== "request" || path.length < 2)) return { kind: "envelope", path };
  const message = isEnvelope ? memberOf(root, "request")?.value : root;
  const protocol = isEnvelope ? stringValue(memberOf(root, "protocol")?.value) : protocolOf(request);
  const method = stringValue(memberOf(message, "method")?.value);
  return { kind: "message", protocol, method, path: isEnvelope ? path.slice(1) : path };
}

function protocolOf(request: CallRequest): string | undefined {
  if (request.body?.kind === "command") return request.body.protocol?.text;
  const target = directiveValue(request, "to")?.text ?? "";
  if (isSlimUrl(target)) return "a2a";
  return isSmcpUrl(target) ? "smcp" : undefined;
}

function stringValue(node: { readonly kind: string; readonly value?: unknown } | undefined): string | undefined {
  return node?.kind === "string" && typeof node.value === "string" ? node.value : undefined;
}
