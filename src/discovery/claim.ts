import type { Problem } from "../protocol/problem.ts";

/**
 * Where a claim about an address comes from. The order is the precedence: the data published with the link and the public
 * group record win over everything else (agent-protocols, "Contact address peers"); a profile the core stored earlier is
 * the same data, but older.
 */
export const sourceKinds = [
  "link-data",
  "stored-profile",
  "well-known",
  "link-relation",
  "llms-txt",
  "agent-card",
  "given",
] as const;

type SourceKind = (typeof sourceKinds)[number];

export interface Source {
  readonly kind: SourceKind;
  /** A URL, a file's path or URI, or the text the user gave. */
  readonly where: string;
  /** 1-based line in a text source. */
  readonly line?: number;
}

export type AddressType = "contact" | "group" | "channel";

export interface ClaimedProtocol {
  readonly name: string;
  /** Absent where the source has no place for it, as a website's list of names. */
  readonly versions?: readonly string[];
  readonly transports?: { readonly chat: boolean; readonly rpc: boolean };
}

/**
 * What one source says of one address. An absent member is unknown, never "no": a core of today returns none of
 * `protocols`, `audience`, `serves` and `changeFrequency`.
 */
export interface AddressClaim {
  readonly source: Source;
  /** The link or name as the source has it. */
  readonly link: string;
  readonly title?: string;
  readonly type?: AddressType;
  readonly isBusiness?: boolean;
  /** Peer types of a channel or group (`audience`) or of a contact address (`serves`). */
  readonly peers?: readonly string[];
  readonly changeFrequency?: string;
  readonly protocols?: readonly ClaimedProtocol[];
  /** True for an Agent Card, which speaks of A2A alone: a protocol it does not name is not denied. */
  readonly hasOtherProtocols?: boolean;
  /** Declarations of the source that break a rule. */
  readonly problems: readonly Problem[];
}
