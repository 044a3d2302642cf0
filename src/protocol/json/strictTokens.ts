/** Where the bracket, comma, colon or string without a problem that begins at `start` ends, or 0 when none does. */
export function markEnd(text: string, start: number): number {
  switch (text.charCodeAt(start)) {
    case 0x7b:
    case 0x7d:
    case 0x5b:
    case 0x5d:
    case 0x2c:
    case 0x3a:
      return start + 1;
    case 0x22:
      return Math.abs(stringEnd(text, start));
    default:
      return 0;
  }
}

/** Where the number, `true`, `false` or `null` that begins at `start` ends, or 0 when none of them does. */
export function wordEnd(text: string, start: number): number {
  switch (text.charCodeAt(start)) {
    case 0x74:
      return text.startsWith("true", start) ? start + 4 : 0;
    case 0x66:
      return text.startsWith("false", start) ? start + 5 : 0;
    case 0x6e:
      return text.startsWith("null", start) ? start + 4 : 0;
    default:
      return numberEnd(text, start);
  }
}

/** Where the white space that begins at `start`, and comments if they are allowed, end. An unclosed comment is left. */
export function gapEnd(text: string, start: number, allowComments: boolean): number {
  let at = blankEnd(text, start);
  while (allowComments && text.charCodeAt(at) === 0x2f) {
    const end = commentEnd(text, at);
    if (end === at) return at;
    at = blankEnd(text, end);
  }
  return at;
}

function blankEnd(text: string, start: number): number {
  let at = start;
  let code = text.charCodeAt(at);
  while (code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)) {
    at++;
    code = text.charCodeAt(at);
  }
  return at;
}

/**
 * Where the string that opens at `start` ends, its closing quote included: negated when it has escapes, 0 when it has a
 * problem or an escaped half of a surrogate pair, which takes a closer look.
 */
export function stringEnd(text: string, start: number): number {
  let hasEscapes = false;
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    // Compared in this order since nearly every character passes the first line.
    if (code >= 0x20 && code < 0xd800 && code !== 0x22 && code !== 0x5c) continue;
    if (code === 0x22) return hasEscapes ? -(at + 1) : at + 1;
    if (code >= 0xe000) continue;
    if (code === 0x5c) {
      const length = escapeLength(text, at);
      if (length === 0) return 0;
      hasEscapes = true;
      at += length - 1;
    } else if (code >= 0xd800 && code <= 0xdbff && isLowHalf(text.charCodeAt(at + 1))) at++;
    else return 0;
  }
}

/** Where the number that begins at `start` ends, or 0 when it is not written as JSON writes numbers. */
export function numberEnd(text: string, start: number): number {
  let at = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  const whole = digitsEnd(text, at);
  if (whole === at || (whole > at + 1 && text.charCodeAt(at) === 0x30)) return 0;
  at = whole;
  if (text.charCodeAt(at) === 0x2e) {
    const fraction = digitsEnd(text, at + 1);
    if (fraction === at + 1) return 0;
    at = fraction;
  }
  if (text.charCodeAt(at) !== 0x65 && text.charCodeAt(at) !== 0x45) return at;
  const sign = text.charCodeAt(at + 1);
  const power = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
  const end = digitsEnd(text, power);
  return end === power ? 0 : end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** Characters of the escape at `at`, or 0 when JSON has none like it or it writes half of a surrogate pair. */
function escapeLength(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (letter !== "u") return letter !== "" && '"\\/bfnrt'.includes(letter) ? 2 : 0;
  const digits = text.slice(at + 2, at + 6);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) return 0;
  const code = Number.parseInt(digits, 16);
  return code >= 0xd800 && code <= 0xdfff ? 0 : 6;
}

function isLowHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Where the comment at `start` ends; `start` when there is none or it is not closed. */
function commentEnd(text: string, start: number): number {
  if (text.startsWith("/*", start)) {
    const close = text.indexOf("*/", start + 2);
    return close === -1 ? start : close + 2;
  }
  if (!text.startsWith("//", start)) return start;
  let end = start + 2;
  while (end < text.length && text.charCodeAt(end) !== 0x0a && text.charCodeAt(end) !== 0x0d) end++;
  return end;
}
