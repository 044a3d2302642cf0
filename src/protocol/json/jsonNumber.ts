/**
 * What a reader that keeps numbers as doubles makes of a JSON number, or undefined if it keeps the number.
 *
 * A fraction with up to 17 digits survives: that is the most a double is ever printed with.
 */
export function lostNumber(text: string): string | undefined {
  const isShort = text.length <= 15 && !/[eE]/.test(text);
  if (isShort) return undefined;
  const read = String(Number(text));
  const written = decimalOf(text);
  if (written.digits === "") return undefined;
  if (!/\d/.test(read)) return read;
  const kept = decimalOf(read);
  if (written.digits === kept.digits && written.exponent === kept.exponent) return undefined;
  const isWhole = written.exponent >= 0;
  return isWhole || kept.digits === "" || written.digits.length > 17 ? read : undefined;
}

interface Decimal {
  /** Significant digits, without zeros at either end; empty for zero. */
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly exponent: number;
}

function decimalOf(text: string): Decimal {
  const [mantissa = "", power = "0"] = text.replace(/^-/, "").split(/[eE]/);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = whole + fraction;
  let end = all.length;
  while (end > 0 && all[end - 1] === "0") end--;
  const digits = all.slice(0, end).replace(/^0+/, "");
  return { digits, exponent: Number(power) - fraction.length + (all.length - end) };
}
