import { a2aMethods } from "../a2a/a2aMethods.ts";
import type { ProtocolMethod } from "../json-rpc/protocolMethod.ts";
import type { SchemaLibrary } from "../json-schema/jsonSchema.ts";
import { a2aSchemas, mcpSchemas } from "../json-schema/protocolSchemas.ts";
import { mcpMethods } from "../mcp/mcpMethods.ts";

/** Protocols with a binding in the specification: the names a `/_call` or an envelope can be checked for. */
export const boundProtocols = ["mcp", "a2a"] as const;

export type BoundProtocol = (typeof boundProtocols)[number];

/** True for a protocol whose messages can be checked. */
export function isBoundProtocol(name: string): name is BoundProtocol {
  return boundProtocols.some((protocol) => protocol === name);
}

/** The methods of a protocol, in the order to offer them; none for a protocol without a binding. */
export function methodsOf(protocol: string): readonly ProtocolMethod[] {
  if (protocol === "mcp") return mcpMethods;
  return protocol === "a2a" ? a2aMethods : [];
}

/** The method of that name, exactly as spelled. */
export function methodOf(protocol: string, name: string): ProtocolMethod | undefined {
  return methodsOf(protocol).find((method) => method.name === name);
}

/** The official schema of a protocol's messages. */
export function schemasOf(protocol: BoundProtocol): SchemaLibrary {
  return protocol === "mcp" ? mcpSchemas() : a2aSchemas();
}
