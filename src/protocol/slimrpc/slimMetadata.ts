import type { Problem, TextRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { slimrpcRules } from "./rules.ts";

const report = reporter(slimrpcRules);

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

/** The service parameters that A2A itself defines: all other keys with its prefix are kept for it (binding, section 3). */
const a2aParameters = ["A2A-Version", "A2A-Extensions"] as const;

/** Beyond as much metadata, in bytes, HTTP servers begin to refuse headers: the binding asks to keep it compact. */
export const compactMetadataBytes = 8192;

/** Checks the name of a service parameter as a key of metadata. Keys do not differ by letter case. */
export function checkSlimMetadataName(name: string, range: TextRange): Problem[] {
  const folded = name.toLowerCase();
  if (runtimeKeys.has(folded) || reservedKeys.has(folded))
    return [report("slimrpc/reserved-metadata", range, { name })];
  if (folded.startsWith("slim.")) return [report("slimrpc/credential-in-metadata", range, { name })];
  if (folded === "authorization") return [report("slimrpc/needless-authorization", range, { name })];
  if (!folded.startsWith("a2a-") || a2aParameters.some((known) => known.toLowerCase() === folded)) return [];
  const nearest = nearestName(name, a2aParameters);
  const suggestion = nearest ? ` Did you mean \`${nearest}\`?` : "";
  return [report("slimrpc/reserved-prefix", range, { name, suggestion })];
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
