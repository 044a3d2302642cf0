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

/** The links of a `Link` header, at most 1,000. A header that does not parse (RFC 8288) has none. */
export function readHeaderRelations(header: string): readonly LinkRelation[] {
  return parsedHeader(header).flatMap(({ uri, rel, title }) =>
    rel === undefined ? [] : [{ href: uri, rels: relsOf(rel), ...(title && { title }) }],
  );
}

function parsedHeader(header: string): LinkHeader["refs"] {
  try {
    return LinkHeader.parse(header).refs.slice(0, maxRelations);
  } catch {
    // The parser throws at the first malformed part and offers nothing before it: the page's own links still count.
    return [];
  }
}

function relsOf(rel: string): readonly string[] {
  return rel.toLowerCase().split(/\s+/).filter(Boolean);
}
