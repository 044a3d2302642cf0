import { type Fix, type Problem, type TextRange, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { codePointName } from "../text/codePointName.ts";
import type { JsonMember, JsonNode, JsonStringNode } from "./jsonNode.ts";
import { lostNumber } from "./jsonNumber.ts";
import { mayBeIllFormed, stringProblems } from "./jsonString.ts";
import { type TokenKind, type TokenReader, tokenErrors, tokenKinds, tokenReader } from "./jsonTokens.ts";
import { jsonRules } from "./rules.ts";
import { strictJson } from "./strictJson.ts";

export interface JsonTextOptions {
  /** Where the text stands in its document; added to every range. */
  readonly offset?: number;
  /** Comments are allowed in drafts. They are never sent. */
  readonly allowComments?: boolean;
  /** Ranges of `{{variable}}` uses in the document, sorted. */
  readonly placeholders?: readonly TextRange[];
  /** Deepest nesting of objects and arrays; `maxJsonDepth` by default. */
  readonly maxDepth?: number;
}

export interface JsonText {
  /** The tree as far as it can be read, or undefined if there is no value or the nesting is too deep. */
  readonly root: JsonNode | undefined;
  readonly problems: readonly Problem[];
}

/** Far deeper than any message of the protocols, and shallow enough for every recursive walk over the tree. */
export const maxJsonDepth = 500;

/** Problems listed for one text. A text that is not JSON at all has one at each word. */
export const maxJsonProblems = 200;

const report = reporter(jsonRules);

/**
 * Parses JSON text (RFC 8259) into a tree with ranges, in time linear in its length. Never throws: what is wrong becomes
 * problems, and the tree keeps whatever can be read around them.
 */
export function parseJsonText(text: string, options: JsonTextOptions = {}): JsonText {
  const { offset = 0, allowComments = false, placeholders = [], maxDepth = maxJsonDepth } = options;
  const strict = strictJson(text, { offset, allowComments, placeholders, maxDepth });
  return strict ? { root: strict, problems: [] } : parseTolerantly(text, options);
}

/** What `parseJsonText` gives, by the reader that goes on after a problem: for a text that has none, the same. */
export function parseTolerantly(text: string, options: JsonTextOptions = {}): JsonText {
  const parser = new JsonTextParser(text, options);
  const root = parser.parse();
  return { root, problems: parser.problems };
}

/** The state of one parse: the current token, the open brackets and the problems so far. */
class JsonTextParser {
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #base: number;
  readonly #maxDepth: number;
  readonly #placeholders: readonly TextRange[];
  #nextPlaceholder = 0;
  readonly #tokens: TokenReader;
  #openObjects = 0;
  #openArrays = 0;
  #hasUnclosed = false;
  #isTooDeep = false;

  constructor(text: string, options: JsonTextOptions) {
    this.#text = text;
    this.#base = options.offset ?? 0;
    this.#maxDepth = options.maxDepth ?? maxJsonDepth;
    this.#placeholders = (options.placeholders ?? []).map((range) =>
      textRange(range.offset - this.#base, range.length),
    );
    const hasMark = text.charCodeAt(0) === 0xfeff;
    if (hasMark) {
      this.#report("json/byte-order-mark", 0, 1, {}, [this.#replacement("Remove the byte order mark", 0, 1, "", true)]);
    }
    const allowComments = options.allowComments ?? false;
    const onComment = (range: TextRange, isClosed: boolean): void => {
      const { offset, length } = range;
      if (!isClosed) this.#report("json/unclosed-comment", offset, length);
      else if (!allowComments) {
        this.#report("json/comment", offset, length, {}, [
          this.#replacement("Remove the comment", offset, length, "", true),
        ]);
      }
    };
    this.#tokens = tokenReader(text, hasMark ? 1 : 0, this.#placeholders, onComment, (range) => this.#invisible(range));
  }

  parse(): JsonNode | undefined {
    if (this.#isAtEnd()) {
      this.#report("json/empty", 0, 0);
      return undefined;
    }
    const root = this.#value();
    if (root && !this.#isAtEnd()) {
      const { offset, length } = this.#tokens;
      const end = this.#text.trimEnd().length;
      this.#report("json/two-roots", offset, Math.max(end - offset, length));
    }
    return this.#isTooDeep ? undefined : root;
  }

  #isAtEnd(): boolean {
    return this.#tokens.kind === tokenKinds.end;
  }

  /** A blank that looks like a space is one, and what takes no room at all is removed. */
  #invisible({ offset, length }: TextRange): void {
    const characters = this.#text.slice(offset, offset + length);
    const isSpace = /[^\S\ufeff]/.test(characters);
    const title = isSpace ? "Write a space" : "Remove the character";
    const fix = this.#replacement(title, offset, length, isSpace ? " " : "", true);
    this.#report(
      "json/invisible-character",
      offset,
      length,
      { character: codePointName(characters.codePointAt(0) ?? 0) },
      [fix],
    );
  }

  /** Reads a value. At a token that begins none, reports it, leaves it for the caller and returns undefined. */
  #value(): JsonNode | undefined {
    const tokens = this.#tokens;
    const { kind, offset, length } = tokens;
    const range = this.#range(offset, length);
    switch (kind) {
      case tokenKinds.openBrace:
        return this.#object();
      case tokenKinds.openBracket:
        return this.#array();
      case tokenKinds.string:
        return this.#string();
      case tokenKinds.number:
        return this.#number();
      case tokenKinds.true:
      case tokenKinds.false:
        tokens.advance();
        return { kind: "boolean", value: kind === tokenKinds.true, range };
      case tokenKinds.null:
        tokens.advance();
        return { kind: "null", range };
      case tokenKinds.placeholder:
        tokens.advance();
        return { kind: "placeholder", range };
      case tokenKinds.unknown:
        this.#unknownWord();
        return undefined;
      default:
        this.#report("json/value-expected", offset, length);
        return undefined;
    }
  }

  #object(): JsonNode {
    const tokens = this.#tokens;
    const start = tokens.offset;
    const members: JsonMember[] = [];
    const names = new Set<string>();
    this.#openObjects++;
    this.#enter();
    while (!this.#closes(tokenKinds.closeBrace)) {
      const member = this.#member();
      if (member) {
        if (names.has(member.key.value)) {
          const key = shown(JSON.stringify(member.key.value));
          this.#add(report("json/duplicate-key", member.key.range, { key }));
        }
        names.add(member.key.value);
        members.push(member);
      }
      this.#separator(tokenKinds.closeBrace);
    }
    const end = this.#close(tokenKinds.closeBrace, start);
    this.#openObjects--;
    return { kind: "object", members, range: this.#range(start, end - start) };
  }

  #array(): JsonNode {
    const tokens = this.#tokens;
    const start = tokens.offset;
    const items: JsonNode[] = [];
    this.#openArrays++;
    this.#enter();
    while (!this.#closes(tokenKinds.closeBracket)) {
      if (beginsValue(tokens.kind)) {
        const item = this.#value();
        if (item) items.push(item);
      } else if (tokens.kind === tokenKinds.comma) this.#extraComma(tokens.offset);
      else this.#skipStray();
      this.#separator(tokenKinds.closeBracket);
    }
    const end = this.#close(tokenKinds.closeBracket, start);
    this.#openArrays--;
    return { kind: "array", items, range: this.#range(start, end - start) };
  }

  #member(): JsonMember | undefined {
    const tokens = this.#tokens;
    const key = this.#key();
    if (!key) return undefined;
    if (tokens.kind === tokenKinds.colon) tokens.advance();
    else {
      const at = tokens.previousEnd;
      const fix = this.#replacement("Insert a colon", at, 0, ":", true);
      const canFollow = beginsValue(tokens.kind);
      this.#report("json/colon-expected", tokens.offset, tokens.length, {}, canFollow ? [fix] : []);
      if (!canFollow) return { key, range: key.range };
    }
    const value = this.#value();
    const end = value ? value.range.offset + value.range.length : tokens.previousEnd + this.#base;
    const range = textRange(key.range.offset, end - key.range.offset);
    return value ? { key, value, range } : { key, range };
  }

  /** A member's name. A bare word is reported and taken for the name it was meant to be. */
  #key(): JsonStringNode | undefined {
    const tokens = this.#tokens;
    const { kind, offset, length } = tokens;
    if (kind === tokenKinds.string) return this.#string();
    const isWord =
      kind === tokenKinds.unknown ||
      kind === tokenKinds.number ||
      kind === tokenKinds.true ||
      kind === tokenKinds.false ||
      kind === tokenKinds.null ||
      kind === tokenKinds.placeholder;
    if (!isWord) {
      if (kind === tokenKinds.comma) this.#extraComma(offset);
      else {
        this.#report("json/key-expected", offset, length);
        if (beginsValue(kind)) this.#passNamelessMember();
        else this.#skipOne();
      }
      return undefined;
    }
    const word = this.#text.slice(offset, offset + length);
    const name = word.replace(/^'(.*)'$/s, "$1");
    const quoted = this.#replacement("Put the name in double quotes", offset, length, JSON.stringify(name), true);
    this.#report("json/key-expected", offset, length, {}, kind === tokenKinds.placeholder ? [] : [quoted]);
    tokens.advance();
    const hasPlaceholder = kind === tokenKinds.placeholder;
    return { kind: "string", value: name, hasPlaceholder, range: this.#range(offset, length) };
  }

  /** Passes an object or array that stands in a name's place, and the value after it. */
  #passNamelessMember(): void {
    this.#value();
    if (this.#tokens.kind !== tokenKinds.colon) return;
    this.#tokens.advance();
    this.#value();
  }

  #string(): JsonStringNode {
    const tokens = this.#tokens;
    const { offset, length } = tokens;
    const value = tokens.stringValue();
    const source = this.#text.slice(offset, offset + length);
    if (tokens.error === tokenErrors.unclosedString) this.#report("json/unclosed-string", offset, length);
    if (mayBeIllFormed(source)) {
      for (const problem of stringProblems(source, offset + this.#base)) this.#add(problem);
    }
    const hasPlaceholder = this.#hasPlaceholderWithin(offset, offset + length);
    tokens.advance();
    return { kind: "string", value, hasPlaceholder, range: this.#range(offset, length) };
  }

  #number(): JsonNode {
    const tokens = this.#tokens;
    const { offset, error } = tokens;
    let length = tokens.length;
    tokens.advance();
    // `01`, `1.`, `1e` and `0x1f` come in pieces.
    while (
      tokens.offset === offset + length &&
      (tokens.kind === tokenKinds.number || tokens.kind === tokenKinds.unknown)
    ) {
      length += tokens.length;
      tokens.advance();
    }
    const text = this.#text.slice(offset, offset + length);
    const isJson = error !== tokenErrors.unfinishedNumber && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
    const number = shown(text);
    if (!isJson) this.#report("json/invalid-number", offset, length, { number });
    else {
      const value = lostNumber(text);
      if (value !== undefined) {
        const fix = this.#replacement("Put the number in double quotes", offset, length, `"${text}"`, false);
        this.#report("json/number-does-not-survive", offset, length, { number, value }, [fix]);
      }
    }
    return { kind: "number", text, value: Number(text), range: this.#range(offset, length) };
  }

  #unknownWord(): void {
    const tokens = this.#tokens;
    const { offset } = tokens;
    let { length } = tokens;
    tokens.advance();
    // `-Infinity` comes in pieces.
    while (tokens.offset === offset + length && tokens.kind === tokenKinds.unknown) {
      length += tokens.length;
      tokens.advance();
    }
    const word = this.#text.slice(offset, offset + length);
    const fixes: Fix[] = [];
    if (/^(true|false|null)$/i.test(word)) {
      fixes.push(this.#replacement(`Write ${word.toLowerCase()}`, offset, length, word.toLowerCase(), true));
    } else if (/^'[^'"\\]*'$|^[\w$-]+$/.test(word)) {
      const text = JSON.stringify(word.replace(/^'(.*)'$/s, "$1"));
      fixes.push(this.#replacement("Put the text in double quotes", offset, length, text, false));
    }
    this.#report("json/unknown-word", offset, length, { word: shown(word) }, fixes);
  }

  /** Reads what stands between two members or items, or before the closing bracket. */
  #separator(closer: TokenKind): void {
    const tokens = this.#tokens;
    if (tokens.kind !== tokenKinds.comma) {
      if (this.#closes(closer)) return;
      const fix = this.#replacement("Insert a comma", tokens.previousEnd, 0, ",", true);
      const canFollow = beginsValue(tokens.kind);
      if (canFollow) this.#report("json/comma-expected", tokens.offset, tokens.length, {}, [fix]);
      else this.#skipStray();
      return;
    }
    const comma = tokens.offset;
    tokens.advance();
    if (tokens.kind === closer) this.#extraComma(comma);
  }

  #extraComma(offset: number): void {
    const fix = this.#replacement("Remove the comma", offset, 1, "", true);
    this.#report("json/extra-comma", offset, 1, {}, [fix]);
  }

  /** Reports and passes a token that can stand neither here nor in what surrounds it. */
  #skipStray(): void {
    const { kind, offset, length } = this.#tokens;
    if (kind === tokenKinds.end || this.#closesOuter(kind)) return;
    const character = shown(this.#text.slice(offset, offset + length));
    this.#report("json/unexpected-character", offset, length, { character });
    this.#tokens.advance();
  }

  #skipOne(): void {
    const { kind } = this.#tokens;
    if (kind !== tokenKinds.end && !this.#closesOuter(kind)) this.#tokens.advance();
  }

  /** True when the container ends here: at its bracket, at one that closes something around it, or at the end. */
  #closes(closer: TokenKind): boolean {
    const { kind } = this.#tokens;
    return kind === closer || kind === tokenKinds.end || this.#closesOuter(kind);
  }

  #closesOuter(kind: TokenKind): boolean {
    return (
      (kind === tokenKinds.closeBrace && this.#openObjects > 0) ||
      (kind === tokenKinds.closeBracket && this.#openArrays > 0)
    );
  }

  #close(closer: TokenKind, start: number): number {
    const tokens = this.#tokens;
    if (tokens.kind === closer) {
      tokens.advance();
      return tokens.previousEnd;
    }
    // Only the innermost one: the brackets around it are unclosed for the same reason.
    if (!this.#hasUnclosed) {
      const [opener, last] = closer === tokenKinds.closeBrace ? ["{", "}"] : ["[", "]"];
      this.#report("json/unclosed", start, 1, { opener, closer: last });
    }
    this.#hasUnclosed = true;
    return tokens.previousEnd;
  }

  /** Passes the opening bracket, or ends the reading where the nesting is too deep. */
  #enter(): void {
    if (this.#openObjects + this.#openArrays <= this.#maxDepth) this.#tokens.advance();
    else {
      this.#report("json/too-deep", this.#tokens.offset, 1, { limit: this.#maxDepth });
      this.#isTooDeep = true;
      this.#hasUnclosed = true;
      this.#tokens.finish();
    }
  }

  #hasPlaceholderWithin(start: number, end: number): boolean {
    while ((this.#placeholders[this.#nextPlaceholder]?.offset ?? end) < start) this.#nextPlaceholder++;
    return (this.#placeholders[this.#nextPlaceholder]?.offset ?? end) < end;
  }

  #range(offset: number, length: number): TextRange {
    return textRange(this.#base + offset, length);
  }

  #replacement(title: string, offset: number, length: number, newText: string, isPreferred: boolean): Fix {
    return { title, edits: [{ range: this.#range(offset, length), newText }], isPreferred };
  }

  #report(
    code: keyof typeof jsonRules,
    offset: number,
    length: number,
    values: Readonly<Record<string, string | number>> = {},
    fixes: readonly Fix[] = [],
  ): void {
    this.#add(report(code, this.#range(offset, length), values, fixes));
  }

  #add(problem: Problem): void {
    const count = this.problems.length;
    if (count < maxJsonProblems || problem.code === "json/too-deep") this.problems.push(problem);
    else if (count === maxJsonProblems) {
      this.problems.push(report("json/further-problems", problem.range, { limit: maxJsonProblems }));
    }
  }
}

function beginsValue(kind: TokenKind): boolean {
  return (
    kind === tokenKinds.openBrace ||
    kind === tokenKinds.openBracket ||
    kind === tokenKinds.string ||
    kind === tokenKinds.number ||
    kind === tokenKinds.true ||
    kind === tokenKinds.false ||
    kind === tokenKinds.null ||
    kind === tokenKinds.unknown ||
    kind === tokenKinds.placeholder
  );
}

/** A piece of the text for a message, cut where it is long. */
function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
