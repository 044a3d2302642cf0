import { looksLikeSimplexLink } from "../protocol/link/parseSimplexLink.ts";
import type { Problem } from "../protocol/problem.ts";
import { type AddressClaim, type AddressType, type ClaimedProtocol, type Source, sourceKinds } from "./claim.ts";

/** A value together with the source it is taken from. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly source: Source;
}

/** What the sources together say of one address. A member without a value is unknown. */
export interface AddressRecord {
  /** The link as the best source has it. */
  readonly link: string;
  readonly title?: Sourced<string>;
  readonly type?: Sourced<AddressType>;
  readonly isBusiness?: Sourced<boolean>;
  /** `serves` of a contact address, `audience` of a channel or group. */
  readonly peers?: Sourced<readonly string[]>;
  readonly changeFrequency?: Sourced<string>;
  readonly protocols?: Sourced<readonly ClaimedProtocol[]>;
  /** What each source says, the one that counts most first. */
  readonly claims: readonly AddressClaim[];
  readonly contradictions: readonly Contradiction[];
  readonly problems: readonly SourcedProblem[];
}

export interface SourcedProblem extends Problem {
  readonly source: Source;
}

/** Two sources that cannot both be right. `holds` is the one that counts. */
interface Contradiction {
  readonly field: "type" | "business" | "peers" | "changeFrequency" | "protocols";
  readonly message: string;
  readonly holds: Sourced<unknown>;
  readonly contradicts: Sourced<unknown>;
}

/**
 * Merges claims into one record per address. `identify` gives two forms of one address the same key
 * (`https:` and `simplex:` links); a link it does not know stands for itself.
 */
export function mergeClaims(
  claims: readonly AddressClaim[],
  identify: (link: string) => string,
): readonly AddressRecord[] {
  const byAddress = new Map<string, AddressClaim[]>();
  for (const claim of claims) {
    const key = identify(claim.link);
    const same = byAddress.get(key);
    if (same) same.push(claim);
    else byAddress.set(key, [claim]);
  }
  return [...byAddress.values()].map(mergeAddress);
}

function mergeAddress(claims: readonly AddressClaim[]): AddressRecord {
  const ranked = claims.toSorted((a, b) => rankOf(a) - rankOf(b));
  const title = best(ranked, (claim) => claim.title);
  const type = best(ranked, (claim) => claim.type);
  const isBusiness = best(ranked, (claim) => claim.isBusiness);
  const peers = best(ranked, (claim) => claim.peers);
  const changeFrequency = best(ranked, (claim) => claim.changeFrequency);
  const protocols = best(ranked, (claim) => claim.protocols);
  return {
    link: ranked[0]?.link ?? "",
    ...(title && { title }),
    ...(type && { type }),
    ...(isBusiness && { isBusiness }),
    ...(peers && { peers }),
    ...(changeFrequency && { changeFrequency }),
    ...(protocols && { protocols }),
    claims: ranked,
    contradictions: [
      ...contradictions("type", type, ranked, (claim) => claim.type, differingText),
      ...contradictions("business", isBusiness, ranked, (claim) => claim.isBusiness, differingBusiness),
      ...contradictions("peers", peers, ranked, (claim) => claim.peers, differingPeers),
      ...contradictions("changeFrequency", changeFrequency, ranked, (claim) => claim.changeFrequency, differingText),
      ...contradictions("protocols", protocols, ranked, (claim) => claim.protocols, differingProtocols),
    ],
    problems: ranked.flatMap((claim) => claim.problems.map((problem) => ({ ...problem, source: claim.source }))),
  };
}

function rankOf(claim: AddressClaim): number {
  return sourceKinds.indexOf(claim.source.kind);
}

function best<Value>(
  ranked: readonly AddressClaim[],
  read: (claim: AddressClaim) => Value | undefined,
): Sourced<Value> | undefined {
  for (const claim of ranked) {
    const value = read(claim);
    if (value !== undefined) return { value, source: claim.source };
  }
  return undefined;
}

