import { boundProtocols, isBoundProtocol } from "../binding/methods.ts";
import { type ChangeFrequency, changeFrequencies } from "../declarations/peerTypes.ts";
import { type Fix, type Problem, type Span, type TextRange, textRange } from "../problem.ts";
import { isProtocolName } from "../protocolName.ts";
import { reporter } from "../rule.ts";
import { hiddenCharacters } from "../text/hiddenCharacters.ts";
import { nearestName } from "../text/nearestName.ts";
import { llmsTxtRules } from "./rules.ts";

export const entryTypes = ["updates", "group", "contact", "business contact"] as const;

export type EntryType = (typeof entryTypes)[number];

export const audiences = ["people", "agents", "people and agents"] as const;

export type Audience = (typeof audiences)[number];

/** A span of the notes and what it says. */
interface Said<Value> extends Span {
  readonly value: Value;
}

/** The notes of an entry taken apart. What could not be read is undefined. */
export interface Notes {
  readonly network: Span | undefined;
  readonly type: Said<EntryType> | undefined;
  readonly audience: Said<Audience> | undefined;
  readonly frequency: Said<ChangeFrequency> | undefined;
  /** Names in lower case. */
  readonly protocols: readonly Said<string>[];
  /** Free text after the period; empty when there is none. */
  readonly info: Span;
  readonly problems: readonly Problem[];
}

const report = reporter(llmsTxtRules);

/** The network of the notes: their first word. */
export function networkOf(text: string, offset: number): Span | undefined {
  const match = /\S+/.exec(text);
  return match ? { text: match[0], offset: offset + match.index, length: match[0].length } : undefined;
}

/**
 * Reads the notes of a SimpleX address (agent-protocols#addresses-in-llmstxt):
 *
 * `SimpleX updates for <audience>[, <frequency>]. <info>`, `SimpleX group for <audience>. <info>` or
 * `SimpleX [business ]contact for <audience>[, <protocol>]*. <info>`
 *
 * `suitable` is the type that suits the link, to offer where another word stands.
 */
export function parseNotes(text: string, offset: number, suitable: EntryType | undefined): Notes {
  return new NotesParser(text, offset, suitable).parse();
}

class NotesParser {
  readonly #text: string;
  readonly #offset: number;
  readonly #suitable: EntryType | undefined;
  readonly #problems: Problem[] = [];
  #position = 0;

  constructor(text: string, offset: number, suitable: EntryType | undefined) {
    this.#text = text;
    this.#offset = offset;
    this.#suitable = suitable;
  }

