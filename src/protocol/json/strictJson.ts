import { type TextRange, textRange } from "../problem.ts";
import type { JsonMember, JsonNode, JsonStringNode } from "./jsonNode.ts";
import { lostNumber } from "./jsonNumber.ts";
import { characterCodes, gapEnd, numberEnd, stringEnd, wordEnd } from "./strictTokens.ts";

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
 * One pass without an object for each token. Each function within reads what begins at `start`, and gives undefined where it
 * does not stand there soundly. `depth` counts the brackets around it.
 */
export function strictJson(text: string, options: StrictJsonOptions): JsonNode | undefined {
  const { offset: base, allowComments, maxDepth, placeholders } = options;
  const codes = characterCodes(text);
  let placeholderIndex = 0;
  let placeholderAt = offsetOfPlaceholder();

  /** Where what was read last ends: asking a node of unknown shape for it takes long. */
  let end = 0;

  const root = value(gapEnd(codes, 0, allowComments), 0);
  return root && gapEnd(codes, end, allowComments) === text.length ? root : undefined;

  function value(start: number, depth: number): JsonNode | undefined {
    if (isPlaceholder(start)) return placeholder(start);
    switch (codes[start]) {
      case 0x22:
        return string(start);
      case 0x7b:
        return depth < maxDepth ? object(start, depth + 1) : undefined;
      case 0x5b:
        return depth < maxDepth ? array(start, depth + 1) : undefined;
      case 0x74:
      case 0x66:
      case 0x6e:
        return literal(start);
      default:
        return number(start);
    }
  }

  function object(start: number, depth: number): JsonNode | undefined {
    const members: JsonMember[] = [];
    let at = gapEnd(codes, start + 1, allowComments);
    if (codes[at] !== 0x7d) {
      for (;;) {
        const one = member(at, depth);
        if (!one) return undefined;
        members.push(one);
        at = gapEnd(codes, end, allowComments);
        if (codes[at] !== 0x2c || isPlaceholder(at)) break;
        at = gapEnd(codes, at + 1, allowComments);
      }
    }
    if (codes[at] !== 0x7d || isPlaceholder(at) || repeatName(members)) return undefined;
    return { kind: "object", members, range: rangeOf(start, at + 1) };
  }

  function member(start: number, depth: number): JsonMember | undefined {
    const key = codes[start] !== 0x22 || isPlaceholder(start) ? undefined : string(start);
    if (!key) return undefined;
    const colon = gapEnd(codes, end, allowComments);
    if (codes[colon] !== 0x3a || isPlaceholder(colon)) return undefined;
    const held = value(gapEnd(codes, colon + 1, allowComments), depth);
    return held && { key, value: held, range: rangeOf(start, end) };
  }

  function array(start: number, depth: number): JsonNode | undefined {
    const items: JsonNode[] = [];
    let at = gapEnd(codes, start + 1, allowComments);
    if (codes[at] !== 0x5d) {
      for (;;) {
        const item = value(at, depth);
        if (!item) return undefined;
        items.push(item);
        at = gapEnd(codes, end, allowComments);
        if (codes[at] !== 0x2c || isPlaceholder(at)) break;
        at = gapEnd(codes, at + 1, allowComments);
      }
    }
    if (codes[at] !== 0x5d || isPlaceholder(at)) return undefined;
    return { kind: "array", items, range: rangeOf(start, at + 1) };
  }

  function string(start: number): JsonStringNode | undefined {
    const found = stringEnd(codes, start);
    if (found === 0) return undefined;
    const close = found > 0 ? found : -found;
    const held = found > 0 ? text.slice(start + 1, close - 1) : String(JSON.parse(text.slice(start, close)));
    const hasPlaceholder = placeholderAt < close && nextPlaceholder(start) < close;
    return { kind: "string", value: held, hasPlaceholder, range: rangeOf(start, close) };
  }

  function number(start: number): JsonNode | undefined {
    const last = numberEnd(codes, start);
    const digits = text.slice(start, last);
    if (last === 0 || lostNumber(digits) !== undefined) return undefined;
    return { kind: "number", text: digits, value: Number(digits), range: rangeOf(start, last) };
  }

  function literal(start: number): JsonNode | undefined {
    const last = wordEnd(codes, start);
    if (last === 0) return undefined;
    const range = rangeOf(start, last);
    const first = codes[start];
    return first === 0x6e ? { kind: "null", range } : { kind: "boolean", value: first === 0x74, range };
  }

  function placeholder(start: number): JsonNode | undefined {
    const range = placeholders[placeholderIndex];
    return range && range.length > 0 ? { kind: "placeholder", range: rangeOf(start, start + range.length) } : undefined;
  }

  function isPlaceholder(start: number): boolean {
    return placeholderAt <= start && nextPlaceholder(start) === start;
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

  function rangeOf(start: number, last: number): TextRange {
    end = last;
    return textRange(base + start, last - start);
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
