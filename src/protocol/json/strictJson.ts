import { type TextRange, textRange } from "../problem.ts";
import type { JsonMember, JsonNode, JsonStringNode } from "./jsonNode.ts";
import { lostNumber } from "./jsonNumber.ts";
import { gapEnd, numberEnd, stringEnd, wordEnd } from "./strictTokens.ts";

export interface StrictJsonOptions {
  /** Where the text stands in its document; added to every range. */
  readonly offset: number;
  readonly allowComments: boolean;
  /** Ranges of `{{variable}}` uses in the document, sorted. */
  readonly placeholders: readonly TextRange[];
  /** Deepest nesting of objects and arrays. */
  readonly maxDepth: number;
}

/**
 * The tree of a text that has no problem at all, or undefined at the first thing that may be one: then the tolerant reader,
 * several times slower, says what it is. Most texts have no problem at most key presses.
 *
 * One pass without an object for each token. The functions within share the place reached, `at`; each leaves it after what
 * it read, or gives undefined.
 */
export function strictJson(text: string, options: StrictJsonOptions): JsonNode | undefined {
  const { offset: base, allowComments, maxDepth, placeholders } = options;
  let at = 0;
  let depth = 0;
  let placeholderIndex = 0;
  let placeholderAt = offsetOfPlaceholder();

  nextToken();
  const root = value();
  nextToken();
  return at === text.length ? root : undefined;

  /** Passes what stands between tokens. Gives the first character of the token there, as a code; NaN at the end. */
  function nextToken(): number {
    at = gapEnd(text, at, allowComments);
    return text.charCodeAt(at);
  }

  function value(): JsonNode | undefined {
    if (beginsPlaceholder()) return placeholder();
    const first = text.charCodeAt(at);
    switch (first) {
      case 0x22:
        return string();
      case 0x7b:
        return object();
      case 0x5b:
        return array();
      case 0x74:
      case 0x66:
      case 0x6e:
        return literal(first);
      default:
        return number();
    }
  }

  function object(): JsonNode | undefined {
    const start = at;
    const members: JsonMember[] = [];
    if (!passOpener()) return undefined;
    if (nextToken() !== 0x7d) {
      do {
        const one = member();
        if (!one) return undefined;
        members.push(one);
      } while (passComma());
    }
    if (repeatName(members)) return undefined;
    return passCloser(0x7d) ? { kind: "object", members, range: rangeFrom(start) } : undefined;
  }

  function member(): JsonMember | undefined {
    const start = at;
    const key = text.charCodeAt(at) !== 0x22 || beginsPlaceholder() ? undefined : string();
    if (!key || nextToken() !== 0x3a || beginsPlaceholder()) return undefined;
    at++;
    nextToken();
    const held = value();
    return held && { key, value: held, range: rangeFrom(start) };
  }

  function array(): JsonNode | undefined {
    const start = at;
    const items: JsonNode[] = [];
    if (!passOpener()) return undefined;
    if (nextToken() !== 0x5d) {
      do {
        const item = value();
        if (!item) return undefined;
        items.push(item);
      } while (passComma());
    }
    return passCloser(0x5d) ? { kind: "array", items, range: rangeFrom(start) } : undefined;
  }

  function passOpener(): boolean {
    at++;
    depth++;
    return depth <= maxDepth;
  }

  /** Moves to what follows a comma; false where none stands. */
  function passComma(): boolean {
    if (nextToken() !== 0x2c || beginsPlaceholder()) return false;
    at++;
    nextToken();
    return true;
  }

  function passCloser(closer: number): boolean {
    if (text.charCodeAt(at) !== closer || beginsPlaceholder()) return false;
    at++;
    depth--;
    return true;
  }

  function string(): JsonStringNode | undefined {
    const start = at;
    const end = stringEnd(text, start);
    if (end === 0) return undefined;
    at = Math.abs(end);
    // A negative end tells of escapes.
    const held = end > 0 ? text.slice(start + 1, at - 1) : String(JSON.parse(text.slice(start, at)));
    const hasPlaceholder = placeholderAt < at && nextPlaceholder(start) < at;
    return { kind: "string", value: held, hasPlaceholder, range: rangeFrom(start) };
  }

  function number(): JsonNode | undefined {
    const start = at;
    const end = numberEnd(text, start);
    const digits = text.slice(start, end);
    if (end === 0 || lostNumber(digits) !== undefined) return undefined;
    at = end;
    return { kind: "number", text: digits, value: Number(digits), range: rangeFrom(start) };
  }

  function literal(first: number): JsonNode | undefined {
    const start = at;
    const end = wordEnd(text, start);
    if (end === 0) return undefined;
    at = end;
    const range = rangeFrom(start);
    return first === 0x6e ? { kind: "null", range } : { kind: "boolean", value: first === 0x74, range };
  }

  function placeholder(): JsonNode | undefined {
    const start = at;
    at += placeholders[placeholderIndex]?.length ?? 0;
    return at > start ? { kind: "placeholder", range: rangeFrom(start) } : undefined;
  }

  function beginsPlaceholder(): boolean {
    return placeholderAt <= at && nextPlaceholder(at) === at;
  }

  /** Where the first placeholder that does not begin before `start` begins. */
  function nextPlaceholder(start: number): number {
    while (placeholderAt < start) {
      placeholderIndex++;
      placeholderAt = offsetOfPlaceholder();
    }
    return placeholderAt;
  }

  function offsetOfPlaceholder(): number {
    const range = placeholders[placeholderIndex];
    return range ? range.offset - base : text.length + 1;
  }

  function rangeFrom(start: number): TextRange {
    return textRange(base + start, at - start);
  }
}

/** Up to this many members, comparing each with each is faster than making a set. */
const fewMembers = 8;

function repeatName(members: readonly JsonMember[]): boolean {
  if (members.length > fewMembers) return new Set(members.map(({ key }) => key.value)).size < members.length;
  for (let later = 1; later < members.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      if (members[earlier]?.key.value === members[later]?.key.value) return true;
    }
  }
  return false;
}