  parse(): Notes {
    // A word with an invisible character is told as that, and nothing else.
    if (this.#hasHiddenCharacters()) return this.#notes({ network: networkOf(this.#text, this.#offset) });
    const network = this.#network();
    // Notes that say something else altogether have one mistake, not one for each word.
    if (this.#problems.length > 0 && !this.#isTypeAhead()) return this.#notes({ network });
    const type = this.#type();
    if (!type && this.#isAtEnd()) return this.#notes({ network });
    const isFor = this.#for();
    const audience = isFor || (type && !this.#isAtEnd()) ? this.#audience() : undefined;
    if (!audience && !isFor) return this.#notes({ network, type });
    const values = this.#values(type?.value);
    const isEnded = this.#period(values.at(-1));
    const read = { network, type, audience, ...this.#valuesOf(type?.value, values) };
    if (isEnded && this.#problems.length === 0) this.#checkSpaces();
    return this.#notes(isEnded ? { ...read, info: this.#info() } : read);
  }

  #notes(read: Partial<Notes>): Notes {
    return {
      network: read.network,
      type: read.type,
      audience: read.audience,
      frequency: read.frequency,
      protocols: read.protocols ?? [],
      info: read.info ?? this.#span(this.#text.length, this.#text.length),
      problems: this.#problems,
    };
  }

  #network(): Span | undefined {
    const network = networkOf(this.#text, this.#offset);
    if (!network) return undefined;
    this.#position = network.offset - this.#offset + network.length;
    if (network.text === "SimpleX") return network;
    if (network.text === "SimpleX.") {
      // What is missing is what should stand before the period.
      this.#position -= 1;
      return { ...network, length: network.length - 1, text: "SimpleX" };
    }
    // Another spelling is mended; another word is what was forgotten to name.
    const isSpelling = /^simplex[.,:;]?$/i.test(network.text);
    const isType = /^(updates?|group|contact|business|channel)$/i.test(network.text);
    if (isType) this.#position = network.offset - this.#offset;
    const fix = isType
      ? this.#replacement("Write SimpleX", textRange(network.offset, 0), "SimpleX ", true)
      : this.#replacement("Write SimpleX", network, "SimpleX", isSpelling);
    this.#report("llms-txt/network", network, { found: quoted(network.text) }, [fix]);
    return network;
  }

  /** Looks at what readers take apart, up to the free text, where an emoji may well use such characters. */
  #hasHiddenCharacters(): boolean {
    const period = this.#text.search(/\.(?:\s|$)/);
    const hidden = hiddenCharacters(period < 0 ? this.#text : this.#text.slice(0, period));
    for (const { offset, length, name } of hidden) {
      const range = textRange(this.#offset + offset, length);
      const fix = this.#replacement(`Remove ${name}`, range, "", true);
      this.#report("llms-txt/hidden-character", range, { character: name }, [fix]);
    }
    return hidden.length > 0;
  }

  #isTypeAhead(): boolean {
    return this.#peek(/(?:business\s+\w+|updates?|group|contact|channel)\b|[^\s.,]+\s+for\b/iy) !== undefined;
  }

  #type(): Said<EntryType> | undefined {
    const type = this.#match(/(?:business\s+contact|contact|updates|group)(?![\w-])/y);
    if (type) {
      const value = entryTypes.find((word) => word === type.text.replace(/\s+/g, " "));
      if (value) return { ...type, value };
    }
    const found = this.#match(/(?!for\b)[^\s.,]+(?:\s+(?!for\b)[^\s.,]+)?(?=\s+for\b)|(?!for\b)[^\s.,]+/y);
    const written = found ?? this.#here();
    const value = nearestName(written.text, entryTypes) ?? this.#suitable;
    const text = found ? (value ?? "") : ` ${value ?? ""}`;
    const isSpelling = written.text.toLowerCase() === value || value === this.#suitable;
    const fixes = value ? [this.#replacement(`Write ${value}`, written, text, isSpelling)] : [];
    this.#report("llms-txt/type", written, { found: quoted(written.text) }, fixes);
    return undefined;
  }

  #for(): boolean {
    if (this.#match(/for(?![\w-])/y)) return true;
    const next = this.#peek(/[^\s.,]+/y) ?? this.#here();
    const isSpelling = /^for$/i.test(next.text);
    const fix = isSpelling
      ? this.#replacement("Write for", next, "for", true)
      : next.length > 0
        ? this.#replacement("Write for", textRange(next.offset, 0), "for ", true)
        : this.#replacement("Write for people", next, " for people", false);
    this.#report("llms-txt/for", next, { found: quoted(next.text) }, [fix]);
    if (isSpelling) this.#match(/for(?![\w-])/iy);
    return isSpelling;
  }

  #audience(): Said<Audience> | undefined {
    const audience =
      this.#match(/(?:people|agents),\s*(?:people|agents)(?=\s*(?:[,.;!?]|$))/y) ??
      this.#match(/(?:people\s+and\s+agents|people|agents)(?=\s*(?:[,.;!?]|$))/y) ??
      this.#wordsAhead();
    if (!audience) {
      this.#report("llms-txt/audience", this.#here(), { found: "Nothing" });
      return undefined;
    }
    const value = audiences.find((words) => words === audience.text.replace(/\s+/g, " "));
    if (value) return { ...audience, value };
    const meant = meantAudience(audience.text);
    // More words may say more than the audience does.
    const isCertain = /^[\p{L}-]+(?:[\s,&+/]+[\p{L}-]+){0,2}$/u.test(audience.text);
    const fixes = meant ? [this.#replacement(`Write ${meant}`, audience, meant, isCertain)] : [];
    this.#report("llms-txt/audience", audience, { found: quoted(audience.text) }, fixes);
    return undefined;
  }

  /** An audience with text right after it, where the period is missing, or else all words up to a comma or period. */
  #wordsAhead(): Span | undefined {
    return (
      this.#match(/(?:people\s+and\s+agents|people(?!\s+(?:and|or|&))|agents(?!\s+(?:and|or|&)))(?=\s)/y) ??
      this.#match(/[^\s.,](?:[^.,\n]{0,80}[^\s.,])?(?=\s*(?:[.,\n]|$))/y) ??
      this.#match(/[^\s.,]+/y)
    );
  }

  #values(type: EntryType | undefined): Span[] {
    const values: Span[] = [];
    while (this.#match(/,/y) || this.#isCommaMissing(type) || (values.length > 0 && this.#otherSeparator(type))) {
      const value = this.#match(/[^\s.,;!?]+/y) ?? this.#here();
      values.push(value);
    }
    return values;
  }

  /** A frequency or a protocol that follows without its comma, and is nothing that free text would begin with. */
  #isCommaMissing(type: EntryType | undefined): boolean {
    const word = this.#peek(/[A-Za-z0-9-]+(?=\s*[.,](?:\s|$))/y);
    const value = word?.text.toLowerCase() ?? "";
    const isValue = type === "updates" ? changeFrequencies.some((one) => one === value) : isBoundProtocol(value);
    if (!word || !isValue || type === undefined || type === "group") return false;
    const fix = this.#replacement("Write a comma", textRange(this.#offset + this.#position, 0), ",", true);
    this.#report("llms-txt/separator", word, { found: quoted(word.text) }, [fix]);
    return true;
  }

  /** The word "and" between two protocols, where a comma belongs. */
  #otherSeparator(type: EntryType | undefined): boolean {
    if (type !== "contact" && type !== "business contact") return false;
    const end = this.#position;
    const separator = this.#match(/(?:and|&|\+)(?=\s+[A-Za-z0-9-]+\s*(?:[.,]|$))/y);
    if (!separator) return false;
    const range = textRange(this.#offset + end, separator.offset + separator.length - this.#offset - end);
    const fix = this.#replacement("Write a comma", range, ",", true);
    this.#report("llms-txt/separator", separator, { found: quoted(separator.text) }, [fix]);
    return true;
  }

  #period(lastValue: Span | undefined): boolean {
    const end = this.#position;
    const period = this.#match(/\./y);
    if (period) {
      if (lastValue) this.#checkSpaceAfter(period, lastValue);
      return true;
    }
    const mark = this.#peek(/[;!?]/y);
    if (mark) {
      this.#report("llms-txt/period", mark, {}, [this.#replacement("Write a period", mark, ".", true)]);
      return false;
    }
    const at = textRange(this.#offset + end, 0);
    const next = this.#peek(/[^\s.,]+/y);
    const fix = this.#replacement("Add the period", at, ".", true);
    this.#report("llms-txt/period", next ?? at, {}, [fix]);
    return false;
  }

  /** In `MCP.x` the period ends no word, and a reader takes all of it for the name of a protocol. */
  #checkSpaceAfter(period: Span, value: Span): void {
    const next = period.offset + period.length;
    const rest = /^[^\s.,;!?]+/.exec(this.#text.slice(next - this.#offset))?.[0];
    if (rest === undefined || value.offset + value.length !== period.offset) return;
    const fix = this.#replacement("Write a space after the period", textRange(next, 0), " ", true);
    this.#report("llms-txt/space-after-period", period, { found: quoted(`${value.text}.${rest}`) }, [fix]);
  }

  /** The grammar has one space between words, after a comma and after the period. Readers that split at white space do not mind others. */
  #checkSpaces(): void {
    const read = this.#text.slice(0, this.#position).trimStart();
    const start = this.#offset + this.#position - read.length;
    for (const { 0: found, index } of read.matchAll(/\s*[,.]\s*|\s+/g)) {
      const mark = found.trim();
      const expected = mark === "." ? "." : `${mark} `;
      // A line that goes on below is one space to Markdown.
      if (found === expected || /[\r\n]/.test(found)) continue;
      const range = textRange(start + index, found.length);
      this.#report("llms-txt/spacing", range, {}, [this.#replacement("Write one space", range, expected, true)]);
    }
    if (/\S/.test(this.#text.charAt(this.#position))) {
      const end = this.#span(this.#position, this.#position);
      const fix = this.#replacement("Write one space", end, " ", true);
      this.#report("llms-txt/spacing", this.#span(this.#position - 1, this.#position), {}, [fix]);
    }
  }

  #info(): Span {
    const rest = this.#text.slice(this.#position);
    const start = this.#position + (rest.length - rest.trimStart().length);
    return this.#span(start, Math.max(start, this.#text.trimEnd().length));
  }

  #valuesOf(type: EntryType | undefined, values: readonly Span[]): Pick<Notes, "frequency" | "protocols"> {
    switch (type) {
      case "updates":
        return { frequency: this.#frequency(values), protocols: [] };
      case "contact":
      case "business contact":
        return { frequency: undefined, protocols: this.#protocols(values) };
      case "group":
        for (const value of values) this.#extraValue(value);
        return { frequency: undefined, protocols: [] };
      default:
        return { frequency: undefined, protocols: [] };
    }
  }

  #frequency([first, ...others]: readonly Span[]): Said<ChangeFrequency> | undefined {
    for (const value of others) this.#extraValue(value);
    if (!first) return undefined;
    const value = changeFrequencies.find((frequency) => frequency === first.text);
    if (value) return { ...first, value };
    const nearest = nearestName(first.text, changeFrequencies);
    const fix = nearest ? this.#replacement(`Write ${nearest}`, first, nearest, true) : this.#removal(first);
    this.#report("llms-txt/frequency", first, { found: quoted(first.text) }, [fix]);
    return undefined;
  }

  #protocols(values: readonly Span[]): Said<string>[] {
    const protocols: Said<string>[] = [];
    for (const span of values) {
      const value = span.text.toLowerCase();
      const found = { found: quoted(span.text) };
      if (!isProtocolName(value)) {
        const named = { found: span.text === "" ? "An empty text" : found.found };
        this.#report("llms-txt/protocol-name", span, named, span.length === 0 ? [this.#removal(span)] : []);
        continue;
      }
      if (changeFrequencies.some((frequency) => frequency === value)) {
        this.#report("llms-txt/frequency-of-contact", span, found, [this.#removal(span)]);
        continue;
      }
      if (protocols.some((protocol) => protocol.value === value)) {
        this.#report("llms-txt/repeated-protocol", span, found, [this.#removal(span)]);
        continue;
      }
      if (!isBoundProtocol(value)) {
        const nearest = nearestName(value, boundProtocols)?.toUpperCase();
        const fixes = nearest ? [this.#replacement(`Write ${nearest}`, span, nearest, false)] : [];
        this.#report("llms-txt/unknown-protocol", span, found, fixes);
      }
      protocols.push({ ...span, value });
    }
    return protocols;
  }

  #extraValue(span: Span): void {
    this.#report("llms-txt/extra-value", span, { found: quoted(span.text) }, [this.#removal(span)]);
  }

