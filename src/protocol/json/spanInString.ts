import { type TextRange, textRange } from "../problem.ts";
import type { JsonStringNode } from "./jsonNode.ts";
import { valueOffsets } from "./jsonString.ts";

/**
 * Where a piece of a string's value stands in the text, escapes counted as they are written.
 * `start` and `end` are in the value; `text` is the whole text the node was parsed from.
 */
export function spanInString(text: string, node: JsonStringNode, start: number, end: number): TextRange {
  const { offset, length } = node.range;
  const isPlain = length === node.value.length + 2;
  if (isPlain) return textRange(offset + 1 + start, end - start);
  const offsets = valueOffsets(text.slice(offset, offset + length));
  const from = offset + (offsets[start] ?? length - 1);
  const to = offset + (offsets[end] ?? length - 1);
  return textRange(from, Math.max(to - from, 0));
}
