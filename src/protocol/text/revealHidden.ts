import { codePointName } from "./codePointName.ts";
import { hiddenCharacterClass } from "./hiddenCharacters.ts";

/** A run of text as it can be shown: ordinary text, or one character that would be invisible or misleading. */
export type TextPiece =
  | { readonly kind: "text"; readonly text: string }
  /** `label` is what is shown in its place, such as `U+202E`; `name` is for the tooltip and screen readers. */
  | { readonly kind: "hidden"; readonly code: number; readonly label: string; readonly name: string };

/**
 * Splits a peer's text so that nothing in it stays unseen: controls, zero-width and bidirectional formatting characters,
 * tags, fillers, line separators and halves of surrogate pairs become pieces of their own. A tab and a line break are
 * ordinary. Joiners and presentation selectors inside an emoji are part of what is seen.
 */
export function revealHidden(text: string): readonly TextPiece[] {
  if (!hiddenPattern.test(text)) return text === "" ? [] : [{ kind: "text", text }];
  const pieces: TextPiece[] = [];
  let shownTo = 0;
  for (const match of text.matchAll(everyHidden)) {
    const [character] = match;
    if (isPartOfEmoji(text, match.index, character)) continue;
    if (match.index > shownTo) pieces.push({ kind: "text", text: text.slice(shownTo, match.index) });
    pieces.push(hiddenPiece(character));
    shownTo = match.index + character.length;
  }
  if (shownTo < text.length) pieces.push({ kind: "text", text: text.slice(shownTo) });
  return pieces;
}

// A tab and a line break are hidden by the class, and laid out by whoever shows the text.
const oneHidden = `(?![\t\n])${hiddenCharacterClass}`;
const hiddenPattern = new RegExp(oneHidden, "u");
const everyHidden = new RegExp(oneHidden, "gu");

const zeroWidthJoiner = "\u200d";
const emojiSelector = "\ufe0f";

function isPartOfEmoji(text: string, index: number, character: string): boolean {
  if (character !== zeroWidthJoiner && character !== emojiSelector) return false;
  const before = text.slice(Math.max(0, index - 4), index);
  if (character === emojiSelector) return /[\p{Extended_Pictographic}#*0-9]$/u.test(before);
  const after = text.slice(index + 1, index + 3);
  return (
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?$/u.test(before) && /^\p{Extended_Pictographic}/u.test(after)
  );
}

const names: Readonly<Record<number, string>> = {
  0: "null",
  7: "bell",
  8: "backspace",
  13: "carriage return",
  27: "escape",
  127: "delete",
  173: "soft hyphen",
  8203: "zero-width space",
  8204: "zero-width non-joiner",
  8205: "zero-width joiner",
  8206: "left-to-right mark",
  8207: "right-to-left mark",
  8232: "line separator",
  8233: "paragraph separator",
  8234: "left-to-right embedding",
  8235: "right-to-left embedding",
  8236: "pop directional formatting",
  8237: "left-to-right override",
  8238: "right-to-left override",
  8288: "word joiner",
  8294: "left-to-right isolate",
  8295: "right-to-left isolate",
  8296: "first strong isolate",
  8297: "pop directional isolate",
  65279: "byte-order mark",
};

function hiddenPiece(character: string): TextPiece {
  const code = character.codePointAt(0) ?? 0;
  return { kind: "hidden", code, label: codePointName(code), name: names[code] ?? groupName(code) };
}

function groupName(code: number): string {
  if (code < 0xa0) return "control character";
  if (code >= 0xd800 && code <= 0xdfff) return "half of a surrogate pair";
  if (code >= 0xe0000) return "invisible tag character";
  return "invisible character";
}