  /** Removes a value with the comma before it. */
  #removal(span: Span): Fix {
    const comma = this.#text.lastIndexOf(",", span.offset - this.#offset);
    const start = this.#offset + comma;
    return this.#replacement("Remove it", textRange(start, span.offset + span.length - start), "", true);
  }

  /** Passes white space and the pattern, or stays where it is. */
  #match(pattern: RegExp): Span | undefined {
    const span = this.#peek(pattern);
    if (span) this.#position = span.offset - this.#offset + span.length;
    return span;
  }

  #peek(pattern: RegExp): Span | undefined {
    const space = /\s*/y;
    space.lastIndex = this.#position;
    space.test(this.#text);
    pattern.lastIndex = space.lastIndex;
    const match = pattern.exec(this.#text);
    return match ? this.#span(match.index, match.index + match[0].length) : undefined;
  }

  /** True where nothing follows before the period. */
  #isAtEnd(): boolean {
    return this.#peek(/[^\s.,]/y) === undefined;
  }

  /** The empty place after what was read. */
  #here(): Span {
    return this.#span(this.#position, this.#position);
  }

  #span(start: number, end: number): Span {
    return { text: this.#text.slice(start, end), offset: this.#offset + start, length: end - start };
  }

  #replacement(title: string, range: TextRange, newText: string, isPreferred: boolean): Fix {
    return { title, edits: [{ range: textRange(range.offset, range.length), newText }], isPreferred };
  }

  #report(
    code: keyof typeof llmsTxtRules,
    range: TextRange,
    values: Readonly<Record<string, string | number>> = {},
    fixes: readonly Fix[] = [],
  ): void {
    this.#problems.push(report(code, textRange(range.offset, range.length), values, fixes));
  }
}

/** The audience that other words for it mean, if that is certain. */
function meantAudience(text: string): Audience | undefined {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const isForPeople = words.some((word) =>
    /^(people|peoples?|person|persons|humans?|users?|everyone|everybody|all)$/.test(word),
  );
  const isForAgents = words.some((word) => /^(agents?|bots?|ai|ais|everyone|everybody|all)$/.test(word));
  if (isForPeople && isForAgents) return "people and agents";
  if (isForPeople) return "people";
  if (isForAgents) return "agents";
  const nearest = nearestName(text, audiences);
  return audiences.find((audience) => audience === nearest);
}

/** Words of the text for a message, or that there are none. */
function quoted(text: string): string {
  if (text === "") return "Nothing";
  return text.length > 40 ? `"${text.slice(0, 40)}…"` : `"${text}"`;
}
