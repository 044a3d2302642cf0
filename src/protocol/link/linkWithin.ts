import type { TextRange } from "../problem.ts";
import { looksLikeSimplexLink } from "./parseSimplexLink.ts";

/** Where the first piece of a text stands that is meant as a SimpleX link. */
export function linkWithin(text: string): TextRange | undefined {
  for (const match of text.matchAll(/(?:https?:\/\/|simplex:\/)[^\s<>()[\]"'`|]{1,4000}/gi)) {
    if (looksLikeSimplexLink(match[0])) return { offset: match.index, length: match[0].length };
  }
  return undefined;
}
