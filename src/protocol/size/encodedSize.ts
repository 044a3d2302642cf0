/**
 * The core's size law: what a text takes as a string inside the JSON of a message (agent-protocols#message-size).
 *
 * The core's encoder writes `"`, `\`, LF, CR and TAB in two bytes, other control characters in six, and everything else as
 * UTF-8. It does not escape `/`, `<`, `>`, U+007F and U+2028.
 */
export function encodedStringBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x80) bytes += nonAsciiBytes(text, index, unit);
    else if (unit >= 0x20) bytes += unit === 0x22 || unit === 0x5c ? 2 : 1;
    else bytes += unit === 0x0a || unit === 0x0d || unit === 0x09 ? 2 : 6;
  }
  return bytes;
}

const encoder = new TextEncoder();

/** The bytes of a text as UTF-8. Half a surrogate pair counts as U+FFFD, which replaces it. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/** The bytes a unit adds: the first half of a pair stands for all four, the second for none. */
function nonAsciiBytes(text: string, index: number, unit: number): number {
  if (unit < 0x800) return 2;
  if (isHigh(unit)) return isLow(text.charCodeAt(index + 1)) ? 4 : 3;
  return isLow(unit) && isHigh(text.charCodeAt(index - 1)) ? 0 : 3;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
