import { type AddressRecord, mergeClaims } from "../../discovery/addressRecord.ts";
import type { AddressClaim } from "../../discovery/claim.ts";
import type { AgentCardReading } from "../../protocol/agent-card/readAgentCard.ts";
import type { Tool } from "../../protocol/mcp/toolList.ts";
import type { Problem } from "../../protocol/problem.ts";

/** What became of one question to or about an address. */
export type Asked<Answer> =
  | { readonly kind: "not-asked" }
  | { readonly kind: "asking" }
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly message: string };

/** JSON as received, written with line breaks, and what breaks a rule in it. */
export interface CheckedJson {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** What a server says of itself in `server/discover`. */
interface ServerAnswer {
  readonly sender: string;
  readonly text: string;
}

export interface ToolsAnswer {
  readonly sender: string;
  readonly tools: readonly Tool[];
  /** Entries of the list that are no tools. */
  readonly unreadable: number;
  /** True when the server has more than were asked for. */
  readonly isCut: boolean;
}

export interface CardAnswer {
  /** Who answered, or the address it was read from. */
  readonly from: string;
  readonly card: AgentCardReading;
  readonly json: CheckedJson;
  /** What the card says of the address on show. */
  readonly claims: readonly AddressClaim[];
}

export interface McpAnswers {
  readonly transport: "chat" | "rpc";
  readonly servers: readonly ServerAnswer[];
  readonly tools: readonly ToolsAnswer[];
  /** Why one of the two questions has no answer. */
  readonly failure?: string;
}

/** Everything that was found out about one address. It is replaced, never changed. */
export interface InspectedAddress {
  readonly link: string;
  /** What files, websites and link data say. */
  readonly claims: readonly AddressClaim[];
  readonly linkData: Asked<CheckedJson>;
  readonly mcp: Asked<McpAnswers>;
  readonly card: Asked<readonly CardAnswer[]>;
}

/** An address of which nothing was asked yet. */
export function uninspected(link: string): InspectedAddress {
  const notAsked = { kind: "not-asked" } as const;
  return { link, claims: [], linkData: notAsked, mcp: notAsked, card: notAsked };
}

/** What all sources together say, the Agent Cards that were read among them; undefined where no source says anything. */
export function mergedRecord({ claims, card }: InspectedAddress): AddressRecord | undefined {
  const read = card.kind === "answered" ? card.answer.flatMap((answer) => answer.claims) : [];
  const isReadAnew = ({ source }: AddressClaim): boolean =>
    read.some((claim) => claim.source.kind === source.kind && claim.source.where === source.where);
  const [record] = mergeClaims([...claims.filter((claim) => !isReadAnew(claim)), ...read], () => "the address");
  return record;
}

/** Every tool known of an address, with who has it, in the order of the page. */
export function toolsOf(address: InspectedAddress): readonly { readonly sender: string; readonly tool: Tool }[] {
  if (address.mcp.kind !== "answered") return [];
  return address.mcp.answer.tools.flatMap(({ sender, tools }) => tools.map((tool) => ({ sender, tool })));
}

/** The transports that a question to the address can go over: a group has no Service RPC, and a channel answers nobody. */
export function transportsTo(record: AddressRecord | undefined): readonly ("rpc" | "chat")[] {
  switch (record?.type?.value) {
    case "channel":
      return [];
    case "group":
      return ["chat"];
    case "contact":
    case undefined:
      return ["rpc", "chat"];
  }
}
