import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../../core.ts";
import { asArray, asObject } from "../../records/jsonShape.ts";
import type { ChatRef } from "../../records/records.ts";
import { commandError, errorType, parseError, storeError } from "../chatErrors.ts";
import { parseJson, parseJsonObject } from "../jsonArgument.ts";
import { isTooLargeMessage } from "../messageLimit.ts";
import { mentionedNames } from "../messageMarkdown.ts";
import { deliverMessages, type OutgoingMessage, recipientsOf, type SendStyle } from "../messaging.ts";
import { chatItemWithChat, chatRecord, contentOf, isSentItem, messageText } from "../records/chatRecords.ts";
import { groupRecord, isCurrentMember } from "../records/groupRecords.ts";
import { contactRecord } from "../records/profileRecords.ts";
import type { SandboxProfile } from "../sandboxProfile.ts";
import type { GroupEntry, ItemEntry } from "../sandboxState.ts";
import { type Arguments, chatRefOf, chatRefPattern, response, type SandboxCommand } from "./command.ts";

/** More names than this in one message are refused. */
const maxMentions = 3;

/** Messages: sending, changing, deleting and reading them. */
export const messageCommands: readonly SandboxCommand[] = [
  {
    pattern: new RegExp(
      `^/_send ${chatRefPattern}(?<asGroup>\\(as_group=on\\))?(?<live> live=on)?(?: ttl=\\d+)?(?: sign=on)? json (?<json>\\[.*\\])$`,
      "s",
    ),
    run(profile, argument) {
      const messages = asArray(parseJson(argument("json")));
      return messages === undefined || messages.length === 0 ? parseError() : send(profile, argument, messages);
    },
  },
  {
    pattern: new RegExp(
      `^/_send ${chatRefPattern}(?<asGroup>\\(as_group=on\\))?(?<live> live=on)? text (?<text>.+)$`,
      "s",
    ),
    run: (profile, argument) =>
      send(profile, argument, [{ msgContent: { type: "text", text: argument("text") }, mentions: {} }]),
  },
  {
    pattern: new RegExp(
      `^/_update item ${chatRefPattern} (?<itemId>\\d+)(?<live> live=on)? json (?<json>\\{.*\\})$`,
      "s",
    ),
    run: update,
  },
  {
    pattern: new RegExp(
      `^/_delete item ${chatRefPattern} (?<itemIds>\\d+(?:,\\d+)*) (?<mode>broadcast|internal|internalMark|history)$`,
    ),
    run: deleteItems,
  },
  {
    pattern: new RegExp(
      `^/_get chat ${chatRefPattern}(?: content=text)? (?:(?<anchor>after|before|around)=(?<itemId>\\d+) )?(?:count|initial)=(?<count>\\d+)(?: search=(?<search>.*))?$`,
      "s",
    ),
    run: getChat,
  },
  {
    pattern:
      /^\/_get chats (?<userId>\d+)(?: pcc=on)?(?: (?:(?:after|before)=\S+ )?count=(?<count>\d+))?(?: (?<query>\{.*\}))?$/s,
    run: getChats,
  },
  {
    pattern: new RegExp(`^/_read chat (?:items )?${chatRefPattern}(?: \\d+(?:,\\d+)*)?$`),
    run: (profile, argument) => withChat(profile, chatRefOf(argument), () => response(profile, "cmdOk")),
  },
  {
    pattern: new RegExp(`^/_clear chat ${chatRefPattern}$`),
    run: (profile, argument) =>
      withChat(profile, chatRefOf(argument), () => {
        profile.forgetChat(chatRefOf(argument));
        const { chatInfo } = chatRecord(profile, chatRefOf(argument), []);
        return response(profile, "chatCleared", { chatInfo });
      }),
  },
];

function send(profile: SandboxProfile, argument: Arguments, messages: readonly unknown[]): CoreRecord {
  const chat = chatRefOf(argument);
  return withChat(profile, chat, () => {
    const refusal = sendRefusal(profile, chat);
    if (refusal !== undefined) return refusal;
    const style = { isLive: argument("live") !== "", asGroup: argument("asGroup") !== "" };
    const outgoing: OutgoingMessage[] = [];
    for (const message of messages) {
      const checked = checkMessage(profile, chat, asObject(message) ?? {}, style);
      if (checked.kind === "refused") return checked.error;
      outgoing.push(checked.message);
    }
    return response(profile, "newChatItems", { chatItems: deliverMessages(profile, chat, outgoing, style) });
  });
}

