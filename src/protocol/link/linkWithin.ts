import type { TextRange } from "../problem.ts";
import { looksLikeSimplexLink } from "./parseSimplexLink.ts";

/** Where the first piece of a text stands that is meant as a SimpleX link. */
export function linkWithin(text: string): TextRange | undefined {
  for (const match of text.matchAll(/(?:https?:\/\/|simplex:\/)[^\s<>()[\]"'`|]{1,4000}/gi)) {
    // What ends a sentence or begins the notes is not part of it.
    const link = match[0].replace(/[.,:;!?]+$/, "");
    if (looksLikeSimplexLink(link)) return { offset: match.index, length: link.length };
  }
  return undefined;
}
