import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import type { ChatRef } from "../records/records.ts";
import type { SandboxLink } from "./sandboxLinks.ts";
import type { SandboxProfile } from "./sandboxProfile.ts";

/** What a profile of the sandbox keeps: the core's database, as far as its commands are served. */
export type WireProfile = JsonObject & { readonly displayName: string };

export interface ContactEntry {
  readonly contactId: number;
  readonly profileId: number;
  readonly connId: number;
  readonly localDisplayName: string;
  /** The contact's profile as last received, with every key it came with. */
  profile: WireProfile;
  /** `prepared`: no connection yet; `deleted`: the contact left. */
  status: "prepared" | "connecting" | "ready" | "deleted";
  /** The random profile this conversation was made with. */
  incognitoProfile?: WireProfile;
  /** Link target id it was made through, which makes a plan `known`. */
  readonly viaLink?: string;
  readonly preparedLink?: SandboxLink;
  peer?: { readonly profile: SandboxProfile; readonly contactId: number };
  readonly createdAtMs: number;
}

export interface MemberEntry {
  readonly groupMemberId: number;
  readonly profileId: number;
  readonly memberId: string;
  role: string;
  readonly category: "user" | "host" | "pre" | "post";
  status: "unknown" | "accepted" | "connected" | "creator" | "left" | "removed";
  readonly localDisplayName: string;
  profile: WireProfile;
  readonly createdAtMs: number;
}

export interface GroupEntry {
  readonly groupId: number;
  readonly localDisplayName: string;
  readonly shared: SharedGroup;
  membership: MemberEntry;
  /** By `groupMemberId`, this profile itself not among them. */
  readonly members: Map<number, MemberEntry>;
  readonly viaLink?: string;
  /** Set while the group is prepared and not joined. */
  readonly preparedLink?: SandboxLink;
  readonly createdAtMs: number;
}

/** A group as all its members share it. A business chat is a group of one customer. */
export interface SharedGroup {
  profile: WireProfile;
  /** In a channel only its owners write (`publicGroup.groupType`). */
  readonly isChannel: boolean;
  readonly business?: BusinessChat;
  link?: SandboxLink;
  /** By wire member id, in the order of joining. */
  readonly participants: Map<string, { readonly profile: SandboxProfile; readonly groupId: number }>;
}

/** Both sides of a business chat see the other one's profile as the chat's. */
export interface BusinessChat {
  readonly businessId: string;
  readonly customerId: string;
  readonly customerProfile: WireProfile;
}

export type ItemDirection =
  | { readonly type: "directSnd" | "directRcv" | "groupSnd" | "channelRcv" }
  | { readonly type: "groupRcv"; readonly member: MemberEntry };

export interface ItemEntry {
  readonly itemId: number;
  readonly chat: ChatRef;
  readonly direction: ItemDirection;
  readonly sharedMsgId: string;
  readonly itemTs: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
  content: JsonObject;
  readonly quote?: QuoteEntry;
  /** Mentioned name to member id on the wire. */
  readonly mentions: Readonly<Record<string, string>>;
  readonly mentionsUser: boolean;
  status: JsonObject;
  isEdited: boolean;
  isLive: boolean;
  readonly sentAsGroup: boolean;
}

/** A quote as it travels: who wrote the quoted message and the whole of it. */
export interface QuoteEntry {
  readonly sharedMsgId: string;
  readonly sentAt: string;
  readonly content: JsonObject;
  /** Direct chats: whether the quoting side wrote it. */
  readonly isSentByQuoter: boolean;
  /** Groups: the member id of its author; absent for a message of the channel. */
  readonly memberId?: string;
}

export interface AddressEntry {
  readonly linkName: string;
  link: SandboxLink;
  hasRatchetKeys: boolean;
  /** `businessAddress`, `autoAccept`, `autoReply`, and the planned `serves`. */
  settings: JsonObject;
}

/** A link of the network and what it leads to. */
export type SandboxAddress =
  | { readonly kind: "contact"; readonly owner: SandboxProfile; readonly address: AddressEntry }
  | { readonly kind: "group"; readonly shared: SharedGroup; readonly link: SandboxLink; readonly host: SandboxProfile }
  | { readonly kind: "invitation"; readonly owner: SandboxProfile; readonly link: SandboxLink };

function displayNameOf(profile: JsonObject): string {
  return typeof profile["displayName"] === "string" ? profile["displayName"] : "";
}

/** The profile in a command's JSON, or undefined when it has no name. */
export function wireProfileOf(value: JsonObject | undefined): WireProfile | undefined {
  const displayName = value === undefined ? "" : displayNameOf(value);
  if (displayName === "") return undefined;
  return { fullName: "", ...value, displayName };
}
