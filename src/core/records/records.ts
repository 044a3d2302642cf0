import type { JsonObject } from "../../protocol/json/jsonObject.ts";

/** Narrowed values of the core's records: what the product reads of them. `core/records/parse*.ts` makes them from `unknown`. */

/** A conversation as commands name it: `@<contactId>` or `#<groupId>`. */
export type ChatRef =
  | { readonly kind: "direct"; readonly contactId: number }
  | { readonly kind: "group"; readonly groupId: number };

/** The conversation as commands write it. */
export function chatRefText(ref: ChatRef): string {
  return ref.kind === "direct" ? `@${ref.contactId}` : `#${ref.groupId}`;
}

export interface User {
  readonly userId: number;
  readonly displayName: string;
  readonly profile: JsonObject;
}

export interface Contact {
  readonly contactId: number;
  /** The local name, unique in the core, as `localDisplayName`. */
  readonly displayName: string;
  /** True once messages can be sent (`sndReady` or `ready`). */
  readonly isReady: boolean;
  /** The contact's own profile as last received, `preferences` and `peerType` inside. */
  readonly profile: JsonObject;
}

export interface Group {
  readonly groupId: number;
  readonly displayName: string;
  readonly isReady: boolean;
  /** `publicGroup` and `groupPreferences` inside. */
  readonly groupProfile: JsonObject;
  /** Present in a business chat. */
  readonly businessChat?: JsonObject;
}

export interface Member {
  /** The local id, which mentions in commands use. */
  readonly groupMemberId: number;
  /** The id on the wire. */
  readonly memberId: string;
  readonly displayName: string;
  readonly role: string;
  readonly status: string;
  readonly profile: JsonObject;
}

export type ConnectionPlan =
  | {
      readonly kind: "contact-address";
      readonly link: CreatedLink;
      readonly linkData?: JsonObject;
      readonly known?: Contact;
      readonly ownLink: boolean;
      readonly connecting: boolean;
    }
  | {
      readonly kind: "group";
      readonly link: CreatedLink;
      readonly linkData?: JsonObject;
      readonly linkInfo?: JsonObject;
      readonly known?: Group;
      readonly ownLink: boolean;
      readonly connecting: boolean;
      /** Why nobody can join now: no relay serves the channel, or this core is too old for it. */
      readonly unavailable?: "noRelays" | "updateRequired";
    }
  | {
      readonly kind: "invitation";
      readonly link: CreatedLink;
      readonly linkData?: JsonObject;
      readonly known?: Contact;
      readonly ownLink: boolean;
      readonly connecting: boolean;
    };

export interface CreatedLink {
  readonly full: string;
  readonly short?: string;
}

export type ItemSender =
  | { readonly kind: "self" }
  | { readonly kind: "contact"; readonly contactId: number; readonly displayName: string }
  | { readonly kind: "member"; readonly groupMemberId: number; readonly memberId: string; readonly displayName: string }
  /** A message of a channel, which names no member. */
  | { readonly kind: "channel" };

export interface ItemQuote {
  /** True when the quoted item was sent by this profile (`directSnd`, `groupSnd`). */
  readonly isOwn: boolean;
  readonly itemId?: number;
  readonly sharedMsgId?: string;
  readonly text: string;
}

/** A text message of a conversation, sent or received. */
export interface ChatItem {
  readonly chat: ChatRef;
  readonly chatName: string;
  readonly itemId: number;
  readonly sharedMsgId?: string;
  /** RFC 3339, as the core gives it. */
  readonly sentAt: string;
  readonly sender: ItemSender;
  /** `msgContent.text`. */
  readonly text: string;
  readonly quote?: ItemQuote;
  /** True while a live message is still being typed: the text is not final. */
  readonly isLive: boolean;
  /** True when the message mentions this profile. */
  readonly mentionsUser: boolean;
}

/** A Service RPC request as the responder's core reports it. */
export interface ServiceRequest {
  readonly requestId: string;
  readonly signerKey?: string;
  readonly requestData: JsonObject;
}
