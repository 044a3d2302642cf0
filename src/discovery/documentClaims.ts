import { checkAgentCard } from "../protocol/agent-card/checkAgentCard.ts";
import { readAgentCard } from "../protocol/agent-card/readAgentCard.ts";
import { plainValue } from "../protocol/json/jsonNode.ts";
import { parseJsonText } from "../protocol/json/jsonText.ts";
import { parseSimplexLink } from "../protocol/link/parseSimplexLink.ts";
import type { SimplexLink } from "../protocol/link/simplexLink.ts";
import { type LlmsTxtEntry, parseLlmsTxt } from "../protocol/llms-txt/parseLlmsTxt.ts";
import type { Audience, EntryType } from "../protocol/llms-txt/parseNotes.ts";
import { type Problem, rangesOverlap } from "../protocol/problem.ts";
import { readWellKnown } from "../protocol/well-known/readWellKnown.ts";
import type { AddressClaim, AddressType } from "./claim.ts";
import type { LinkRelation } from "./linkRelations.ts";

/** What a document says of addresses. */
export interface DocumentReading {
  readonly claims: readonly AddressClaim[];
  /** Errors of the document that stand at none of its addresses, which may be why it has fewer than it should. */
  readonly errors: readonly Problem[];
}

/** The SimpleX addresses of an `llms.txt` (agent-protocols, "Addresses in llms.txt"). Other networks are left alone. */
export function readLlmsTxtClaims(text: string, where: string): DocumentReading {
  const { entries, problems } = parseLlmsTxt(text);
  const claims = entries
    .filter((entry) => entry.isSimplex)
    .map((entry) => ({
      source: { kind: "llms-txt" as const, where, line: entry.line },
      link: entry.url,
      ...(entry.title.text !== "" && { title: entry.title.text }),
      ...notesClaim(entry),
      problems: problems.filter(({ range }) => rangesOverlap(range, entry.range)),
    }));
  const isStray = ({ range }: Problem): boolean => !entries.some((entry) => rangesOverlap(range, entry.range));
  return { claims, errors: errorsOf(problems).filter(isStray) };
}

/** The claims alone of `readLlmsTxtClaims`. */
export function claimsOfLlmsTxt(text: string, where: string): readonly AddressClaim[] {
  return readLlmsTxtClaims(text, where).claims;
}

/** The SimpleX links of a `/.well-known/simplex.json`. Its format is not public, so only links and titles are claimed. */
export function readWellKnownClaims(text: string, where: string): DocumentReading {
  const { addresses, problems } = readWellKnown(text);
  const claims = addresses.map(({ link, title, address }) => ({
    source: { kind: "well-known" as const, where },
    link: link.text,
    ...(title !== undefined && { title }),
    ...typeClaim(address),
    problems: problems.filter(({ range }) => rangesOverlap(range, link)),
  }));
  const isStray = ({ range }: Problem): boolean => !addresses.some(({ link }) => rangesOverlap(range, link));
  return { claims, errors: errorsOf(problems).filter(isStray) };
}

/** The SimpleX interfaces of an Agent Card (agent-protocols, "Identification"): each serves A2A in the version it names. */
export function readAgentCardClaims(text: string, where: string): DocumentReading {
  const { root, problems: jsonProblems } = parseJsonText(text);
  const card = readAgentCard(root && plainValue(root));
  const problems = errorsOf(checkAgentCard(text));
  const claims = card.simplexInterfaces.map(({ url, version }) => ({
    source: { kind: "agent-card" as const, where },
    link: url,
    ...(card.name !== undefined && { title: card.name }),
    ...typeClaim(parseSimplexLink(url).link),
    protocols: [{ name: "a2a", ...(version !== undefined && { versions: [version] }) }],
    hasOtherProtocols: true,
    problems,
  }));
  // A card without a SimpleX interface is nobody's concern here, unless it may have one that cannot be read.
  return { claims, errors: claims.length > 0 ? [] : errorsOf(jsonProblems) };
}

function errorsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ severity }) => severity === "error");
}

/** What a link that the user gives says of itself: which type of address it is. */
export function claimOfGivenLink(link: string): AddressClaim {
  return { source: { kind: "given", where: link }, link, ...typeClaim(parseSimplexLink(link).link), problems: [] };
}

/** Relations of a page whose target is a SimpleX link, whatever the relation is called: its type is not public yet. */
export function claimsOfRelations(relations: readonly LinkRelation[], where: string): readonly AddressClaim[] {
  return relations.flatMap(({ href, title }) => {
    const { link } = parseSimplexLink(href);
    if (!link) return [];
    const source = { kind: "link-relation" as const, where };
    return [{ source, link: href, ...(title !== undefined && { title }), ...typeClaim(link), problems: [] }];
  });
}

function notesClaim({ notes, address }: LlmsTxtEntry): Partial<AddressClaim> {
  if (!notes) return typeClaim(address);
  const type = notes.type?.value;
  return {
    ...(type ? { type: addressTypes[type] } : typeClaim(address)),
    ...((type === "contact" || type === "business contact") && { isBusiness: type === "business contact" }),
    ...(notes.audience && { peers: peersOf[notes.audience.value] }),
    ...(notes.frequency && { changeFrequency: notes.frequency.value }),
    ...(notes.protocols.length > 0 && { protocols: notes.protocols.map(({ value }) => ({ name: value })) }),
  };
}

const addressTypes: Readonly<Record<EntryType, AddressType>> = {
  updates: "channel",
  group: "group",
  contact: "contact",
  "business contact": "contact",
};

const peersOf: Readonly<Record<Audience, readonly string[]>> = {
  people: ["human"],
  agents: ["agent"],
  "people and agents": ["human", "agent"],
};

function typeClaim(address: SimplexLink | undefined): { readonly type?: AddressType } {
  switch (address?.type) {
    case "contact":
    case "channel":
    case "group":
      return { type: address.type };
    // A public name can stand for a channel or a group.
    default:
      return {};
  }
}
