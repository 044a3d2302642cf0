/** Control characters and marks that change the direction or hide text: a terminal would obey them. */
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A peer's text as it can be printed on a terminal: line breaks and tabs stay, what is hidden is written as `\u001b`. */
export function visibleText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
