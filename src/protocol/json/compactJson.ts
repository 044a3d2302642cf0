import { type TokenKind, tokenErrors, tokenKinds, tokenReader } from "./jsonTokens.ts";
import { characterCodes, gapEnd, markEnd, wordEnd } from "./strictTokens.ts";

/**
 * JSON text as it is sent: without comments, white space between tokens and a byte order mark, every token's text as
 * written (digits, escapes, order of members). Idempotent. Text that is not JSON keeps one space or line break where two
 * tokens would otherwise run together or one would become something else.
 */
export function compactJson(text: string): string {
  return compactSound(text) ?? compactAny(text);
}

/** The same for a text of sound tokens no two of which could run together; undefined for any other. */
function compactSound(text: string): string | undefined {
  const codes = characterCodes(text);
  let compact = "";
  let isAfterWord = false;
  let start = gapEnd(codes, 0, true);
  let at = start;
  while (at < text.length) {
    const afterMark = markEnd(codes, at);
    const isWord = afterMark === 0;
    const end = isWord ? wordEnd(codes, at) : afterMark;
    if (end === 0 || (isWord && isAfterWord)) return undefined;
    isAfterWord = isWord;
    at = gapEnd(codes, end, true);
    if (at === end) continue;
    compact += text.slice(start, end);
    start = at;
  }
  return compact + text.slice(start);
}

function compactAny(text: string): string {
  const tokens = tokenReader(text, text.startsWith("\ufeff") ? 1 : 0, [], () => {});
  const pieces: string[] = [];
  let previous: TokenKind = tokenKinds.comma;
  let isUnclosed = false;
  for (; tokens.kind !== tokenKinds.end; tokens.advance()) {
    if (isUnclosed) pieces.push("\n");
    else if (isWord(previous) && isWord(tokens.kind)) pieces.push(" ");
    else if (pieces.length === 0 && text.startsWith("\ufeff", tokens.offset)) pieces.push(" ");
    pieces.push(text.slice(tokens.offset, tokens.offset + tokens.length));
    previous = tokens.kind;
    isUnclosed = tokens.kind === tokenKinds.string && tokens.error === tokenErrors.unclosedString;
  }
  return pieces.join("");
}

function isWord(kind: TokenKind): boolean {
  return (
    kind === tokenKinds.number ||
    kind === tokenKinds.unknown ||
    kind === tokenKinds.true ||
    kind === tokenKinds.false ||
    kind === tokenKinds.null
  );
}
