import type { CommandFailure, CommandOptions, Core, CoreRecord } from "./core.ts";
import type {
  ChatItem,
  ChatRef,
  ConnectionPlan,
  Contact,
  Group,
  JsonObject,
  Member,
  ServiceRequest,
  User,
} from "./records.ts";

/**
 * The commands of the core that the product uses, each with its parsed answer. A response of an unexpected type or shape
 * is a failure `unexpected-response`, never an exception.
 */
export type ApiResult<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "error"; readonly chatError: unknown }
  | { readonly kind: "failed"; readonly failure: CommandFailure | "unexpected-response"; readonly message: string };

export interface SendOptions {
  /** Name as the text mentions it, to `groupMemberId`. */
  readonly mentions?: Readonly<Record<string, number>>;
  readonly quotedItemId?: number;
}

export interface ServiceRequestOptions {
  readonly timeoutSeconds?: number;
  /** base64url of the PKCS #8 DER of an Ed25519 key. */
  readonly signKey?: string;
  readonly signal?: AbortSignal;
}

/** `/u` */
export declare function activeUser(core: Core, options?: CommandOptions): Promise<ApiResult<User>>;
/** `/_connect plan <userId> <target>`: reads link data without connecting. */
export declare function connectionPlan(
  core: Core,
  userId: number,
  target: string,
  options?: CommandOptions,
): Promise<ApiResult<ConnectionPlan>>;
/** Prepares and connects; resolves when messages can be sent (`contactSndReady`, `contactConnected`, `userJoinedGroup`). */
export declare function connect(
  core: Core,
  userId: number,
  plan: ConnectionPlan,
  options: { readonly incognito: boolean } & CommandOptions,
): Promise<ApiResult<ChatRef>>;
/** `/_contacts <userId>` */
export declare function listContacts(
  core: Core,
  userId: number,
  options?: CommandOptions,
): Promise<ApiResult<readonly Contact[]>>;
/** `/_groups <userId>` */
export declare function listGroups(
  core: Core,
  userId: number,
  options?: CommandOptions,
): Promise<ApiResult<readonly Group[]>>;
/** `/_members #<groupId>` */
export declare function listMembers(
  core: Core,
  groupId: number,
  options?: CommandOptions,
): Promise<ApiResult<readonly Member[]>>;
/** `/_send <ref> json […]` with one text message. */
export declare function sendText(
  core: Core,
  chat: ChatRef,
  text: string,
  options?: SendOptions & CommandOptions,
): Promise<ApiResult<ChatItem>>;
/** `/_get chat <ref> after=<itemId> count=<count>` */
export declare function chatItemsAfter(
  core: Core,
  chat: ChatRef,
  itemId: number,
  count: number,
  options?: CommandOptions,
): Promise<ApiResult<readonly ChatItem[]>>;
/** `/_service_request …` answered by the response envelope. */
export declare function serviceRequest(
  core: Core,
  userId: number,
  target: string,
  requestJson: string,
  options?: ServiceRequestOptions,
): Promise<ApiResult<JsonObject>>;
/** `/_service_response <userId> <requestId> <json>` */
export declare function serviceResponse(
  core: Core,
  userId: number,
  requestId: string,
  responseJson: string,
  options?: CommandOptions,
): Promise<ApiResult<void>>;
/** `/_delete <ref>` or `/_leave #<groupId>` then delete. */
export declare function leaveChat(core: Core, chat: ChatRef, options?: CommandOptions): Promise<ApiResult<void>>;

/** The messages in a `newChatItems` or `chatItemUpdated` record; empty for any other. */
export declare function chatItemsOf(record: CoreRecord): readonly ChatItem[];
/** The request in a `serviceRequest` event. */
export declare function serviceRequestOf(record: CoreRecord): ServiceRequest | undefined;
