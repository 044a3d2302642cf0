import type { SandboxAddress } from "../../bots/demo/demoBots.ts";
import type { AddressRecord } from "../../discovery/addressRecord.ts";
import type { AddressClaim, ClaimedProtocol, Source } from "../../discovery/claim.ts";
import { readProtocols } from "../../protocol/declarations/readDeclarations.ts";

/** A row of the view of addresses. */
export type AddressNode =
  | { readonly kind: "group"; readonly source: "workspace" | "sandbox"; readonly records: readonly AddressRecord[] }
  | { readonly kind: "address"; readonly record: AddressRecord }
  | { readonly kind: "protocol"; readonly protocol: ClaimedProtocol }
  /** A declaration in words. `isUnknown`: no source says anything of it, which is not the same as a no. */
  | { readonly kind: "fact"; readonly fact: Fact; readonly text: string; readonly isUnknown: boolean }
  | { readonly kind: "contradiction"; readonly message: string }
  | { readonly kind: "source"; readonly source: Source };

export type Fact = "protocols" | "peers" | "changeFrequency";

/** The groups of the view: what the workspace's files publish, and what only the sandbox has. Empty ones are left out. */
export function addressGroups(records: readonly AddressRecord[]): Extract<AddressNode, { readonly kind: "group" }>[] {
  const groups = [
    { kind: "group", source: "workspace", records: records.filter((record) => fileSourceOf(record)) },
    { kind: "group", source: "sandbox", records: records.filter((record) => !fileSourceOf(record)) },
  ] as const;
  return groups.filter((group) => group.records.length > 0);
}

export function childrenOf(node: AddressNode): readonly AddressNode[] {
  if (node.kind === "group") return node.records.map((record) => ({ kind: "address", record }));
  return node.kind === "address" ? declarations(node.record) : [];
}

function declarations(record: AddressRecord): AddressNode[] {
  const { protocols, peers, changeFrequency, type } = record;
  const isChannel = type?.value === "channel";
  return [
    ...protocolNodes(protocols?.value),
    fact("peers", peers?.value.join(", ")),
    ...(isChannel ? [fact("changeFrequency", changeFrequency?.value)] : []),
    ...record.contradictions.map(({ message }): AddressNode => ({ kind: "contradiction", message })),
    ...record.sources
      .filter(({ kind }) => kind === "llms-txt")
      .map((source): AddressNode => ({ kind: "source", source })),
  ];
}

function protocolNodes(protocols: readonly ClaimedProtocol[] | undefined): AddressNode[] {
  if (protocols === undefined) return [fact("protocols", undefined)];
  if (protocols.length === 0) return [{ kind: "fact", fact: "protocols", text: "none declared", isUnknown: false }];
  return protocols.map((protocol) => ({ kind: "protocol", protocol }));
}

function fact(name: Fact, text: string | undefined): AddressNode {
  return { kind: "fact", fact: name, text: text ?? "unknown", isUnknown: text === undefined };
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

/** Where an address is written in a file of the workspace. */
export function fileSourceOf(record: AddressRecord): Source | undefined {
  return record.sources.find(({ kind }) => kind === "llms-txt");
}

/** What the sandbox tells of one of its addresses, as its link data would. */
export function sandboxClaim(address: SandboxAddress): AddressClaim {
  const peers = address.serves ?? address.audience;
  return {
    source: { kind: "link-data", where: "sandbox" },
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
