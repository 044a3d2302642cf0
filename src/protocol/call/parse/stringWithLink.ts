import type { JsonNode, JsonStringNode } from "../../json/jsonNode.ts";
import { linkWithin } from "../../link/linkWithin.ts";

/** The first string of a request that holds a SimpleX link, which the core looks for in the text of a message. */
export function stringWithLink(root: JsonNode): JsonStringNode | undefined {
  const waiting: JsonNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === "string" && linkWithin(node.value)) return node;
    if (node.kind === "array") waiting.push(...node.items.toReversed());
    if (node.kind === "object") waiting.push(...node.members.flatMap(({ value }) => value ?? []).reverse());
  }
  return undefined;
}
