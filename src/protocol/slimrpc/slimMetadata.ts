/** Metadata that the SLIM runtime adds to each call; a handler sees it beside the caller's. */
const runtimeKeys: ReadonlySet<string> = new Set(["service", "method", "rpc-id", "slimrpc-dir", "slimrpc-timeout"]);

/** Metadata that newer texts of the binding reserve. */
const reservedKeys: ReadonlySet<string> = new Set([
  "slimrpc-live-routing",
  "slimrpc-context-map",
  "slim-src",
  "slim-peer-task-id",
  "slim-peer-state",
]);

/** True for a metadata key the caller must not set. Keys do not differ by letter case. */
export function isReservedSlimMetadata(key: string): boolean {
  const folded = key.toLowerCase();
  return runtimeKeys.has(folded) || reservedKeys.has(folded);
}

/** A2A service parameters as SLIMRPC metadata (binding, section 3): keys in lower case, as the binding's example. */
export function slimMetadataOf(serviceParameters: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const metadata = new Map<string, string>();
  for (const [name, value] of Object.entries(serviceParameters)) {
    const key = name.toLowerCase();
    const before = metadata.get(key);
    metadata.set(key, before === undefined ? value : `${before},${value}`);
  }
  return metadata;
}
