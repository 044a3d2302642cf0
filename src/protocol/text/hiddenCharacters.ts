import type { TextRange } from "../problem.ts";
import { codePointName } from "./codePointName.ts";

/**
 * A class of a regular expression with the `u` flag: what is not seen, or changes how other text is seen. Controls (tab and
 * line breaks are among them), line and paragraph separators, zero-width and text-direction characters, soft hyphens,
 * fillers, variation selectors, tags and halves of surrogate pairs. People paste them unseen, and attackers hide text with
 * them.
 */
export const hiddenCharacterClass =
  "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb]";

const everyHidden = new RegExp(hiddenCharacterClass, "gu");

export interface HiddenCharacter extends TextRange {
  /** Such as `U+200B`. */
  readonly name: string;
}

/** The hidden characters of a text, tabs and line breaks aside, in its order. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  return [...text.matchAll(everyHidden)]
    .filter(([character]) => !/[\t\n\r]/.test(character))
    .map((match) => ({
      offset: match.index,
      length: match[0].length,
      name: codePointName(match[0].codePointAt(0) ?? 0),
    }));
}
