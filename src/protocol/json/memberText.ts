import { type TokenKind, type TokenReader, tokenKinds, tokenReader } from "./jsonTokens.ts";

/**
 * The text of the value at a path of member names, as written; undefined where the path leads nowhere. `text` is JSON that
 * was parsed before. No tree is made, so that large and deep texts cost little.
 */
export function memberText(text: string, path: readonly string[]): string | undefined {
  let value: string | undefined = text;
  for (const name of path) value = value === undefined ? undefined : textOfMember(value, name);
  return value;
}

/** Of members of the same name the last counts, as for `JSON.parse`. */
function textOfMember(text: string, name: string): string | undefined {
  const tokens = tokenReader(text, 0, [], () => {});
  if (!isAt(tokens, tokenKinds.openBrace)) return undefined;
  let found: string | undefined;
  tokens.advance();
  while (isAt(tokens, tokenKinds.string)) {
    const isWanted = tokens.stringValue() === name;
    tokens.advance();
    tokens.advance();
    const start = tokens.offset;
    passValue(tokens);
    if (isWanted) found = text.slice(start, tokens.previousEnd);
    if (isAt(tokens, tokenKinds.comma)) tokens.advance();
  }
  return found;
}

function passValue(tokens: TokenReader): void {
  let depth = 0;
  do {
    if (isAt(tokens, tokenKinds.openBrace) || isAt(tokens, tokenKinds.openBracket)) depth++;
    else if (isAt(tokens, tokenKinds.closeBrace) || isAt(tokens, tokenKinds.closeBracket)) depth--;
    tokens.advance();
  } while (depth > 0 && !isAt(tokens, tokenKinds.end));
}

/** Reads the kind anew: the compiler takes it for unchanged after `advance`. */
function isAt(tokens: TokenReader, kind: TokenKind): boolean {
  return tokens.kind === kind;
}
