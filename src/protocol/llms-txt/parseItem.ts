import type { Definition, Link, LinkReference, ListItem, Nodes, Paragraph, Parent, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Span } from "../problem.ts";
import type { LinkDefinition, MarkdownItem } from "./scanMarkdown.ts";
import { normalizedLabel } from "./scanMarkdown.ts";

/** A list item that begins with a Markdown link. Spans are the source as written. */
export interface LinkItem {
  readonly title: Span;
  /** The destination with Markdown's escapes resolved. */
  readonly url: string;
  /** The destination; of a reference link, where its definition gives it. */
  readonly destination: Span;
  /** What stands between the link and the end of the item's first paragraph. */
  readonly rest: Span;
}

/** False for an item whose content begins with anything but a link, without parsing it. */
export function mayBeginWithLink(source: string): boolean {
  return /^(?:[-+*]|\d{1,9}[.)])\s+[[<]/.test(source);
}

/**
 * The link of an item `- [title][label]: SimpleX …` whose label nothing defines, which Markdown shows as plain text; `label`
 * is what a definition would have. For items that `parseItem` finds no link in.
 */
export function undefinedReference(source: string, offset: number): { link: Span; label: string } | undefined {
  const match = /^(?:[-+*]|\d{1,9}[.)])\s+(\[([^[\]]{1,200})\](?:\[([^[\]]{0,200})\])?):\s*simplex\b/i.exec(source);
  const [whole, text = "", title = "", label = ""] = match ?? [];
  if (whole === undefined) return undefined;
  const start = whole.indexOf("[");
  return { link: { offset: offset + start, length: text.length, text }, label: label || title };
}

/**
 * Reads an item of the usual form, one line with `- [title](destination) rest` and nothing in title and destination that
 * Markdown could take for something else. Undefined for any other item, which `parseItem` reads: the parser takes a hundred
 * times as long.
 */
export function parsePlainItem(source: string, offset: number): LinkItem | undefined {
  const match = plainItem.exec(source);
  const { title = "", url = "", rest = "", before = "" } = match?.groups ?? {};
  if (!match) return undefined;
  const titleStart = offset + before.length;
  const urlStart = titleStart + title.length + 2;
  const text = rest.trimEnd();
  return {
    title: { text: title, offset: titleStart, length: title.length },
    url,
    destination: { text: url, offset: urlStart, length: url.length },
    rest: { text, offset: urlStart + url.length + 1, length: text.length },
  };
}

const plainItem =
  /^(?<before>(?:[-+*]|\d{1,9}[.)]) {1,4}\[)(?<title>[^\]\\[`<&\s](?:[^\]\\[`<&\n\r]*[^\]\\[`<&\s])?)\]\((?<url>[^\s()<>\\&\u0000-\u001f\u007f]+)\)(?<rest>[^\n\r]*)\s*$/;

/**
 * Parses one list item with the Markdown parser. Undefined for an item that does not begin with a link.
 * `definitions` are those of the whole file: a reference link may be defined outside of its section.
 */
export function parseItem(
  text: string,
  item: MarkdownItem,
  definitions: ReadonlyMap<string, LinkDefinition>,
): LinkItem | undefined {
  const { offset, length } = item.range;
  const source = text.slice(offset, offset + length);
  const used = usedDefinitions(source, definitions);
  const root = fromMarkdown([source, ...used.map(({ line }) => line)].join("\n\n"));
  const paragraph = firstParagraph(root);
  const link = paragraph?.children[0];
  if (!paragraph || (link?.type !== "link" && link?.type !== "linkReference")) return undefined;

  const span = (start: number, end: number): Span => ({
    text: text.slice(offset + start, offset + end),
    offset: offset + start,
    length: end - start,
  });
  const end = Math.min(endOf(paragraph), source.length);
  const linkEnd = Math.min(endOf(link), end);
  const rest = span(linkEnd, linkEnd + source.slice(linkEnd, end).trimEnd().length);
  const isAutolink = source.charAt(startOf(link)) === "<";
  if (isAutolink && link.type === "link") {
    const destination = span(startOf(link) + 1, endOf(link) - 1);
    return { title: span(startOf(link) + 1, startOf(link) + 1), url: link.url, destination, rest };
  }
  const labelEnd = link.children.length > 0 ? endOf(link.children[link.children.length - 1]) : startOf(link) + 1;
  const title = span(startOf(link) + 1, labelEnd);
  if (link.type === "link")
    return { title, url: link.url, destination: inlineDestination(link, labelEnd, span, source), rest };
  const found = referencedDestination(link, root, definitions);
  return found && { title, ...found, rest };
}

function usedDefinitions(source: string, definitions: ReadonlyMap<string, LinkDefinition>): LinkDefinition[] {
  if (definitions.size === 0) return [];
  const labels = [...source.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/g)].map((match) => normalizedLabel(match[1] ?? ""));
  return [...new Set(labels)].flatMap((label) => definitions.get(label) ?? []);
}

function firstParagraph(root: Root): Paragraph | undefined {
  const list = root.children[0];
  const item: ListItem | undefined = list?.type === "list" ? list.children[0] : undefined;
  const first = item?.children[0];
  return first?.type === "paragraph" ? first : undefined;
}

/** Where the destination of `[title](destination "tooltip")` stands. */
function inlineDestination(
  link: Link,
  labelEnd: number,
  span: (start: number, end: number) => Span,
  source: string,
): Span {
  const opening = /^\](?:\(\s*)?/.exec(source.slice(labelEnd, endOf(link)))?.[0].length ?? 0;
  const start = labelEnd + opening;
  const raw = source.slice(start, endOf(link) - 1);
  if (raw.startsWith("<")) return span(start + 1, start + 1 + Math.max(raw.slice(1).search(/[<>]/), 0));
  return span(start, start + (/^\S*/.exec(raw)?.[0].length ?? 0));
}

function referencedDestination(
  link: LinkReference,
  root: Root,
  definitions: ReadonlyMap<string, LinkDefinition>,
): { url: string; destination: Span } | undefined {
  const isIts = (node: Nodes): node is Definition => node.type === "definition" && node.identifier === link.identifier;
  const node = root.children.find(isIts);
  const definition = definitions.get(normalizedLabel(link.label ?? link.identifier));
  if (!node || !definition) return undefined;
  const match = /^\[(?:[^[\]\\]|\\.)+\]:[ \t]*(?:<([^<>]*)>|(\S+))/.exec(definition.line);
  const raw = match?.[1] ?? match?.[2] ?? "";
  const start = definition.offset + definition.line.indexOf(raw, definition.line.indexOf("]:"));
  return { url: node.url, destination: { text: raw, offset: start, length: raw.length } };
}

function startOf(node: Parent | Nodes | undefined): number {
  return node?.position?.start.offset ?? 0;
}

function endOf(node: Parent | Nodes | undefined): number {
  return node?.position?.end.offset ?? 0;
}
