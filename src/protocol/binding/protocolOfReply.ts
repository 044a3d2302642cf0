import { type JsonNode, memberOf, nodeAt } from "../json/jsonNode.ts";
import { isErrorCodeOf } from "./explainError.ts";
import type { BoundProtocol } from "./methods.ts";

/** Members that hardly any result but one of MCP has. */
const mcpMembers = [
  "resultType",
  "cacheScope",
  "content",
  "structuredContent",
  "tools",
  "prompts",
  "resourceTemplates",
  "supportedVersions",
  "inputRequests",
];

const a2aMembers = ["task", "message", "statusUpdate", "artifactUpdate", "tasks", "messageId"];

/** What `kind` says in results of A2A 0.3. */
const a2aKinds = ["task", "message", "status-update", "artifact-update"];

/**
 * The protocol a reply is of, where no request beside it says so: by a member of its result or by an error code that only
 * one protocol has. Undefined for what either may send, such as an error of JSON-RPC itself, and for what is no JSON-RPC:
 * a protocol that these checks do not know may have members of any name.
 */
export function protocolOfReply(message: JsonNode): BoundProtocol | undefined {
  const [result, error] = [memberOf(message, "result")?.value, memberOf(message, "error")?.value];
  if (!memberOf(message, "jsonrpc") && !(memberOf(message, "id") && (result || error))) return undefined;
  // Only MCP sends notifications.
  if (memberOf(message, "method")) return "mcp";
  if (mcpMembers.some((name) => memberOf(result, name))) return "mcp";
  if (isA2aResult(result)) return "a2a";
  const code = memberOf(error, "code")?.value;
  if (code?.kind !== "number") return undefined;
  const [isMcp, isA2a] = [isErrorCodeOf("mcp", code.value), isErrorCodeOf("a2a", code.value)];
  if (isMcp !== isA2a) return isMcp ? "mcp" : "a2a";
  // A list of details is A2A's form of them; a code that means something else in each protocol is told by it.
  return memberOf(error, "data")?.value?.kind === "array" ? "a2a" : undefined;
}

function isA2aResult(result: JsonNode | undefined): boolean {
  const kind = memberOf(result, "kind")?.value;
  return (
    a2aMembers.some((name) => memberOf(result, name)) ||
    (kind?.kind === "string" && a2aKinds.includes(kind.value)) ||
    nodeAt(result, ["status", "state"]) !== undefined
  );
}
