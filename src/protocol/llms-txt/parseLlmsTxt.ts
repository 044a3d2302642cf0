import { linkWithin } from "../link/linkWithin.ts";
import { looksLikeSimplexLink, parseSimplexLink } from "../link/parseSimplexLink.ts";
import { addressIdentity, linkTypeWords, type SimplexLink } from "../link/simplexLink.ts";
import { type Fix, type Problem, type Span, type TextRange, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { type LinkItem, mayBeginWithLink, parseItem, parsePlainItem, undefinedReference } from "./parseItem.ts";
import { type EntryType, type Notes, networkOf, parseNotes } from "./parseNotes.ts";
import { llmsTxtRules } from "./rules.ts";
import { type LinkDefinition, type MarkdownHeading, type MarkdownItem, scanMarkdown } from "./scanMarkdown.ts";

/** One address of the section. Spans are the source as written. */
export interface LlmsTxtEntry {
  /** 1-based. */
  readonly line: number;
  /** From the list marker to the end of the item. */
  readonly range: TextRange;
  readonly title: Span;
  /** The link's destination as text, Markdown's escapes resolved. */
  readonly url: string;
  readonly link: Span;
  /** The parsed link of a SimpleX entry, if it is right. */
  readonly address: SimplexLink | undefined;
  /** True when the notes name SimpleX or the link is a SimpleX link. Entries of other networks are left alone. */
  readonly isSimplex: boolean;
  /** First word of the notes. */
  readonly network: Span | undefined;
  /** Of a SimpleX entry only. */
  readonly notes: Notes | undefined;
}

export interface LlmsTxt {
  readonly title: MarkdownHeading | undefined;
  /** Each section `## Communications`, from its heading to the next heading of its level or above. */
  readonly sections: readonly { readonly heading: MarkdownHeading; readonly range: TextRange }[];
  readonly entries: readonly LlmsTxtEntry[];
  readonly problems: readonly Problem[];
}

/** Longer list items are not read: no address needs more. */
export const maxItemLength = 4096;

/**
 * How much text of items that take the Markdown parser is read. Its time can grow with the square of an item's length; with
 * both limits the time for any file is linear.
 */
export const maxParsedLength = 65_536;

const sectionTitle = "Communications";

const report = reporter(llmsTxtRules);

/**
 * Reads the communication addresses of an `llms.txt` file (agent-protocols#addresses-in-llmstxt). Only the items of the
 * section `## Communications` are parsed as Markdown; the rest of the file is scanned for headings.
 */
export function parseLlmsTxt(text: string): LlmsTxt {
  // Markdown ends a line at a lone carriage return too, and every offset stays what it is.
  const lines = text.replace(/\r(?!\n)/g, "\n");
  const outline = outlineOf(lines);
  const problems: Problem[] = [];
  const lineOf = lineCounter(lines);
  const entries: LlmsTxtEntry[] = [];
  let parsedLength = 0;
  for (const item of outline.items) {
    const { offset, length } = item.range;
    const source = text.slice(offset, offset + length);
    if (length > maxItemLength) {
      problems.push(report("llms-txt/item-too-long", firstLine(source, offset), { limit: maxItemLength }));
      continue;
    }
    if (!mayBeginWithLink(source)) {
      linklessItem(source, offset, problems);
      continue;
    }
    const plain = parsePlainItem(source, offset);
    if (!plain) parsedLength += length;
    if (parsedLength > maxParsedLength) {
      problems.push(report("llms-txt/section-too-long", firstLine(source, offset), { limit: maxParsedLength }));
      break;
    }
    const parsed = plain ?? parseItem(text, item, outline.definitions);
    if (parsed) entries.push(readItem(source, offset, parsed, lineOf(offset), problems));
    else linklessItem(source, offset, problems);
  }
  problems.push(...duplicateProblems(entries));
  for (const line of outline.looseLines) problems.push(...looseLinkProblems(text, line));
  for (const { heading } of outline.sections.slice(1))
    problems.push(report("llms-txt/duplicate-section", heading.range));
  for (const section of outline.nearSections) problems.push(...nearSectionProblems(text, section));
  return { title: outline.title, sections: outline.sections, entries, problems };
}

interface Section {
  readonly heading: MarkdownHeading;
  readonly range: TextRange;
}

interface Outline {
  readonly title: MarkdownHeading | undefined;
  readonly sections: readonly Section[];
  /** Sections whose heading is almost the right one. */
  readonly nearSections: readonly Section[];
  /** Items and other lines of the right sections. */
  readonly items: readonly MarkdownItem[];
  readonly looseLines: readonly TextRange[];
  readonly definitions: ReadonlyMap<string, LinkDefinition>;
}

function outlineOf(text: string): Outline {
  const headings: MarkdownHeading[] = [];
  const items: MarkdownItem[] = [];
  const looseLines: TextRange[] = [];
  const definitions = new Map<string, LinkDefinition>();
  let isWithin = false;
  scanMarkdown(text, {
    heading(heading) {
      headings.push(heading);
      if (heading.level <= 2) isWithin = isSectionHeading(heading);
    },
    item(item) {
      if (isWithin) items.push(item);
    },
    looseLine(start, end) {
      if (isWithin) looseLines.push(textRange(start, end - start));
    },
    definition(label, definition) {
      if (!definitions.has(label)) definitions.set(label, definition);
    },
  });
  const isNear = (heading: MarkdownHeading) =>
    /^[\s*_`]*communications?[\s*_`]*:?[\s*_`]*$/i.test(heading.text) && !isSectionHeading(heading);
  const sections = sectionsOf(headings, text.length);
  return {
    title: headings.find(({ level }) => level === 1),
    sections: sections.filter(({ heading }) => isSectionHeading(heading)),
    nearSections: sections.filter(({ heading }) => isNear(heading)),
    items,
    looseLines,
    definitions,
  };
}

/** Each heading with the text up to the next one of its level or above. */
function sectionsOf(headings: readonly MarkdownHeading[], textLength: number): Section[] {
  const nextStarts = new Array<number>(7).fill(textLength);
  return headings
    .toReversed()
    .map((heading) => {
      const { offset } = heading.range;
      const range = textRange(offset, (nextStarts[heading.level] ?? textLength) - offset);
      nextStarts.fill(offset, heading.level);
      return { heading, range };
    })
    .toReversed();
}

function isSectionHeading({ level, text }: MarkdownHeading): boolean {
  return level === 2 && text === sectionTitle;
}

/** An item that does not begin with a link is prose, unless there is a SimpleX link in it. */
function linklessItem(source: string, offset: number, problems: Problem[]): void {
  const link = linkWithin(source);
  if (link) problems.push(report("llms-txt/no-link", textRange(offset + link.offset, link.length)));
  const reference = link ? undefined : undefinedReference(source, offset);
  if (reference) problems.push(undefinedLabel(reference));
}

function undefinedLabel({ link, label }: { link: Span; label: string }): Problem {
  return report("llms-txt/undefined-reference", textRange(link.offset, link.length), { label });
}

function readItem(source: string, offset: number, item: LinkItem, line: number, problems: Problem[]): LlmsTxtEntry {
  const { title, url, destination, rest } = item;
  const notesText = /^\s*:/.exec(rest.text);
  const notesStart = notesText?.[0].length ?? 0;
  const network = notesText ? networkOf(rest.text.slice(notesStart), rest.offset + notesStart) : undefined;
  const isSimplexNetwork = /^simplex[.,:;]?$/i.test(network?.text ?? "");
  const isSimplex = isSimplexNetwork || looksLikeSimplexLink(url);
  const entry = {
    line,
    range: textRange(offset, source.trimEnd().length),
    title,
    url,
    link: destination,
  };
  if (!isSimplex) return { ...entry, isSimplex, network, address: undefined, notes: undefined };

  const { link: address, problems: linkProblems } = parseSimplexLink(url, destination.offset);
  problems.push(...(url === destination.text ? linkProblems : within(destination, linkProblems)));
  if (title.text.trim() === "") problems.push(report("llms-txt/no-title", title.length > 0 ? title : destination));
  const suitable = address ? suitableTypes(address)[0] : undefined;
  if (!notesText || !network) {
    problems.push(missingNotes(rest, destination, suitable));
    return { ...entry, isSimplex, network, address, notes: undefined };
  }
  const notes = parseNotes(rest.text.slice(notesStart), rest.offset + notesStart, suitable);
  problems.push(...notes.problems);
  if (address) problems.push(...typeProblems(address, notes, destination));
  return { ...entry, isSimplex, network, address, notes };
}

function missingNotes(rest: Span, destination: Span, suitable: EntryType | undefined): Problem {
  // Notes after a dash, or after nothing, are notes that no reader finds.
  const separator = /^\s*(?:[-–—|,;：]\s*)?(?=simplex\b)/i.exec(rest.text);
  if (separator) {
    const range = textRange(rest.offset, separator[0].length);
    const fix = { title: "Write a colon", edits: [{ range, newText: ": " }], isPreferred: true };
    return report("llms-txt/no-colon", textRange(rest.offset, Math.max(separator[0].length, 1)), {}, [fix]);
  }
  const example = `SimpleX ${suitable ?? "contact"} for people.`;
  const fixes: Fix[] = [];
  if (rest.text.trim() === "" || rest.text.trim() === ":") {
    const edits = [{ range: textRange(rest.offset, rest.length), newText: `: ${example}` }];
    fixes.push({ title: "Add notes", edits, isPreferred: false });
  }
  return report("llms-txt/no-notes", destination, { example }, fixes);
}

/** Types whose entries may have this link, the likeliest first; none for what is never published. */
export function suitableTypes(address: SimplexLink): EntryType[] {
  switch (address.type) {
    case "channel":
      return ["updates"];
    case "group":
      return ["group"];
    case "contact":
      return ["contact", "business contact"];
    // A name does not tell whether a channel or a group is behind it.
    case "publicGroup":
      return ["updates", "group"];
    case "relay":
    case "invitation":
      return [];
  }
}

const requiredLinks = {
  updates: "channel",
  group: "group",
  contact: "contact address",
  "business contact": "contact address",
} as const;

function typeProblems(address: SimplexLink, notes: Notes, destination: Span): Problem[] {
  const suitable = suitableTypes(address);
  const actual = linkTypeWords[address.type];
  const [right] = suitable;
  if (!right) return [report("llms-txt/not-for-publication", destination, { actual })];
  const { type } = notes;
  if (!type || suitable.includes(type.value)) return [];
  const range = textRange(type.offset, type.length);
  const fix = { title: `Write ${right}`, edits: [{ range, newText: right }], isPreferred: true };
  const values = { type: type.value, required: requiredLinks[type.value], actual, right };
  return [report("llms-txt/type-mismatch", range, values, [fix])];
}

function duplicateProblems(entries: readonly LlmsTxtEntry[]): Problem[] {
  const lines = new Map<string, number>();
  return entries.flatMap(({ address, link, line, range }) => {
    if (!address) return [];
    // A link by reference is defined elsewhere, where other items may rightly share it.
    const place = link.offset < range.offset + range.length && link.offset >= range.offset ? link : range;
    const identity = addressIdentity(address);
    const first = lines.get(identity);
    if (first !== undefined) return [report("llms-txt/duplicate-address", place, { line: first })];
    lines.set(identity, line);
    return [];
  });
}

function looseLinkProblems(text: string, line: TextRange): Problem[] {
  const link = linkWithin(text.slice(line.offset, line.offset + line.length));
  return link ? [report("llms-txt/not-an-item", textRange(line.offset + link.offset, link.length))] : [];
}

/** A heading in other letter case or of another level is a mistake only where SimpleX addresses stand below it. */
function nearSectionProblems(text: string, { heading, range }: Section): Problem[] {
  if (!linkWithin(text.slice(range.offset, range.offset + range.length))) return [];
  const newText = `## ${sectionTitle}`;
  const fix = { title: `Write ${newText}`, edits: [{ range: heading.range, newText }], isPreferred: true };
  const written =
    text.slice(heading.range.offset, heading.range.offset + heading.range.length).split(/\r?\n/, 1)[0] ?? "";
  return [report("llms-txt/heading", heading.range, { heading: written.slice(0, 60) }, [fix])];
}

/** Markdown's escapes moved the text: the problems are shown at the whole link, and edits cannot be placed. */
function within(destination: Span, problems: readonly Problem[]): Problem[] {
  const range = textRange(destination.offset, destination.length);
  return problems.map((problem) => ({ ...problem, range, fixes: [] }));
}

function firstLine(source: string, offset: number): TextRange {
  return textRange(offset, source.search(/[\r\n]|$/));
}

/** Numbers lines from 1 for offsets that only grow. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}