function contradictions<Value>(
  field: Contradiction["field"],
  holds: Sourced<Value> | undefined,
  ranked: readonly AddressClaim[],
  read: (claim: AddressClaim) => Value | undefined,
  differs: (holding: Value, other: Value, otherIsPartial: boolean) => string | undefined,
): readonly Contradiction[] {
  if (!holds) return [];
  return ranked.flatMap((claim) => {
    const value = read(claim);
    if (value === undefined || claim.source === holds.source) return [];
    const difference = differs(holds.value, value, claim.hasOtherProtocols ?? false);
    if (difference === undefined) return [];
    const message = `${nameOf(claim.source)} ${difference} ${nameOf(holds.source)} counts.`;
    return [{ field, message, holds, contradicts: { value, source: claim.source } }];
  });
}

function differingText(holding: string, other: string): string | undefined {
  return holding === other ? undefined : `says “${other}”, but it is “${holding}”.`;
}

function differingBusiness(holding: boolean, other: boolean): string | undefined {
  if (holding === other) return undefined;
  return other
    ? "says that this is a business address, but it is not."
    : "does not say that this is a business address, but it is.";
}

/** A website names people and agents only, so other peer types are no contradiction. */
function differingPeers(holding: readonly string[], other: readonly string[]): string | undefined {
  const differing = ["human", "agent"].filter((peer) => holding.includes(peer) !== other.includes(peer));
  if (differing.length === 0) return undefined;
  return `says that the address is for ${listOf(other)}, but it is for ${listOf(holding)}.`;
}

/** Names are compared always, versions and transports only where both sources state them. */
function differingProtocols(
  holding: readonly ClaimedProtocol[],
  other: readonly ClaimedProtocol[],
  otherIsPartial: boolean,
): string | undefined {
  const differences = [
    ...claimedOnly(holding, other),
    ...(otherIsPartial ? [] : declaredOnly(holding, other)),
    ...other.flatMap((claimed) =>
      differingDetails(
        holding.find(({ name }) => name === claimed.name),
        claimed,
      ),
    ),
  ];
  return differences.length === 0 ? undefined : `${differences.join("; it ")}.`;
}

function claimedOnly(holding: readonly ClaimedProtocol[], other: readonly ClaimedProtocol[]): readonly string[] {
  const names = namesMissingIn(holding, other);
  return names.length === 0 ? [] : [`names ${listOf(names)}, which the address does not declare`];
}

function declaredOnly(holding: readonly ClaimedProtocol[], other: readonly ClaimedProtocol[]): readonly string[] {
  const names = namesMissingIn(other, holding);
  return names.length === 0 ? [] : [`does not name ${listOf(names)}, which the address declares`];
}

function namesMissingIn(some: readonly ClaimedProtocol[], all: readonly ClaimedProtocol[]): readonly string[] {
  return all.map(({ name }) => name).filter((name) => !some.some((protocol) => protocol.name === name));
}

function differingDetails(declared: ClaimedProtocol | undefined, claimed: ClaimedProtocol): readonly string[] {
  if (!declared) return [];
  const { versions, transports } = declared;
  const versionsNotServed = versions ? (claimed.versions ?? []).filter((version) => !versions.includes(version)) : [];
  const transportsNotServed = transports
    ? (["chat", "rpc"] as const).filter((transport) => claimed.transports?.[transport] && !transports[transport])
    : [];
  return [
    ...versionsNotServed.map((version) => `names ${claimed.name} ${version}, which the address does not serve`),
    ...transportsNotServed.map((transport) => `says that ${claimed.name} is served over ${transport}, but it is not`),
  ];
}

function listOf(values: readonly string[]): string {
  return values.length === 0 ? "nobody" : values.join(", ");
}

function nameOf({ kind, where }: Source): string {
  const site = siteOf(where);
  switch (kind) {
    case "link-data":
      return "The link data";
    case "stored-profile":
      return "The profile stored by the core";
    case "agent-card":
      return `The Agent Card${site}`;
    case "well-known":
      return `The well-known document${site}`;
    case "link-relation":
      return site === "" ? "The page's link relation" : `The link relation${site}`;
    case "llms-txt":
      return `llms.txt${site}`;
    case "given":
      return "The link";
  }
}

/** Several sites can name one address, so a document of one is named with it. Other sources have none. */
function siteOf(where: string): string {
  const isSite = /^https?:/.test(where) && URL.canParse(where) && !looksLikeSimplexLink(where);
  return isSite ? ` of ${new URL(where).host}` : "";
}
