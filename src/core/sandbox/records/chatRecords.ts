import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import { asObject, asString } from "../../records/jsonShape.ts";
import type { ChatRef } from "../../records/records.ts";
import { formattedText } from "../messageMarkdown.ts";
import type { SandboxProfile } from "../sandboxProfile.ts";
import type { GroupEntry, ItemEntry, QuoteEntry } from "../sandboxState.ts";
import { ownTime } from "../sandboxTime.ts";
import { groupChatInfo, memberByWireId, memberRecord } from "./groupRecords.ts";
import { contactRecord } from "./profileRecords.ts";

/** `ChatInfo`, or undefined for a conversation this profile does not have. */
function chatInfoRecord(owner: SandboxProfile, chat: ChatRef): JsonObject | undefined {
  if (chat.kind === "direct") {
    const contact = owner.contacts.get(chat.contactId);
    return contact && { type: "direct", contact: contactRecord(owner, contact) };
  }
  const group = owner.groups.get(chat.groupId);
  return group && groupChatInfo(group);
}

/** `AChatItem` */
export function chatItemWithChat(owner: SandboxProfile, item: ItemEntry): JsonObject {
  return { chatInfo: chatInfoRecord(owner, item.chat), chatItem: chatItemRecord(owner, item) };
}

/** `ChatItem` */
function chatItemRecord(owner: SandboxProfile, item: ItemEntry): JsonObject {
  const text = messageText(item.content);
  const group = item.chat.kind === "group" ? owner.groups.get(item.chat.groupId) : undefined;
  const isSent = isSentItem(item);
  const formatted = formattedText(text, item.mentions);
  return {
    chatDir: directionRecord(item, group),
    meta: {
      itemId: item.itemId,
      itemTs: item.itemTs,
      itemText: text,
      itemStatus: item.status,
      itemSharedMsgId: item.sharedMsgId,
      itemEdited: item.isEdited,
      ...(item.isLive && { itemLive: true }),
      userMention: item.mentionsUser,
      hasLink: /https?:\/\/|simplex:\//.test(text),
      deletable: true,
      editable: isSent,
      showGroupAsSender: item.sentAsGroup,
      createdAt: ownTime(item.createdAtMs),
      updatedAt: ownTime(item.updatedAtMs),
    },
    content: { type: isSent ? "sndMsgContent" : "rcvMsgContent", msgContent: item.content },
    mentions: Object.fromEntries(
      Object.entries(item.mentions).map(([name, memberId]) => [name, mentionRecord(memberId, group)]),
    ),
    ...(formatted !== undefined && { formattedText: formatted }),
    ...(item.quote !== undefined && { quotedItem: quoteRecord(owner, item, item.quote, group) }),
    reactions: [],
  };
}

/** The text of a `MsgContent`; empty when it has none. */
export function messageText(content: JsonObject): string {
  return asString(content["text"]) ?? "";
}

/** True for what the owner of the item sent. */
export function isSentItem(item: ItemEntry): boolean {
  return item.direction.type === "directSnd" || item.direction.type === "groupSnd";
}

/** `ChatStats`; the sandbox does not count what is unread. */
const noUnread = { unreadCount: 0, unreadMentions: 0, reportsCount: 0, minUnreadItemId: 0, unreadChat: false };

function directionRecord(item: ItemEntry, group: GroupEntry | undefined): JsonObject {
  if (item.direction.type !== "groupRcv") return { type: item.direction.type };
  return { type: "groupRcv", groupMember: memberRecord(group?.groupId ?? 0, item.direction.member) };
}

function mentionRecord(memberId: string, group: GroupEntry | undefined): JsonObject {
  const member = group && memberByWireId(group, memberId);
  return {
    memberId,
    ...(member !== undefined && {
      memberRef: {
        groupMemberId: member.groupMemberId,
        displayName: member.profile.displayName,
        memberRole: member.role,
      },
    }),
  };
}

/** `CIQuote`: `itemId` is absent when the quoted message is not there any more. */
function quoteRecord(
  owner: SandboxProfile,
  item: ItemEntry,
  quote: QuoteEntry,
  group: GroupEntry | undefined,
): JsonObject {
  const quoted = owner.findSharedItem(item.chat, quote.sharedMsgId);
  const formatted = formattedText(messageText(quote.content), quoted?.mentions ?? {});
  const direction = quoteDirection(item, quote, group);
  return {
    ...(direction !== undefined && { chatDir: direction }),
    ...(quoted !== undefined && { itemId: quoted.itemId }),
    sharedMsgId: quote.sharedMsgId,
    sentAt: quote.sentAt,
    content: quote.content,
    ...(formatted !== undefined && { formattedText: formatted }),
  };
}

function quoteDirection(item: ItemEntry, quote: QuoteEntry, group: GroupEntry | undefined): JsonObject | undefined {
  if (group === undefined) {
    const isOwn = quote.isSentByQuoter === isSentItem(item);
    return { type: isOwn ? "directSnd" : "directRcv" };
  }
  if (quote.memberId === undefined) return { type: "channelRcv" };
  if (quote.memberId === group.membership.memberId) return { type: "groupSnd" };
  const member = memberByWireId(group, quote.memberId);
  return member && { type: "groupRcv", groupMember: memberRecord(group.groupId, member) };
}

/** `chat` of `apiChat`, `apiChats` and `newPreparedChat`. */
export function chatRecord(owner: SandboxProfile, chat: ChatRef, items: readonly ItemEntry[]): JsonObject {
  return {
    chatInfo: chatInfoRecord(owner, chat),
    chatItems: items.map((item) => chatItemRecord(owner, item)),
    chatStats: noUnread,
  };
}

/** The value as a `MsgContent`: an object with a type and a text. Undefined for anything else. */
export function contentOf(value: unknown): JsonObject | undefined {
  const content = asObject(value);
  return content !== undefined && asString(content["type"]) !== undefined && asString(content["text"]) !== undefined
    ? content
    : undefined;
}
