import type { SandboxAddress } from "../../bots/demo/demoBots.ts";
import type { AddressRecord, Sourced, SourcedProblem } from "../../discovery/addressRecord.ts";
import type { AddressClaim, ClaimedProtocol, Source } from "../../discovery/claim.ts";
import { readProtocols } from "../../protocol/declarations/readDeclarations.ts";

/** A row of the view of addresses. */
export type AddressNode =
  | AddressGroup
  | { readonly kind: "address"; readonly record: AddressRecord }
  | { readonly kind: "protocol"; readonly protocol: ClaimedProtocol; readonly source: Source }
  /** A declaration in words. Without a source nothing says anything of it, which is not the same as a no. */
  | { readonly kind: "fact"; readonly fact: Fact; readonly text: string; readonly source: Source | undefined }
  | { readonly kind: "contradiction"; readonly message: string }
  | { readonly kind: "problem"; readonly problem: SourcedProblem }
  | { readonly kind: "source"; readonly source: Source };

/** Addresses of one origin: files of the workspace, a website, links that were given, or the sandbox. */
export interface AddressGroup {
  readonly kind: "group";
  readonly source: GroupSource;
  /** The website's host; the same as `source` for the others. */
  readonly name: string;
  readonly records: readonly AddressRecord[];
}

type GroupSource = "workspace" | "website" | "links" | "sandbox";

export type Fact = "protocols" | "peers" | "changeFrequency" | "business";

const groupOrder: readonly GroupSource[] = ["workspace", "website", "links", "sandbox"];

/** The groups of the view. An address stands in each group that one of its sources belongs to. */
export function addressGroups(records: readonly AddressRecord[]): readonly AddressGroup[] {
  const groups = new Map<string, { readonly source: GroupSource; readonly records: AddressRecord[] }>();
  for (const record of records) {
    for (const [name, source] of placesOf(record)) {
      const group = groups.get(name) ?? { source, records: [] };
      groups.set(name, group);
      group.records.push(record);
    }
  }
  return [...groups]
    .map(([name, group]): AddressGroup => ({ kind: "group", name, ...group }))
    .toSorted((a, b) => groupOrder.indexOf(a.source) - groupOrder.indexOf(b.source));
}

function placesOf(record: AddressRecord): ReadonlyMap<string, GroupSource> {
  const places = new Map<string, GroupSource>();
  for (const { source } of record.claims) {
    const place = placeOf(source);
    if (place) places.set(place.name, place.source);
  }
  return places;
}

function placeOf({ kind, where }: Source): Pick<AddressGroup, "name" | "source"> | undefined {
  if (kind === "given") return { name: "links", source: "links" };
  // Link data is about an address that another source named, except for what the sandbox tells of itself.
  if (kind === "link-data" || kind === "stored-profile") {
    return where === sandboxOrigin ? { name: "sandbox", source: "sandbox" } : undefined;
  }
  const website = websiteOf(where);
  return website === undefined ? { name: "workspace", source: "workspace" } : { name: website, source: "website" };
}

/** The host of a web address; undefined for the URI of a file. */
function websiteOf(where: string): string | undefined {
  return /^https?:/.test(where) && URL.canParse(where) ? new URL(where).host : undefined;
}

/** The records that a filter lets through: those with its words in their title, link, type, protocols or sources. */
export function filteredRecords(records: readonly AddressRecord[], filter: string): readonly AddressRecord[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return records.filter((record) => {
    const text = searchedText(record).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function searchedText({ title, link, type, peers, protocols, claims }: AddressRecord): string {
  return [
    title?.value,
    link,
    type?.value,
    ...(peers?.value ?? []),
    ...(protocols?.value.map(({ name }) => name) ?? []),
    ...claims.map(({ source }) => source.where),
  ].join(" ");
}

/** The rows below a row: the addresses of a group, or what an address declares. */
export function childrenOf(node: AddressNode): readonly AddressNode[] {
  if (node.kind === "group") return node.records.map((record) => ({ kind: "address", record }));
  return node.kind === "address" ? declarations(node.record) : [];
}

function declarations(record: AddressRecord): AddressNode[] {
  const { protocols, peers, changeFrequency, isBusiness, type } = record;
  const isChannel = type?.value === "channel";
  return [
    ...protocolNodes(protocols),
    fact("peers", peers, (values) => values.join(", ")),
    ...(isBusiness ? [fact("business", isBusiness, (value) => (value ? "yes" : "no"))] : []),
    ...(isChannel ? [fact("changeFrequency", changeFrequency, (value) => value)] : []),
    ...record.contradictions.map(({ message }): AddressNode => ({ kind: "contradiction", message })),
    ...record.problems.map((problem): AddressNode => ({ kind: "problem", problem })),
    ...sourcesOf(record)
      .filter(canBeOpened)
      .map((source): AddressNode => ({ kind: "source", source })),
  ];
}

function protocolNodes(protocols: AddressRecord["protocols"]): AddressNode[] {
  if (!protocols || protocols.value.length === 0) return [fact("protocols", protocols, () => "none declared")];
  return protocols.value.map((protocol) => ({ kind: "protocol", protocol, source: protocols.source }));
}

function fact<Value>(name: Fact, sourced: Sourced<Value> | undefined, write: (value: Value) => string): AddressNode {
  return { kind: "fact", fact: name, text: sourced ? write(sourced.value) : "unknown", source: sourced?.source };
}

/** True for a source that is a document: of the workspace or of a website. */
function canBeOpened(source: Source): boolean {
  const place = placeOf(source);
  return place?.source === "workspace" || place?.source === "website";
}

/** Versions and transports of a protocol, such as `2026-07-28 · chat, rpc`; what no source says is called unknown. */
export function protocolDetail({ versions, transports }: ClaimedProtocol): string {
  const served = transports && (["chat", "rpc"] as const).filter((transport) => transports[transport]);
  return [
    versions ? versions.join(", ") || "no version" : "versions unknown",
    served ? served.join(", ") || "no transport" : "transports unknown",
  ].join(" · ");
}

/** True for an address that requests can be sent to: a channel only publishes. */
export function isCallable({ type }: AddressRecord): boolean {
  return type?.value !== "channel";
}

/** Where an address is written: in a file of the workspace, else on a website. */
export function documentSourceOf(record: AddressRecord): Source | undefined {
  const sources = sourcesOf(record);
  return sources.find((source) => placeOf(source)?.source === "workspace") ?? sources.find(canBeOpened);
}

function sourcesOf(record: AddressRecord): readonly Source[] {
  return record.claims.map(({ source }) => source);
}

const sandboxOrigin = "sandbox";

/** What the sandbox tells of one of its addresses, as its link data would. */
export function sandboxClaim(address: SandboxAddress): AddressClaim {
  const peers = address.serves ?? address.audience;
  return {
    source: { kind: "link-data", where: sandboxOrigin },
    link: address.link,
    title: address.title,
    type: address.type,
    ...(peers && { peers }),
    ...(address.changeFrequency && { changeFrequency: address.changeFrequency }),
    // The sandbox knows the key, so what is absent there is not declared.
    protocols: readProtocols(address.protocols).value ?? [],
    problems: [],
  };
}
