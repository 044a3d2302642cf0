import type { JsonObject } from "../protocol/json/jsonObject.ts";
import { type ApiResult, ask } from "./apiResult.ts";
import { type CommandOptions, type Core, type CoreRecord, payloadText } from "./core.ts";
import { asObject, parseEach } from "./records/jsonShape.ts";
import { parseChatItem, parseItemOfChat } from "./records/parseChatItem.ts";
import { parseUser } from "./records/parseParties.ts";
import { parsePlan } from "./records/parsePlan.ts";
import {
  type ChatItem,
  type ChatRef,
  type ConnectionPlan,
  chatRefText,
  type ServiceRequest,
  type User,
} from "./records/records.ts";

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

/** The core's own default for a Service RPC, in seconds. */
const defaultServiceTimeoutSeconds = 30;
/** How much longer than the core's own timeout the answer to the command is waited for. */
const serviceTimeoutMarginMs = 10_000;

export type { ApiResult } from "./apiResult.ts";
export { connect } from "./connectConversation.ts";
export { listContacts, listGroups, listMembers } from "./listParties.ts";

/** `/u` */
export function activeUser(core: Core, options?: CommandOptions): Promise<ApiResult<User>> {
  return ask(core, "/u", options, { activeUser: (response) => parseUser(response["user"]) });
}

/** `/_connect plan <userId> <target>`: reads link data without connecting. */
export async function connectionPlan(
  core: Core,
  userId: number,
  target: string,
  options?: CommandOptions,
): Promise<ApiResult<ConnectionPlan>> {
  if (!isOneWord(target)) return refusedTarget(target);
  const result = await ask(core, `/_connect plan ${userId} ${target}`, options, { connectionPlan: parsePlan });
  if (result.kind !== "ok") return result;
  return result.value.kind === "plan" ? { kind: "ok", value: result.value.plan } : result.value;
}

/** `/_send <ref> json […]` with one text message. */
export function sendText(
  core: Core,
  chat: ChatRef,
  text: string,
  options?: SendOptions & CommandOptions,
): Promise<ApiResult<ChatItem>> {
  const message = {
    ...(options?.quotedItemId === undefined ? {} : { quotedItemId: options.quotedItemId }),
    msgContent: { type: "text", text },
    mentions: options?.mentions ?? {},
  };
  return ask(core, `/_send ${chatRefText(chat)} json ${JSON.stringify([message])}`, options, {
    newChatItems: (response) => chatItemsOf(response)[0],
  });
}

/** `/_get chat <ref> after=<itemId> count=<count>` */
export function chatItemsAfter(
  core: Core,
  chat: ChatRef,
  itemId: number,
  count: number,
  options?: CommandOptions,
): Promise<ApiResult<readonly ChatItem[]>> {
  return ask(core, `/_get chat ${chatRefText(chat)} after=${itemId} count=${count}`, options, {
    apiChat: (response) => {
      const answer = asObject(response["chat"]);
      return parseEach(answer?.["chatItems"], (item) => parseItemOfChat(answer?.["chatInfo"], item));
    },
  });
}

/** A response envelope of Service RPC: its text as received, and its value. */
export interface ServiceResponse {
  readonly text: string;
  readonly data: JsonObject;
}

/** `/_service_request …` answered by the response envelope. */
export async function serviceRequest(
  core: Core,
  userId: number,
  target: string,
  requestJson: string,
  options: ServiceRequestOptions = {},
): Promise<ApiResult<ServiceResponse>> {
  if (!isOneWord(target)) return refusedTarget(target);
  const timeout = options.timeoutSeconds === undefined ? "" : ` timeout=${options.timeoutSeconds}`;
  const signKey = options.signKey === undefined ? "" : ` sign_key=${options.signKey}`;
  const waitSeconds = options.timeoutSeconds ?? defaultServiceTimeoutSeconds;
  return await ask(
    core,
    `/_service_request ${userId} ${target}${timeout}${signKey} ${requestJson}`,
    {
      timeoutMs: waitSeconds * 1000 + serviceTimeoutMarginMs,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
    { serviceResponse: parseServiceResponse },
  );
}

/** `/_service_response <userId> <requestId> <json>` */
export function serviceResponse(
  core: Core,
  userId: number,
  requestId: string,
  responseJson: string,
  options?: CommandOptions,
): Promise<ApiResult<void>> {
  return askDone(core, `/_service_response ${userId} ${requestId} ${responseJson}`, options, "serviceReplyAccepted");
}

/** `/_delete <ref>` or `/_leave #<groupId>` then delete. */
export async function leaveChat(core: Core, chat: ChatRef, options?: CommandOptions): Promise<ApiResult<void>> {
  if (chat.kind === "direct")
    return await askDone(core, `/_delete ${chatRefText(chat)} full`, options, "contactDeleted");
  const left = await askDone(core, `/_leave ${chatRefText(chat)}`, options, "leftMemberUser");
  // The core refuses to leave a group that was left or removed before; deleting it is what remains to be done.
  if (left.kind === "failed") return left;
  return await askDone(core, `/_delete ${chatRefText(chat)} full`, options, "groupDeletedUser");
}

/** The messages in a `newChatItems` or `chatItemUpdated` record; empty for any other. */
export function chatItemsOf(record: CoreRecord): readonly ChatItem[] {
  if (record.type === "newChatItems") return parseEach(record["chatItems"], parseChatItem) ?? [];
  if (record.type === "chatItemUpdated") return parseEach([record["chatItem"]], parseChatItem) ?? [];
  return [];
}

function parseServiceResponse(response: CoreRecord): ServiceResponse | undefined {
  const data = asObject(response["responseData"]);
  const text = response[payloadText];
  return data && text !== undefined ? { text, data } : undefined;
}

/** The request in a `serviceRequest` event. */
export function serviceRequestOf(record: CoreRecord): ServiceRequest | undefined {
  const requestId = record["requestId"];
  const requestData = asObject(record["requestData"]);
  if (record.type !== "serviceRequest" || typeof requestId !== "string" || requestData === undefined) return undefined;
  const signerKey = record["signerKey"];
  return { requestId, ...(typeof signerKey === "string" ? { signerKey } : {}), requestData };
}

async function askDone(
  core: Core,
  command: string,
  options: CommandOptions | undefined,
  type: string,
): Promise<ApiResult<void>> {
  const result = await ask(core, command, options, { [type]: () => true });
  return result.kind === "ok" ? { kind: "ok", value: undefined } : result;
}

/** Targets stand in the middle of a command: one with white space would change the command's meaning. */
function isOneWord(target: string): boolean {
  return /^\S+$/.test(target);
}

function refusedTarget(target: string): ApiResult<never> {
  return {
    kind: "failed",
    failure: "refused",
    message: `"${target.slice(0, 200)}" is not an address: a SimpleX link or name has no white space. Nothing was sent. Correct the target.`,
  };
}
