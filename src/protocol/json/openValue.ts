import type { JsonNode, JsonObjectNode } from "./jsonNode.ts";

/** True for a value that a variable decides. */
export function isOpen(node: JsonNode): boolean {
  return node.kind === "placeholder" || (node.kind === "string" && node.hasPlaceholder);
}

/** True when a variable stands in a member's name: then nothing can be called missing. */
export function hasVariableKey(object: JsonObjectNode): boolean {
  return object.members.some((member) => member.key.hasPlaceholder);
}
