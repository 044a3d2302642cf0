import type { CallFile } from "../../../protocol/call/callFile.ts";
import { type Span, type TextRange, textRange } from "../../../protocol/problem.ts";

/** A string, a comment or a bracket. Strings end with their line, as in a draft that is being typed. */
const tokens = /"(?:[^"\\\r\n]|\\.)*"?|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|[[\]{}]/g;

/**
 * What can be folded: each request, and each object and array of its body. Those on one line are the editor's to drop.
 * Brackets are enough for it: the editor asks at each key, and a file has many bodies to parse.
 */
export function foldableRanges(file: CallFile): TextRange[] {
  return file.requests.flatMap(({ range, body }) => [range, ...(body?.json ? bracketsIn(body.json) : [])]);
}

function bracketsIn({ text, offset }: Span): TextRange[] {
  const pairs: TextRange[] = [];
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === "{" || token === "[") open.push(index);
    else if (token === "}" || token === "]") {
      const start = open.pop();
      if (start !== undefined) pairs.push(textRange(offset + start, index + 1 - start));
    }
  }
  return pairs;
}
