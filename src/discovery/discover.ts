import type { Core } from "../core/core.ts";
import { documentKindOf } from "../protocol/documentKind.ts";
import { parseSimplexLink } from "../protocol/link/parseSimplexLink.ts";
import { addressIdentity } from "../protocol/link/simplexLink.ts";
import { LinePositions } from "../protocol/text/linePositions.ts";
import { type AddressRecord, mergeClaims } from "./addressRecord.ts";
import type { FetchedDocument, FetchResult } from "./boundedFetch.ts";
import type { AddressClaim } from "./claim.ts";
import {
  claimOfGivenLink,
  claimsOfRelations,
  type DocumentReading,
  readAgentCardClaims,
  readLlmsTxtClaims,
  readWellKnownClaims,
} from "./documentClaims.ts";
import { inspectAddress } from "./inspectAddress.ts";
import { readHeaderRelations, readPageRelations } from "./linkRelations.ts";
import { isHtmlType } from "./looksLikeHtml.ts";

/** What discovery needs from outside. */
export interface DiscoveryServices {
  /** Reads a public document; `fetchDocument` with its limits. */
  readonly fetch: (address: string, signal: AbortSignal) => Promise<FetchResult>;
  /** Reads link data. Without a core, link data stays unknown. */
  readonly core: Core | undefined;
}

/** One thing that was read, or could not be. */
export interface Visit {
  /** A URL or a link. */
  readonly where: string;
  /** `invalid`: it was read, and has errors that stand at none of its addresses. */
  readonly outcome: "read" | "not-found" | "failed" | "invalid";
  /** A whole sentence. */
  readonly message: string;
}

export interface Discovery {
  /** What each source says of each address, to be merged with what else is known of it. */
  readonly claims: readonly AddressClaim[];
  readonly records: readonly AddressRecord[];
  readonly visits: readonly Visit[];
}

/** At most this many addresses of one discovery have their link data read: each is a round trip to a router. */
const maxLinkDataReads = 50;

/**
 * Reads a website: its page's link relations, `/.well-known/simplex.json`, `/llms.txt` and its Agent Card, then the link
 * data of each address found, without connecting (agent-protocols, "Overview"). An address that names one of these
 * documents reads that document alone.
 */
export async function discoverWebsite(
  address: string,
  services: DiscoveryServices,
  signal: AbortSignal,
): Promise<Discovery> {
  const site = new URL(address);
  const documents = documentsOf(site);
  const read = await Promise.all(
    documents.map(({ path, reader }) => readDocument(new URL(path, site).href, reader, services, signal)),
  );
  return withLinkData(
    read.flatMap(({ claims }) => claims),
    read.map(({ visit }) => visit),
    services,
    signal,
  );
}

/** Reads the addresses in a text the user has at hand, then their link data. `where` is a file's path or URI. */
export function discoverText(
  kind: DiscoveredTextKind,
  text: string,
  where: string,
  services: DiscoveryServices,
  signal: AbortSignal,
): Promise<Discovery> {
  const reading = textReaders[kind](text, where);
  return withLinkData(reading.claims, [visitOf(reading, text, where)], services, signal);
}

/** The kind of text a file is by its name, or undefined for one that names no addresses. */
export function textKindOf(path: string): DiscoveredTextKind | undefined {
  const kind = documentKindOf(path.replaceAll("\\", "/"));
  return kind === "llms-txt" || kind === "well-known" || kind === "agent-card" ? kind : undefined;
}

export type DiscoveredTextKind = keyof typeof textReaders;

const textReaders = {
  "llms-txt": readLlmsTxtClaims,
  "well-known": readWellKnownClaims,
  "agent-card": readAgentCardClaims,
};

/** Reads the link data of one SimpleX link or name. */
export function discoverLink(link: string, services: DiscoveryServices, signal: AbortSignal): Promise<Discovery> {
  return withLinkData([claimOfGivenLink(link)], [], services, signal);
}

/** One key for all forms of an address; a text that is no SimpleX link stands for itself. */
export function identifyAddress(link: string): string {
  const parsed = parseSimplexLink(link).link;
  return parsed ? addressIdentity(parsed) : link;
}

type SiteReader = DiscoveredTextKind | "page";

interface SiteDocument {
  readonly path: string;
  readonly reader: SiteReader;
}

