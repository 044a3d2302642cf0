import { textRange } from "../problem.ts";
import type { JsonNode, JsonStringNode } from "./jsonNode.ts";
import { maxJsonDepth } from "./jsonText.ts";

/** Stands for "nowhere": values that come from no text have no place in one. */
const nowhere = textRange(0, 0);

/**
 * A parsed value as a node, so that the checks of texts serve for values received from elsewhere; every range is empty.
 * What JSON cannot hold, and what is nested too deep, is null.
 */
export function nodeOfValue(value: unknown, depth = 0): JsonNode {
  switch (typeof value) {
    case "string":
      return stringNode(value);
    case "number":
      return { kind: "number", text: String(value), value, range: nowhere };
    case "boolean":
      return { kind: "boolean", value, range: nowhere };
    case "object": {
      if (value === null || depth > maxJsonDepth) break;
      if (Array.isArray(value)) {
        return { kind: "array", items: value.map((item) => nodeOfValue(item, depth + 1)), range: nowhere };
      }
      const members = Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => ({ key: stringNode(key), value: nodeOfValue(member, depth + 1), range: nowhere }));
      return { kind: "object", members, range: nowhere };
    }
  }
  return { kind: "null", range: nowhere };
}

function stringNode(value: string): JsonStringNode {
  return { kind: "string", value, hasPlaceholder: false, range: nowhere };
}
