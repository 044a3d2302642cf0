import type { TextRange } from "../problem.ts";
import { codePointName } from "../text/codePointName.ts";

/**
 * Characters that take no room of their own: controls, soft hyphens, zero-width and text-direction characters, fillers,
 * variation selectors and tags. People paste them with links, and attackers hide text with them.
 */
const hidden =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant, joiners and selectors too
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

export interface HiddenCharacter extends TextRange {
  /** Such as `U+200B`. */
  readonly name: string;
}

/** The invisible characters of a text, white space aside, in its order. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  return [...text.matchAll(hidden)]
    .filter(([character]) => !/[\t\n\r]/.test(character))
    .map((match) => ({
      offset: match.index,
      length: match[0].length,
      name: codePointName(match[0].codePointAt(0) ?? 0),
    }));
}