function documentsOf(site: URL): readonly SiteDocument[] {
  const { pathname } = site;
  if (/\/llms(?:-full)?\.txt$/.test(pathname)) return [{ path: pathname, reader: "llms-txt" }];
  if (pathname.endsWith("/.well-known/simplex.json")) return [{ path: pathname, reader: "well-known" }];
  if (/\/agent(?:-card)?\.json$/.test(pathname)) return [{ path: pathname, reader: "agent-card" }];
  return [
    { path: `${pathname}${site.search}`, reader: "page" },
    { path: "/.well-known/simplex.json", reader: "well-known" },
    { path: "/llms.txt", reader: "llms-txt" },
    { path: "/.well-known/agent-card.json", reader: "agent-card" },
  ];
}

/** What is said of a page that stands where a text document should; undefined for a text. */
export function htmlInstead({ url, isHtml }: FetchedDocument): string | undefined {
  return isHtml
    ? `${url} is answered with an HTML page, although it should be a text document: the site sends its page for every address.`
    : undefined;
}

async function readDocument(
  url: string,
  reader: SiteReader,
  services: DiscoveryServices,
  signal: AbortSignal,
): Promise<{ claims: readonly AddressClaim[]; visit: Visit }> {
  const document = await services.fetch(url, signal);
  if (document.kind === "failed") {
    const outcome = document.reason === "not-found" ? "not-found" : "failed";
    return { claims: [], visit: { where: url, outcome, message: document.message } };
  }
  const instead = reader === "page" ? undefined : htmlInstead(document);
  if (instead !== undefined) return { claims: [], visit: { where: url, outcome: "failed", message: instead } };
  const reading = reader === "page" ? pageReading(document) : textReaders[reader](document.text, document.url);
  return { claims: reading.claims, visit: { ...visitOf(reading, document.text, document.url), where: url } };
}

function pageReading({ url, text, contentType, isHtml, linkHeader }: FetchedDocument): DocumentReading {
  const relations = [
    ...readHeaderRelations(linkHeader),
    ...(isHtml || isHtmlType(contentType) ? readPageRelations(text) : []),
  ];
  // An Agent Card can have any address, and is then what the user gave instead of a page.
  const card = text.trimStart().startsWith("{") ? readAgentCardClaims(text, url).claims : [];
  return { claims: [...claimsOfRelations(relations, url), ...card], errors: [] };
}

function visitOf({ claims, errors }: DocumentReading, text: string, where: string): Visit {
  const found = claims.length === 1 ? "1 address" : `${claims.length} addresses`;
  const [first] = errors;
  if (!first) return { where, outcome: "read", message: `${where} names ${found}.` };
  const { line } = new LinePositions(text).at(first.range.offset);
  const more = errors.length === 1 ? "" : ` It has ${errors.length} such errors.`;
  return { where, outcome: "invalid", message: `${where} is invalid at line ${line}: ${first.message}${more}` };
}

async function withLinkData(
  claims: readonly AddressClaim[],
  visits: readonly Visit[],
  services: DiscoveryServices,
  signal: AbortSignal,
): Promise<Discovery> {
  const links = new Map(claims.map((claim) => [identifyAddress(claim.link), claim.link]));
  const all = [...claims];
  const allVisits = [...visits];
  for (const link of [...links.values()].slice(0, maxLinkDataReads)) {
    const read = await readLinkData(link, services.core, signal);
    if (read.claim) all.push(read.claim);
    if (read.visit) allVisits.push(read.visit);
  }
  if (links.size > maxLinkDataReads) {
    const message = `Link data was read for the first ${maxLinkDataReads} of ${links.size} addresses.`;
    allVisits.push({ where: "", outcome: "failed", message });
  }
  return { claims: all, records: mergeClaims(all, identifyAddress), visits: allVisits };
}

/** The link data of one address, without connecting. */
async function readLinkData(
  link: string,
  core: Core | undefined,
  signal: AbortSignal,
): Promise<{ claim?: AddressClaim; visit?: Visit }> {
  if (!core) return {};
  const inspection = await inspectAddress(link, core, signal);
  if (inspection.kind === "failed") return { visit: { where: link, outcome: "failed", message: inspection.message } };
  const visit: Visit = { where: link, outcome: "read", message: `The link data of ${link} was read.` };
  return { claim: inspection.claim, visit };
}