/** Why nothing can be sent to a conversation now. */
function sendRefusal(profile: SandboxProfile, chat: ChatRef): CoreRecord | undefined {
  if (chat.kind === "direct") {
    const contact = profile.contacts.get(chat.contactId);
    if (contact === undefined || contact.status === "ready") return undefined;
    const type = contact.status === "deleted" ? "contactNotActive" : "contactNotReady";
    return errorType(type, { contact: contactRecord(profile, contact) });
  }
  const group = profile.groups.get(chat.groupId);
  if (group === undefined) return undefined;
  const groupInfo = groupRecord(group);
  if (group.membership.status === "left" || group.membership.status === "removed")
    return errorType("groupMemberUserRemoved");
  if (!isCurrentMember(group)) return errorType("groupMemberNotActive");
  return group.membership.role === "observer"
    ? errorType("groupUserRole", { groupInfo, requiredRole: "author" })
    : undefined;
}

type CheckedMessage =
  | { readonly kind: "message"; readonly message: OutgoingMessage }
  | { readonly kind: "refused"; readonly error: CoreRecord };

function checkMessage(profile: SandboxProfile, chat: ChatRef, composed: JsonObject, style: SendStyle): CheckedMessage {
  const refused = (error: CoreRecord): CheckedMessage => ({ kind: "refused", error });
  const content = contentOf(composed["msgContent"]);
  if (content === undefined) return refused(parseError());
  if (hasProhibitedLink(profile, chat, messageText(content)))
    return refused(commandError("feature not allowed SimpleX links"));
  const quotedItemId = composed["quotedItemId"];
  const quoted = typeof quotedItemId === "number" ? profile.findItem(chat, quotedItemId) : undefined;
  if (quotedItemId !== undefined && quoted === undefined) return refused(storeError("invalidQuote"));
  const mentions = checkMentions(profile, chat, content, asObject(composed["mentions"]) ?? {});
  if (mentions.kind === "refused") return mentions;
  const message = { content, mentions: mentions.mentions, ...(quoted !== undefined && { quoted }) };
  return isTooLargeMessage(chat, message, style) ? refused(storeError("largeMsg")) : { kind: "message", message };
}

