import { createScanner } from "jsonc-parser";
import { type TextRange, textRange } from "../problem.ts";
import { hiddenCharacterClass } from "../text/hiddenCharacters.ts";

/** Tokens by jsonc-parser's numbers: its enum is `const` and ambient, which single-file compilers cannot read. */
export const tokenKinds = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  whiteSpace: 15,
  unknown: 16,
  end: 17,
  /** Ours: a bare `{{variable}}`. */
  placeholder: 18,
} as const;

export type TokenKind = (typeof tokenKinds)[keyof typeof tokenKinds];

/** What is wrong with a token itself, by jsonc-parser's numbers. */
export const tokenErrors = { unclosedComment: 1, unclosedString: 2, unfinishedNumber: 3 } as const;

/** A reader of the tokens of a text, white space and comments aside. `offset` and `length` are relative to the text. */
export interface TokenReader {
  kind: TokenKind;
  offset: number;
  length: number;
  /** A number of `tokenErrors`, or another when the token is fine or its problem is found elsewhere. */
  error: number;
  /** Where the token before the current one ends. */
  previousEnd: number;
  /** The string's value with its escapes resolved. */
  stringValue(): string;
  advance(): void;
  /** Passes everything that is left. */
  finish(): void;
}

/**
 * Reads tokens from `start`. Comments are handed to `onComment`; a range of `placeholders` (sorted, relative to the text)
 * that begins where a token would is one token. With `onInvisible`, blanks that JSON does not know are handed to it and
 * passed; without it they are tokens.
 */
export function tokenReader(
  text: string,
  start: number,
  placeholders: readonly TextRange[],
  onComment: (range: TextRange, isClosed: boolean) => void,
  onInvisible?: (range: TextRange) => void,
): TokenReader {
  const scanner = createScanner(text);
  scanner.setPosition(start);
  let nextPlaceholder = 0;

  const reader: TokenReader = {
    kind: tokenKinds.end,
    offset: start,
    length: 0,
    error: 0,
    previousEnd: start,
    stringValue: () => scanner.getTokenValue(),
    advance() {
      reader.previousEnd = reader.offset + reader.length;
      for (;;) {
        const kind: number = scanner.scan();
        const offset = scanner.getTokenOffset();
        if (kind === tokenKinds.whiteSpace || kind === tokenKinds.lineBreak) continue;
        const placeholder = placeholderAt(offset);
        if (placeholder) {
          scanner.setPosition(placeholder.offset + placeholder.length);
          moveTo(tokenKinds.placeholder, offset, placeholder.length, 0);
          return;
        }
        // An unclosed comment may reach one past the end of the text.
        const length = Math.min(scanner.getTokenLength(), text.length - offset);
        const error: number = scanner.getTokenError();
        if (kind === tokenKinds.lineComment || kind === tokenKinds.blockComment) {
          onComment(textRange(offset, length), error !== tokenErrors.unclosedComment);
          continue;
        }
        if (kind === tokenKinds.unknown && passInvisible(offset)) continue;
        moveTo(kind as TokenKind, offset, length, error);
        return;
      }
    },
    finish() {
      scanner.setPosition(text.length);
      reader.advance();
    },
  };

  function passInvisible(offset: number): boolean {
    const blanks = onInvisible ? invisibleLength(text, offset) : 0;
    if (blanks === 0) return false;
    onInvisible?.(textRange(offset, blanks));
    scanner.setPosition(offset + blanks);
    return true;
  }

  function placeholderAt(offset: number): TextRange | undefined {
    while ((placeholders[nextPlaceholder]?.offset ?? Number.POSITIVE_INFINITY) < offset) nextPlaceholder++;
    const placeholder = placeholders[nextPlaceholder];
    return placeholder?.offset === offset && placeholder.length > 0 ? placeholder : undefined;
  }

  function moveTo(kind: TokenKind, offset: number, length: number, error: number): void {
    reader.kind = kind;
    reader.offset = offset;
    reader.length = length;
    reader.error = error;
  }

  reader.advance();
  reader.previousEnd = start;
  return reader;
}

const invisible = new RegExp(`(?:\\s|${hiddenCharacterClass})+`, "uy");

/** How many characters from `offset` on take no ink and are no white space of JSON: no-break spaces, marks, joiners. */
function invisibleLength(text: string, offset: number): number {
  invisible.lastIndex = offset;
  return invisible.exec(text)?.[0].length ?? 0;
}
