import { type Problem, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { textRules } from "./rules.ts";

const report = reporter(textRules);

export interface DecodedText {
  /** With U+FFFD for what is not UTF-8, and with the byte order mark if there is one. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/**
 * Reads bytes as UTF-8. Bytes that are not become one problem, where the first of them stands in the text. A text that says
 * by its mark that it is UTF-16 is read as that, so that this is all there is to say about its encoding.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = markedEncoding(bytes);
  if (encoding) {
    const text = new TextDecoder(encoding).decode(bytes);
    const range = textRange(0, text.search(/[\r\n]|$/));
    return { text, problems: [report("text/utf-16", range)] };
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (isUtf8(bytes, false)) return { text, problems: [] };
  const readable = bytes.subarray(0, readableBytes(bytes));
  const offset = new TextDecoder("utf-8", { ignoreBOM: true }).decode(readable, { stream: true }).length;
  return { text, problems: [report("text/not-utf-8", textRange(offset, Math.min(1, text.length - offset)))] };
}

/** UTF-16 with the byte order mark that a file in it begins with. */
function markedEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** How many bytes from the start are UTF-8, found by halving: a decoder says only whether there is an error. */
function readableBytes(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (isUtf8(bytes.subarray(0, middle), true)) good = middle;
    else bad = middle;
  }
  return good;
}

function isUtf8(bytes: Uint8Array, mayEndEarly: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: mayEndEarly });
    return true;
  } catch {
    // The decoder has no other way to say that bytes are not UTF-8.
    return false;
  }
}
