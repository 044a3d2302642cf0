import type { JsonNode } from "../../../../src/protocol/json/jsonNode.ts";
import { parseJsonText } from "../../../../src/protocol/json/jsonText.ts";
import type { Problem, TextRange } from "../../../../src/protocol/problem.ts";

/** A text with the expected range between `«` and `»`. Several marks are several expected ranges. */
export interface MarkedText {
  readonly text: string;
  readonly ranges: readonly TextRange[];
}

export function markedText(marked: string): MarkedText {
  const ranges: TextRange[] = [];
  let text = "";
  let start = 0;
  for (const character of marked) {
    if (character === "«") start = text.length;
    else if (character === "»") ranges.push({ offset: start, length: text.length - start });
    else text += character;
  }
  return { text, ranges };
}

/** The ranges at which problems of that code are, in order. */
export function rangesOf(problems: readonly Problem[], code: string): TextRange[] {
  return problems
    .filter((problem) => problem.code === code)
    .map((problem) => problem.range)
    .sort((a, b) => a.offset - b.offset);
}

/** The tree of a text in which each `{{name}}` outside quotes is a variable. */
export function treeOf(text: string): JsonNode {
  const placeholders = [...text.matchAll(/\{\{\w+\}\}/g)].map((match) => ({
    offset: match.index,
    length: match[0].length,
  }));
  const { root } = parseJsonText(text, { placeholders });
  if (!root) throw new Error(`no JSON: ${text}`);
  return root;
}
