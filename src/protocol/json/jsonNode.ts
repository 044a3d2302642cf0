import type { TextRange } from "../problem.ts";

/** A JSON value as it stands in a text. Every `range` is absolute and includes quotes and brackets. */
export type JsonNode =
  | JsonObjectNode
  | JsonArrayNode
  | JsonStringNode
  | JsonNumberNode
  | { readonly kind: "boolean"; readonly value: boolean; readonly range: TextRange }
  | { readonly kind: "null"; readonly range: TextRange }
  /** A bare `{{variable}}`, whose value is not known yet. No check judges it. */
  | { readonly kind: "placeholder"; readonly range: TextRange };

export interface JsonObjectNode {
  readonly kind: "object";
  /** In the order of the text, a duplicate key included. */
  readonly members: readonly JsonMember[];
  readonly range: TextRange;
}

interface JsonArrayNode {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
  readonly range: TextRange;
}

export interface JsonStringNode {
  readonly kind: "string";
  /** With its escapes resolved. */
  readonly value: string;
  /** True when a `{{variable}}` stands inside the quotes: `value` is not what will be sent. */
  readonly hasPlaceholder: boolean;
  readonly range: TextRange;
}

interface JsonNumberNode {
  readonly kind: "number";
  /** The digits as written. */
  readonly text: string;
  readonly value: number;
  readonly range: TextRange;
}

export interface JsonMember {
  readonly key: JsonStringNode;
  /** Absent while the value is still to be written. */
  readonly value?: JsonNode;
  /** From the key to the end of the value. */
  readonly range: TextRange;
}

/** The member of that name; of a duplicate key the last one, as `JSON.parse` takes it. Undefined for other nodes. */
export function memberOf(node: JsonNode | undefined, name: string): JsonMember | undefined {
  return node?.kind === "object" ? node.members.findLast((member) => member.key.value === name) : undefined;
}

/** The node at a path of member names and item indices, or undefined where the path leaves the tree. */
export function nodeAt(root: JsonNode | undefined, path: readonly (string | number)[]): JsonNode | undefined {
  let node = root;
  for (const step of path) {
    if (typeof step === "string") node = memberOf(node, step)?.value;
    else node = node?.kind === "array" ? node.items[step] : undefined;
  }
  return node;
}

/**
 * The value as `JSON.parse` would give it, except that objects have no prototype, so `__proto__` is a member like any
 * other. A placeholder is `undefined`. The recursion is bounded by the parser's depth limit.
 */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case "object": {
      const value: Record<string, unknown> = Object.create(null);
      for (const member of node.members) if (member.value) value[member.key.value] = plainValue(member.value);
      return value;
    }
    case "array":
      return node.items.map(plainValue);
    case "string":
    case "number":
    case "boolean":
      return node.value;
    case "null":
      return null;
    case "placeholder":
      return undefined;
  }
}
