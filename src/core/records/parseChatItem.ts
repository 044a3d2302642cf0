import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { asId, asObject, asString, tagOf } from "./jsonShape.ts";
import type { ChatItem, ChatRef, ItemQuote, ItemSender } from "./records.ts";

/** The item kinds that carry a message; the others are calls, invitations and notices. */
const messageContents: ReadonlySet<string> = new Set(["sndMsgContent", "rcvMsgContent"]);
const ownDirections: ReadonlySet<string> = new Set(["directSnd", "groupSnd"]);

/** Parses an `AChatItem`; undefined for what is not a message of a contact or a group. */
export function parseChatItem(value: unknown): ChatItem | undefined {
  const pair = asObject(value);
  return parseItemOfChat(pair?.["chatInfo"], pair?.["chatItem"]);
}

/** Parses an item that came apart from its chat, as in `apiChat`. */
export function parseItemOfChat(chatInfo: unknown, chatItem: unknown): ChatItem | undefined {
  const chat = parseChatInfo(chatInfo);
  const item = asObject(chatItem);
  const meta = asObject(item?.["meta"]);
  const itemId = asId(meta?.["itemId"]);
  const text = messageText(item?.["content"]);
  const sender = chat && parseSender(item?.["chatDir"], chat);
  if (chat === undefined || itemId === undefined || text === undefined || sender === undefined) return undefined;
  const sharedMsgId = asString(meta?.["itemSharedMsgId"]);
  const quote = parseQuote(item?.["quotedItem"]);
  return {
    chat: chat.ref,
    chatName: chat.name,
    itemId,
    ...(sharedMsgId === undefined ? {} : { sharedMsgId }),
    sentAt: asString(meta?.["itemTs"]) ?? "",
    sender,
    text,
    ...(quote === undefined ? {} : { quote }),
    isLive: meta?.["itemLive"] === true,
    mentionsUser: meta?.["userMention"] === true,
  };
}

interface ChatIdentity {
  readonly ref: ChatRef;
  readonly name: string;
}

/** The conversation of a `chatInfo`; undefined for notes, requests and pending connections. */
export function parseChatInfo(value: unknown): ChatIdentity | undefined {
  const chatInfo = asObject(value);
  const party = asObject(chatInfo?.["contact"]) ?? asObject(chatInfo?.["groupInfo"]);
  const name = asString(party?.["localDisplayName"]) ?? "";
  const contactId = asId(party?.["contactId"]);
  const groupId = asId(party?.["groupId"]);
  if (tagOf(chatInfo) === "direct" && contactId !== undefined) return { ref: { kind: "direct", contactId }, name };
  if (tagOf(chatInfo) === "group" && groupId !== undefined) return { ref: { kind: "group", groupId }, name };
  return undefined;
}

/** `msgContent.text`, not `meta.itemText`: they differ for voice messages and reports. */
function messageText(value: unknown): string | undefined {
  const content = asObject(value);
  if (!messageContents.has(tagOf(content) ?? "")) return undefined;
  return asString(asObject(content?.["msgContent"])?.["text"]);
}

function parseSender(value: unknown, chat: ChatIdentity): ItemSender | undefined {
  const direction = asObject(value);
  switch (tagOf(direction)) {
    case "directSnd":
    case "groupSnd":
      return { kind: "self" };
    case "directRcv":
      return chat.ref.kind === "direct"
        ? { kind: "contact", contactId: chat.ref.contactId, displayName: chat.name }
        : undefined;
    case "groupRcv":
      return parseMemberSender(asObject(direction?.["groupMember"]));
    case "channelRcv":
      return { kind: "channel" };
    default:
      return undefined;
  }
}

function parseMemberSender(member: JsonObject | undefined): ItemSender | undefined {
  const groupMemberId = asId(member?.["groupMemberId"]);
  const memberId = asString(member?.["memberId"]);
  if (groupMemberId === undefined || memberId === undefined) return undefined;
  return { kind: "member", groupMemberId, memberId, displayName: asString(member?.["localDisplayName"]) ?? "" };
}

function parseQuote(value: unknown): ItemQuote | undefined {
  const quote = asObject(value);
  if (quote === undefined) return undefined;
  const itemId = asId(quote["itemId"]);
  const sharedMsgId = asString(quote["sharedMsgId"]);
  return {
    isOwn: ownDirections.has(tagOf(quote["chatDir"]) ?? ""),
    ...(itemId === undefined ? {} : { itemId }),
    ...(sharedMsgId === undefined ? {} : { sharedMsgId }),
    text: asString(asObject(quote["content"])?.["text"]) ?? "",
  };
}
