import { type JsonNode, memberOf, nodeAt } from "../json/jsonNode.ts";
import { isErrorCodeOf } from "./explainError.ts";
import type { BoundProtocol } from "./methods.ts";

/** Members that results of one protocol have and those of the other do not, A2A's of 0.3 among them. */
const resultMembers = {
  mcp: [
    "resultType",
    "content",
    "structuredContent",
    "isError",
    "tools",
    "prompts",
    "messages",
    "resources",
    "resourceTemplates",
    "contents",
    "completion",
    "supportedVersions",
    "inputRequests",
  ],
  a2a: ["task", "message", "statusUpdate", "artifactUpdate", "tasks", "kind", "messageId", "artifacts", "status"],
} as const satisfies Readonly<Record<BoundProtocol, readonly string[]>>;

/**
 * The protocol a reply is of, where no request beside it says so: by a member of its result or by an error code that only
 * one protocol has. Undefined for what either may send, such as an error of JSON-RPC itself.
 */
export function protocolOfReply(message: JsonNode): BoundProtocol | undefined {
  // Only MCP sends notifications.
  if (memberOf(message, "method")) return "mcp";
  const result = memberOf(message, "result")?.value;
  const has = (protocol: BoundProtocol) => resultMembers[protocol].some((name) => memberOf(result, name));
  if (has("mcp")) return "mcp";
  if (has("a2a")) return "a2a";
  const code = nodeAt(message, ["error", "code"]);
  if (code?.kind !== "number") return undefined;
  const [isMcp, isA2a] = [isErrorCodeOf("mcp", code.value), isErrorCodeOf("a2a", code.value)];
  if (isMcp !== isA2a) return isMcp ? "mcp" : "a2a";
  // A list of details is A2A's form of them; a code that means something else in each protocol is told by it.
  return nodeAt(message, ["error", "data"])?.kind === "array" ? "a2a" : undefined;
}
