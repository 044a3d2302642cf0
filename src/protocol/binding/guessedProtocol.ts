import { serviceParametersMember } from "../a2a/serviceParameters.ts";
import { type JsonNode, memberOf } from "../json/jsonNode.ts";
import { type BoundProtocol, methodOf } from "./methods.ts";

/** The protocol a JSON-RPC request most likely belongs to, by its method and members; `mcp` when nothing tells. */
export function guessedProtocol(request: JsonNode | undefined): BoundProtocol {
  const method = memberOf(request, "method")?.value;
  const name = method?.kind === "string" ? method.value : "";
  if (methodOf("mcp", name)) return "mcp";
  const isA2a = methodOf("a2a", name) !== undefined || memberOf(request, serviceParametersMember) !== undefined;
  // The methods of A2A 0.3 have a slash, as those of MCP do.
  return isA2a || /^(message|tasks)\//.test(name) ? "a2a" : "mcp";
}
