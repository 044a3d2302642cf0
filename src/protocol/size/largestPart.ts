import type { JsonNode } from "../json/jsonNode.ts";
import type { TextRange } from "../problem.ts";

/** The part of a message that takes the most, and is worth shortening first. */
export interface LargestPart {
  /** Member names and item indices from the root. */
  readonly path: readonly (string | number)[];
  /** The member's name, or the item. */
  readonly label: TextRange;
  readonly node: JsonNode;
}

/** How deep the search goes: far enough for the arguments of a tool in an envelope. */
const deepest = 12;

/**
 * Follows the longest member from the root for as long as one takes half of what holds it. Undefined when the root has no
 * members. Lengths are those of the source, so comments and white space count; which part is the largest rarely changes.
 */
export function largestPart(root: JsonNode): LargestPart | undefined {
  let part: LargestPart | undefined;
  let holder = root;
  for (let depth = 0; depth < deepest; depth++) {
    const next = longestWithin(holder);
    if (!next || (part && next.node.range.length * 2 < holder.range.length)) return part;
    part = { path: [...(part?.path ?? []), next.step], label: next.label, node: next.node };
    holder = next.node;
  }
  return part;
}

interface Step {
  readonly step: string | number;
  readonly label: TextRange;
  readonly node: JsonNode;
}

function longestWithin(holder: JsonNode): Step | undefined {
  return stepsOf(holder).reduce<Step | undefined>(
    (longest, step) => (longest && longest.node.range.length >= step.node.range.length ? longest : step),
    undefined,
  );
}

function stepsOf(holder: JsonNode): Step[] {
  if (holder.kind === "array") return holder.items.map((node, step) => ({ step, label: node.range, node }));
  if (holder.kind !== "object") return [];
  return holder.members.flatMap(({ key, value }) =>
    value ? [{ step: key.value, label: key.range, node: value }] : [],
  );
}
