import { hiddenCharacterClass } from "../../protocol/text/hiddenCharacters.ts";
import type { Piece, Placeholder } from "./piece.ts";

/**
 * The text as an expression of string literals and calls, joined by `+`. JSON string literals mean the same in TypeScript
 * and Python. `call` gives the call for a masked value.
 */
export function textExpression(pieces: readonly Piece[], call: (placeholder: Placeholder) => string): string {
  const parts = pieces.map((piece) => (piece.kind === "text" ? literal(piece.text) : call(piece)));
  return parts.length === 0 ? '""' : parts.join(" + ");
}

/** A string literal. Half of a surrogate pair and line separators are escaped. */
export function literal(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

const unfitForComment = new RegExp(`(?:[\\s"*\\\\]|${hiddenCharacterClass})+`, "gu");

/** A name in a comment: one line, whatever is in it. */
export function commentText(text: string): string {
  return text.replace(unfitForComment, " ").trim();
}
