import type { Core } from "../core/core.ts";
import { documentKindOf } from "../protocol/documentKind.ts";
import { parseSimplexLink } from "../protocol/link/parseSimplexLink.ts";
import { addressIdentity } from "../protocol/link/simplexLink.ts";
import { type AddressRecord, mergeClaims } from "./addressRecord.ts";
import type { FetchResult } from "./boundedFetch.ts";
import type { AddressClaim } from "./claim.ts";
import { claimsOfAgentCard, claimsOfLlmsTxt, claimsOfRelations, claimsOfWellKnown } from "./documentClaims.ts";
import { inspectAddress } from "./inspectAddress.ts";
import { readHeaderRelations, readPageRelations } from "./linkRelations.ts";

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
  readonly outcome: "read" | "not-found" | "failed";
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
export const maxLinkDataReads = 50;

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
  return withLinkData(
    textReaders[kind](text, where),
    [{ where, outcome: "read", message: `${where} was read.` }],
    services,
    signal,
  );
}

/** The kind of text a file is by its name, or undefined for one that names no addresses. */
export function textKindOf(path: string): DiscoveredTextKind | undefined {
  const kind = documentKindOf(path.replaceAll("\\", "/"));
  return kind === "llms-txt" || kind === "well-known" || kind === "agent-card" ? kind : undefined;
}

export type DiscoveredTextKind = keyof typeof textReaders;

const textReaders = { "llms-txt": claimsOfLlmsTxt, "well-known": claimsOfWellKnown, "agent-card": claimsOfAgentCard };

/** Reads the link data of one SimpleX link or name. */
export function discoverLink(link: string, services: DiscoveryServices, signal: AbortSignal): Promise<Discovery> {
  return withLinkData([{ source: { kind: "given", where: link }, link, problems: [] }], [], services, signal);
}

/** One key for all forms of an address; a text that is no SimpleX link stands for itself. */
export function identifyAddress(link: string): string {
  const parsed = parseSimplexLink(link).link;
  return parsed ? addressIdentity(parsed) : link;
}

type DocumentReader = (document: FetchResult & { readonly kind: "document" }) => readonly AddressClaim[] | string;

interface SiteDocument {
  readonly path: string;
  readonly reader: DocumentReader;
}

const readLlmsTxt: DocumentReader = (document) =>
  document.isHtml ? htmlInstead(document.url) : claimsOfLlmsTxt(document.text, document.url);
const readWellKnownDocument: DocumentReader = (document) =>
  document.isHtml ? htmlInstead(document.url) : claimsOfWellKnown(document.text, document.url);
const readCard: DocumentReader = (document) =>
  document.isHtml ? htmlInstead(document.url) : claimsOfAgentCard(document.text, document.url);
const readPage: DocumentReader = (document) => [
  ...claimsOfRelations(readHeaderRelations(document.linkHeader), document.url),
  ...(document.isHtml ? claimsOfRelations(readPageRelations(document.text), document.url) : []),
];

function documentsOf(site: URL): readonly SiteDocument[] {
  const { pathname } = site;
  if (/\/llms(?:-full)?\.txt$/.test(pathname)) return [{ path: pathname, reader: readLlmsTxt }];
  if (pathname.endsWith("/.well-known/simplex.json")) return [{ path: pathname, reader: readWellKnownDocument }];
  if (/\/agent(?:-card)?\.json$/.test(pathname)) return [{ path: pathname, reader: readCard }];
  return [
    { path: `${pathname}${site.search}`, reader: readPage },
    { path: "/.well-known/simplex.json", reader: readWellKnownDocument },
    { path: "/llms.txt", reader: readLlmsTxt },
    { path: "/.well-known/agent-card.json", reader: readCard },
  ];
}

function htmlInstead(url: string): string {
  return `${url} is answered with an HTML page, although it should be a text document: the site sends its page for every address.`;
}

async function readDocument(
  url: string,
  reader: DocumentReader,
  services: DiscoveryServices,
  signal: AbortSignal,
): Promise<{ claims: readonly AddressClaim[]; visit: Visit }> {
  const document = await services.fetch(url, signal);
  if (document.kind === "failed") {
    const outcome = document.reason === "not-found" ? "not-found" : "failed";
    return { claims: [], visit: { where: url, outcome, message: document.message } };
  }
  const claims = reader(document);
  if (typeof claims === "string") return { claims: [], visit: { where: url, outcome: "failed", message: claims } };
  const found = claims.length === 1 ? "1 address" : `${claims.length} addresses`;
  return { claims, visit: { where: url, outcome: "read", message: `${document.url} names ${found}.` } };
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
