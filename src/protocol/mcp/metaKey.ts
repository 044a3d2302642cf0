import { mcpRevision } from "./mcpRevision.ts";

/** Keys of a request's `_meta` that MCP 2026-07-28 defines. */
export const metaKeys = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** The least `_meta` a request can have, as JSON text: the revision, and no capabilities. */
export const minimalMetaText = `{"${metaKeys.protocolVersion}": "${mcpRevision}", "${metaKeys.clientCapabilities}": {}}`;

export const knownMetaKeys: readonly string[] = Object.values(metaKeys);

const label = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const keyGrammar = new RegExp(`^(?:${label}(?:\\.${label})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`);

/** True for a key of the form that MCP allows in `_meta`: an optional prefix with a slash, then a name. */
export function isMetaKey(key: string): boolean {
  return key.length > 0 && key.length <= 512 && keyGrammar.test(key);
}

/** True for a key whose prefix is reserved: its second label is `mcp` or `modelcontextprotocol`. */
export function isReservedMetaKey(key: string): boolean {
  const slash = key.indexOf("/");
  if (slash < 0) return false;
  const second = key.slice(0, slash).split(".")[1];
  return second === "mcp" || second === "modelcontextprotocol";
}
