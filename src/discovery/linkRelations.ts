import { Parser } from "htmlparser2";
import LinkHeader from "http-link-header";

/** A link of a page or of its `Link` header (RFC 8288), as written. */
export interface LinkRelation {
  readonly href: string;
  /** Relation types in lower case. */
  readonly rels: readonly string[];
  readonly title?: string;
}

const maxRelations = 1_000;

/** The `<link>` and `<a rel>` elements of a page, in order; at most 1,000. Scripts are not run and nothing is loaded. */
export function readPageRelations(html: string): readonly LinkRelation[] {
  const found: LinkRelation[] = [];
  const parser = new Parser({
    onopentag(name, { href, rel, title }) {
      if ((name !== "link" && name !== "a") || !href || rel === undefined || found.length >= maxRelations) return;
      found.push({ href, rels: relsOf(rel), ...(title && { title }) });
    },
  });
  parser.end(html);
  return found;
}

/** The links of a `Link` header, at most 1,000. A part that does not parse (RFC 8288) is left out; the others count. */
export function readHeaderRelations(header: string): readonly LinkRelation[] {
  return parsedHeader(header)
    .slice(0, maxRelations)
    .flatMap(({ uri, rel, title }) =>
      rel === undefined ? [] : [{ href: uri, rels: relsOf(rel), ...(title && { title }) }],
    );
}

/** A target in angle brackets with its parameters, of which a value may be quoted. */
const linkValue = /<[^<>]*>(?:\s*;[^,;"]*(?:"(?:[^"\\]|\\.)*")?)*/g;

/** The parser throws at the first malformed part and offers nothing before it, so the others are then read one by one. */
function parsedHeader(header: string): LinkHeader["refs"] {
  return parsedLinks(header) ?? [...header.matchAll(linkValue)].flatMap(([part]) => parsedLinks(part) ?? []);
}

function parsedLinks(text: string): LinkHeader["refs"] | undefined {
  try {
    return LinkHeader.parse(text).refs;
  } catch {
    // Malformed: nothing can be read from it.
    return undefined;
  }
}

function relsOf(rel: string): readonly string[] {
  return rel.toLowerCase().split(/\s+/).filter(Boolean);
}
