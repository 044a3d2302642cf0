/** The UTF-16 code units of a text, which are read many times faster than by `charCodeAt`. */
export type CharacterCodes = Uint8Array | Uint16Array;

const encoder = new TextEncoder();

/** For the codes of one text at a time, as memory of its own for each text of each key press would have to be collected. */
const scratch = new Uint8Array(65_536);

/** The codes hold until they are asked for the next time: for reading a text from its beginning to its end at once. */
export function characterCodes(text: string): CharacterCodes {
  // Only ASCII takes as many bytes as code units.
  if (text.length <= scratch.length) {
    const { read, written } = encoder.encodeInto(text, scratch);
    if (read === text.length && written === text.length) return scratch.subarray(0, written);
  } else {
    const bytes = encoder.encode(text);
    if (bytes.length === text.length) return bytes;
  }
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at);
  return codes;
}

/** Where the bracket, comma, colon or string without a problem that begins at `start` ends, or 0 when none does. */
export function markEnd(codes: CharacterCodes, start: number): number {
  switch (codes[start]) {
    case 0x7b:
    case 0x7d:
    case 0x5b:
    case 0x5d:
    case 0x2c:
    case 0x3a:
      return start + 1;
    case 0x22:
      return Math.abs(stringEnd(codes, start));
    default:
      return 0;
  }
}

/** Where the number, `true`, `false` or `null` that begins at `start` ends, or 0 when none of them does. */
export function wordEnd(codes: CharacterCodes, start: number): number {
  switch (codes[start]) {
    case 0x74:
      return isWordAt(codes, start, "true") ? start + 4 : 0;
    case 0x66:
      return isWordAt(codes, start, "false") ? start + 5 : 0;
    case 0x6e:
      return isWordAt(codes, start, "null") ? start + 4 : 0;
    default:
      return numberEnd(codes, start);
  }
}

/** Where the white space that begins at `start`, and comments if they are allowed, end. An unclosed comment is left. */
export function gapEnd(codes: CharacterCodes, start: number, allowComments: boolean): number {
  let at = blankEnd(codes, start);
  while (allowComments && codes[at] === 0x2f) {
    const end = commentEnd(codes, at);
    if (end === at) return at;
    at = blankEnd(codes, end);
  }
  return at;
}

function blankEnd(codes: CharacterCodes, start: number): number {
  let at = start;
  let code = codes[at] ?? 0;
  while (code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)) {
    at++;
    code = codes[at] ?? 0;
  }
  return at;
}

/**
 * Where the string that opens at `start` ends, its closing quote included: negated when it has escapes, 0 when it has a
 * problem or an escaped half of a surrogate pair, which takes a closer look.
 */
export function stringEnd(codes: CharacterCodes, start: number): number {
  let hasEscapes = false;
  for (let at = start + 1; ; at++) {
    const code = codes[at] ?? 0;
    // Compared in this order since nearly every character passes the first line.
    if (code >= 0x20 && code < 0xd800 && code !== 0x22 && code !== 0x5c) continue;
    if (code === 0x22) return hasEscapes ? -(at + 1) : at + 1;
    if (code >= 0xe000) continue;
    if (code === 0x5c) {
      const length = escapeLength(codes, at);
      if (length === 0) return 0;
      hasEscapes = true;
      at += length - 1;
    } else if (isPairAt(codes, at)) at++;
    else return 0;
  }
}

/** Where the number that begins at `start` ends, or 0 when it is not written as JSON writes numbers. */
export function numberEnd(codes: CharacterCodes, start: number): number {
  let at = codes[start] === 0x2d ? start + 1 : start;
  const whole = digitsEnd(codes, at);
  if (whole === at || (whole > at + 1 && codes[at] === 0x30)) return 0;
  at = whole;
  if (codes[at] === 0x2e) {
    const fraction = digitsEnd(codes, at + 1);
    if (fraction === at + 1) return 0;
    at = fraction;
  }
  if (codes[at] !== 0x65 && codes[at] !== 0x45) return at;
  const sign = codes[at + 1];
  const power = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
  const end = digitsEnd(codes, power);
  return end === power ? 0 : end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function digitsEnd(codes: CharacterCodes, start: number): number {
  let at = start;
  while (isDigit(codes[at] ?? 0)) at++;
  return at;
}

/** Characters of the escape at `at`, or 0 when JSON has none like it or it writes half of a surrogate pair. */
function escapeLength(codes: CharacterCodes, at: number): number {
  const letter = String.fromCharCode(codes[at + 1] ?? 0);
  if (letter !== "u") return '"\\/bfnrt'.includes(letter) ? 2 : 0;
  const digits = String.fromCharCode(...codes.subarray(at + 2, at + 6));
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) return 0;
  const code = Number.parseInt(digits, 16);
  return code >= 0xd800 && code <= 0xdfff ? 0 : 6;
}

/** True where a surrogate pair stands, and not half of one. */
function isPairAt(codes: CharacterCodes, at: number): boolean {
  const [high = 0, low = 0] = [codes[at], codes[at + 1]];
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

/** Where the comment at `start` ends; `start` when there is none or it is not closed. */
function commentEnd(codes: CharacterCodes, start: number): number {
  const next = codes[start + 1];
  if (next === 0x2a) {
    for (let at = start + 2; at + 1 < codes.length; at++)
      if (codes[at] === 0x2a && codes[at + 1] === 0x2f) return at + 2;
    return start;
  }
  if (next !== 0x2f) return start;
  let end = start + 2;
  while (end < codes.length && codes[end] !== 0x0a && codes[end] !== 0x0d) end++;
  return end;
}

function isWordAt(codes: CharacterCodes, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) if (codes[start + index] !== word.charCodeAt(index)) return false;
  return true;
}