/** A group can refuse SimpleX links: a request that carries an address runs into this. */
function hasProhibitedLink(profile: SandboxProfile, chat: ChatRef, text: string): boolean {
  const group = chat.kind === "group" ? profile.groups.get(chat.groupId) : undefined;
  const preferences = asObject(group?.shared.profile["groupPreferences"]);
  if (asObject(preferences?.["simplexLinks"])?.["enable"] !== "off") return false;
  return /simplex:\/|https:\/\/[^/\s"]+\/(?:[acgri]\/?#|(?:contact|invitation)\/?#\/\?)/i.test(text);
}

type CheckedMentions =
  | { readonly kind: "mentions"; readonly mentions: Readonly<Record<string, string>> }
  | { readonly kind: "refused"; readonly error: CoreRecord };

/** A mention needs its name in the text and a member of the group; each member once. */
function checkMentions(
  profile: SandboxProfile,
  chat: ChatRef,
  content: JsonObject,
  mentions: JsonObject,
): CheckedMentions {
  const entries = Object.entries(mentions);
  if (entries.length === 0) return { kind: "mentions", mentions: {} };
  if (chat.kind === "direct")
    return { kind: "refused", error: commandError("mentions are not supported in this chat") };
  const group = profile.groups.get(chat.groupId);
  const names = new Set(mentionedNames(String(content["text"])));
  const checked: [string, string][] = [];
  for (const [name, groupMemberId] of entries) {
    const member = group && currentMember(group, groupMemberId);
    if (member === undefined || !names.has(name)) return { kind: "refused", error: storeError("invalidMention") };
    checked.push([name, member.memberId]);
  }
  const isValid =
    new Set(checked.map(([, memberId]) => memberId)).size === checked.length && checked.length <= maxMentions;
  return isValid
    ? { kind: "mentions", mentions: Object.fromEntries(checked) }
    : { kind: "refused", error: storeError("invalidMention") };
}

function currentMember(group: GroupEntry, groupMemberId: unknown): { readonly memberId: string } | undefined {
  if (typeof groupMemberId !== "number") return undefined;
  if (group.membership.groupMemberId === groupMemberId) return group.membership;
  const member = group.members.get(groupMemberId);
  return member?.status === "left" || member?.status === "removed" ? undefined : member;
}

function update(profile: SandboxProfile, argument: Arguments): CoreRecord {
  const chat = chatRefOf(argument);
  return withItem(profile, chat, Number(argument("itemId")), (item) => {
    const updated = parseJsonObject(argument("json"));
    const content = contentOf(updated?.["msgContent"]);
    if (content === undefined || asObject(updated?.["mentions"]) === undefined) return parseError();
    if (!isSentItem(item)) return errorType("invalidChatItemUpdate");
    const isLive = argument("live") !== "";
    if (item.isLive === isLive && JSON.stringify(item.content) === JSON.stringify(content))
      return response(profile, "chatItemNotChanged", { chatItem: chatItemWithChat(profile, item) });
    change(item, content, isLive, profile.services.clock.now());
    for (const recipient of recipientsOf(profile, chat)) {
      const received = recipient.profile.findSharedItem(recipient.chat, item.sharedMsgId);
      if (received === undefined) continue;
      profile.services.clock.soon(() => {
        change(received, content, isLive, profile.services.clock.now());
        recipient.profile.emit("chatItemUpdated", { chatItem: chatItemWithChat(recipient.profile, received) });
      });
    }
    return response(profile, "chatItemUpdated", { chatItem: chatItemWithChat(profile, item) });
  });
}

function change(item: ItemEntry, content: JsonObject, isLive: boolean, nowMs: number): void {
  item.isEdited = item.isEdited || !item.isLive;
  item.content = content;
  item.isLive = isLive;
  item.updatedAtMs = nowMs;
}

function deleteItems(profile: SandboxProfile, argument: Arguments): CoreRecord {
  const chat = chatRefOf(argument);
  return withChat(profile, chat, () => {
    const items = argument("itemIds")
      .split(",")
      .flatMap((id) => profile.findItem(chat, Number(id)) ?? []);
    const isBroadcast = argument("mode") === "broadcast";
    if (isBroadcast && !items.every(isSentItem)) return errorType("invalidChatItemDelete");
    const chatItemDeletions = items.map((item) => remove(profile, item));
    if (isBroadcast) for (const item of items) removeAtRecipients(profile, item);
    return response(profile, "chatItemsDeleted", { chatItemDeletions, byUser: true, timed: false });
  });
}

function removeAtRecipients(profile: SandboxProfile, item: ItemEntry): void {
  for (const recipient of recipientsOf(profile, item.chat)) {
    const received = recipient.profile.findSharedItem(recipient.chat, item.sharedMsgId);
    if (received === undefined) continue;
    profile.services.clock.soon(() => {
      const chatItemDeletions = [remove(recipient.profile, received)];
      recipient.profile.emit("chatItemsDeleted", { chatItemDeletions, byUser: false, timed: false });
    });
  }
}

function remove(profile: SandboxProfile, item: ItemEntry): JsonObject {
  const deletedChatItem = chatItemWithChat(profile, item);
  const items = profile.itemsOf(item.chat);
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
  return { deletedChatItem };
}

function getChat(profile: SandboxProfile, argument: Arguments): CoreRecord {
  const chat = chatRefOf(argument);
  return withChat(profile, chat, () => {
    const search = argument("search").toLowerCase();
    const items = profile
      .itemsOf(chat)
      .filter((item) => search === "" || String(item.content["text"]).toLowerCase().includes(search));
    const page = pageOf(items, argument("anchor"), Number(argument("itemId")), Number(argument("count")));
    return response(profile, "apiChat", { chat: chatRecord(profile, chat, page) });
  });
}

function pageOf(items: readonly ItemEntry[], anchor: string, itemId: number, count: number): readonly ItemEntry[] {
  const after = items.filter((item) => item.itemId > itemId);
  const before = items.filter((item) => item.itemId < itemId);
  switch (anchor) {
    case "after":
      return after.slice(0, count);
    case "before":
      return count === 0 ? [] : before.slice(-count);
    case "around":
      return items.filter(
        (item) => item.itemId === itemId || before.slice(-count).includes(item) || after.slice(0, count).includes(item),
      );
    default:
      return count === 0 ? [] : items.slice(-count);
  }
}

function getChats(profile: SandboxProfile, argument: Arguments): CoreRecord {
  const count = argument("count") === "" ? 5_000 : Number(argument("count"));
  const refs: ChatRef[] = [
    ...[...profile.contacts.keys()].map((contactId) => ({ kind: "direct", contactId }) as const),
    ...[...profile.groups.keys()].map((groupId) => ({ kind: "group", groupId }) as const),
  ];
  const query = parseJsonObject(argument("query"));
  const search = query?.["type"] === "search" ? String(query["search"]).toLowerCase() : "";
  const chats = refs
    .map((chat) => chatRecord(profile, chat, profile.itemsOf(chat).slice(-1)))
    .filter((chat) => search === "" || JSON.stringify(chat["chatInfo"]).toLowerCase().includes(search));
  return response(profile, "apiChats", { chats: chats.slice(0, count) });
}

function withChat(profile: SandboxProfile, chat: ChatRef, use: () => CoreRecord): CoreRecord {
  if (chat.kind === "direct") {
    return profile.contacts.has(chat.contactId) ? use() : storeError("contactNotFound", { contactId: chat.contactId });
  }
  return profile.groups.has(chat.groupId) ? use() : storeError("groupNotFound", { groupId: chat.groupId });
}

function withItem(
  profile: SandboxProfile,
  chat: ChatRef,
  itemId: number,
  use: (item: ItemEntry) => CoreRecord,
): CoreRecord {
  return withChat(profile, chat, () => {
    const item = profile.findItem(chat, itemId);
    return item === undefined ? storeError("chatItemNotFound", { itemId }) : use(item);
  });
}
