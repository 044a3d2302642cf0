import { isBoundProtocol } from "../../../protocol/binding/methods.ts";
import { changeFrequencies } from "../../../protocol/declarations/peerTypes.ts";
import { type LlmsTxt, type LlmsTxtEntry, parseLlmsTxt } from "../../../protocol/llms-txt/parseLlmsTxt.ts";
import { audiences, entryTypes } from "../../../protocol/llms-txt/parseNotes.ts";
import { type TextRange, textRange } from "../../../protocol/problem.ts";
import { wordAfter } from "../completion/completionPlace.ts";

/** What can be written at a place of an `llms.txt` file. `range` is what a completion replaces. */
export type LlmsTxtPlace =
  /** A line that may become the heading of the section, in a file without one. */
  | { readonly kind: "section"; readonly range: TextRange }
  /** A line of the section where an item can begin. `marker` is that of the list, as written. */
  | { readonly kind: "item"; readonly range: TextRange; readonly marker: string }
  | NotesPlace;

/** A place in the notes of an item. */
export interface NotesPlace {
  readonly kind: "network" | "type" | "for" | "audience" | "frequency" | "protocol" | "separator";
  readonly range: TextRange;
  readonly entry: LlmsTxtEntry;
  /** What is missing between the text before and the completion: a colon, a space or nothing. */
  readonly gap: string;
}

/** The places the cursor is at: after a whole word it can go on with that word or what follows it. */
export function llmsTxtPlaces(text: string, offset: number): readonly LlmsTxtPlace[] {
  const file = parseLlmsTxt(text);
  const entry = entryAt(text, file, offset);
  if (entry) return placesInEntry(text, offset, entry);
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const before = text.slice(lineStart, offset);
  const range = textRange(lineStart, before.length);
  if (file.sections.length === 0) return /^(?:##?[ \t]*)?[a-z]*$/i.test(before) ? [{ kind: "section", range }] : [];
  if (!isInSection(text, file, offset)) return [];
  const item = /^(?:([-+*])[ \t]*\[?)?[a-z]*$/i.exec(before);
  return item ? [{ kind: "item", range, marker: item[1] ?? "-" }] : [];
}

function isInSection(text: string, { sections }: LlmsTxt, offset: number): boolean {
  return sections.some(({ heading, range }) => {
    const end = range.offset + range.length;
    return offset > heading.range.offset + heading.range.length && (offset < end || end === text.length);
  });
}

/** The entry whose notes the offset stands in; white space after an item is still its own. */
function entryAt(text: string, { entries }: LlmsTxt, offset: number): LlmsTxtEntry | undefined {
  const entry = entries.findLast(({ range }) => range.offset < offset);
  if (!entry) return undefined;
  const end = entry.range.offset + entry.range.length;
  return /^[ \t]*$/.test(text.slice(end, offset)) ? entry : undefined;
}

const spokenType = new RegExp(`^(?:${entryTypes.join("|")})\\s+`);

function placesInEntry(text: string, offset: number, entry: LlmsTxtEntry): NotesPlace[] {
  const linkEnd = entry.link.offset + entry.link.length;
  const afterLink = /^>?\)\s*(:?)/.exec(text.slice(linkEnd, offset));
  // A link without a network may belong to any; one of another scheme is of another network.
  const mayBeSimplex = entry.isSimplex || !/^[a-z][a-z0-9+.-]*:/i.test(entry.url);
  if (!afterLink || !mayBeSimplex) return [];
  const start = linkEnd + afterLink[0].length;
  if (afterLink[1] === "") {
    const isEnd = start === offset && !/^\s*:/.test(text.slice(offset, offset + 40));
    const space = afterLink[0].length - afterLink[0].trimEnd().length;
    return isEnd ? [{ kind: "network", entry, range: textRange(offset - space, space), gap: ": " }] : [];
  }
  return notesPlaces(text, offset, start, entry);
}

/** Follows the grammar of the notes up to the cursor, as `parseNotes` follows it to their end. */
function notesPlaces(text: string, offset: number, start: number, entry: LlmsTxtEntry): NotesPlace[] {
  const written = text.slice(start, offset);
  // The free text.
  if (/\.(?:\s|$)/.test(written)) return [];
  const place = (kind: NotesPlace["kind"], from: number): NotesPlace => {
    const range = textRange(start + from, partEnd(text, offset, entry) - start - from);
    return { kind, entry, range, gap: /\s/.test(text.charAt(range.offset - 1)) ? "" : " " };
  };
  const network = /^\s*\S+\s+/.exec(written)?.[0].length;
  if (network === undefined) return [place("network", leadingSpace(written))];
  if (!entry.isSimplex) return [];
  const rest = written.slice(network);
  const beforeAudience = /^(?:[^,]*?\s)?for\s+/.exec(rest)?.[0].length;
  if (beforeAudience === undefined) {
    const type = spokenType.exec(rest)?.[0].length;
    return [type === undefined ? place("type", network) : place("for", network + type)];
  }
  const audienceStart = network + beforeAudience;
  const values = written.slice(audienceStart);
  const lastComma = values.lastIndexOf(",");
  const last = values.slice(lastComma + 1);
  const lastStart = audienceStart + lastComma + 1 + leadingSpace(last);
  const kind = lastComma < 0 ? "audience" : valueKind(entry, values);
  const isFollowed = /^\s*[,.]/.test(text.slice(offset, offset + 40));
  return [
    ...(kind ? [place(kind, lastStart)] : []),
    ...(isWhole(kind, last.trim()) && !isFollowed ? [separatorPlace(entry, offset, last)] : []),
  ];
}

/** A separator takes the place of the white space before the cursor. */
function separatorPlace(entry: LlmsTxtEntry, offset: number, last: string): NotesPlace {
  const space = last.length - last.trimEnd().length;
  return { kind: "separator", entry, range: textRange(offset - space, space), gap: "" };
}

/** What may follow a comma, by the type of the entry: one frequency, or any number of protocols. */
function valueKind({ notes }: LlmsTxtEntry, values: string): "frequency" | "protocol" | undefined {
  switch (notes?.type?.value) {
    case "updates":
      return values.indexOf(",") === values.lastIndexOf(",") ? "frequency" : undefined;
    case "contact":
    case "business contact":
      return "protocol";
    case "group":
    case undefined:
      return undefined;
  }
}

function isWhole(kind: "audience" | "frequency" | "protocol" | undefined, word: string): boolean {
  switch (kind) {
    case "audience":
      return audiences.some((audience) => audience === word);
    case "frequency":
      return changeFrequencies.some((frequency) => frequency === word);
    case "protocol":
      return isBoundProtocol(word.toLowerCase());
    case undefined:
      return false;
  }
}

/** Where the part of the notes that the offset stands in ends, or the word. */
function partEnd(text: string, offset: number, { network, notes }: LlmsTxtEntry): number {
  const parts = [network, notes?.type, notes?.audience, notes?.frequency, ...(notes?.protocols ?? [])];
  const part = parts.find((span) => span && span.offset < offset && offset < span.offset + span.length);
  return part ? part.offset + part.length : offset + wordAfter(text, offset);
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}
