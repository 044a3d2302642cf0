import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import type { ChatRef } from "../records/records.ts";
import { chatItemWithChat, isSentItem } from "./records/chatRecords.ts";
import { isCurrentMember } from "./records/groupRecords.ts";
import type { SandboxProfile } from "./sandboxProfile.ts";
import type { ItemDirection, ItemEntry, QuoteEntry } from "./sandboxState.ts";
import { ownTime, receivedTime } from "./sandboxTime.ts";

/** A message that passed every check of `/_send`. */
export interface OutgoingMessage {
  readonly content: JsonObject;
  readonly quoted?: ItemEntry;
  /** Mentioned name to wire member id. */
  readonly mentions: Readonly<Record<string, string>>;
}

export interface SendStyle {
  readonly isLive: boolean;
  /** In a channel: the message names no member. */
  readonly asGroup: boolean;
}

/** Stores messages as sent and brings them to the other side. Returns the sender's `AChatItem`s. */
export function deliverMessages(
  sender: SandboxProfile,
  chat: ChatRef,
  messages: readonly OutgoingMessage[],
  style: SendStyle,
): readonly JsonObject[] {
  const sent = messages.map((message) => {
    const item = newItem(sender, chat, message, style);
    sender.addItem(item);
    sender.services.clock.soon(() => deliver(sender, item));
    return item;
  });
  return sent.map((item) => chatItemWithChat(sender, item));
}

/** The other sides of a conversation that a message of `sender` reaches, each with its own id of the conversation. */
export function recipientsOf(
  sender: SandboxProfile,
  chat: ChatRef,
): readonly { readonly profile: SandboxProfile; readonly chat: ChatRef }[] {
  if (chat.kind === "direct") {
    const peer = sender.contacts.get(chat.contactId)?.peer;
    if (peer === undefined || !peer.profile.contacts.has(peer.contactId)) return [];
    return [{ profile: peer.profile, chat: { kind: "direct", contactId: peer.contactId } }];
  }
  const group = sender.groups.get(chat.groupId);
  if (group === undefined) return [];
  return [...group.shared.participants.entries()].flatMap(([memberId, participant]) => {
    if (memberId === group.membership.memberId) return [];
    const entry = participant.profile.groups.get(participant.groupId);
    return entry === undefined || !isCurrentMember(entry)
      ? []
      : [{ profile: participant.profile, chat: { kind: "group", groupId: participant.groupId } as const }];
  });
}

function newItem(sender: SandboxProfile, chat: ChatRef, message: OutgoingMessage, style: SendStyle): ItemEntry {
  const nowMs = sender.services.clock.now();
  const { quoted } = message;
  return {
    itemId: sender.nextId("item"),
    chat,
    direction: { type: chat.kind === "direct" ? "directSnd" : "groupSnd" },
    sharedMsgId: sender.randomId(),
    itemTs: ownTime(nowMs),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    content: message.content,
    ...(quoted !== undefined && { quote: quoteOf(sender, quoted) }),
    mentions: message.mentions,
    mentionsUser: false,
    status: { type: "sndNew" },
    isEdited: false,
    isLive: style.isLive,
    sentAsGroup: style.asGroup,
  };
}

/** The core quotes the whole message: its truncation is planned (agent-protocols#implementations). */
function quoteOf(sender: SandboxProfile, quoted: ItemEntry): QuoteEntry {
  const memberId = quotedMemberId(sender, quoted);
  return {
    sharedMsgId: quoted.sharedMsgId,
    sentAt: quoted.itemTs,
    content: quoted.content,
    isSentByQuoter: isSentItem(quoted),
    ...(memberId !== undefined && { memberId }),
  };
}

function quotedMemberId(sender: SandboxProfile, quoted: ItemEntry): string | undefined {
  if (quoted.direction.type === "groupRcv") return quoted.direction.member.memberId;
  if (quoted.chat.kind === "direct" || quoted.direction.type !== "groupSnd") return undefined;
  return sender.groups.get(quoted.chat.groupId)?.membership.memberId;
}

function deliver(sender: SandboxProfile, item: ItemEntry): void {
  const recipients = recipientsOf(sender, item.chat);
  for (const { profile, chat } of recipients) receive(sender, item, profile, chat);
  if (item.chat.kind !== "direct" || recipients.length === 0) return;
  item.status = { type: "sndRcvd", msgRcptStatus: "ok", sndProgress: "complete" };
  sender.emit("chatItemsStatusesUpdated", { chatItems: [chatItemWithChat(sender, item)] });
}

function receive(sender: SandboxProfile, item: ItemEntry, recipient: SandboxProfile, chat: ChatRef): void {
  const nowMs = recipient.services.clock.now();
  const direction = receivedDirection(sender, item, recipient, chat);
  if (direction === undefined) return;
  const ownMemberId = chat.kind === "group" ? recipient.groups.get(chat.groupId)?.membership.memberId : undefined;
  const received: ItemEntry = {
    itemId: recipient.nextId("item"),
    chat,
    direction,
    sharedMsgId: item.sharedMsgId,
    itemTs: receivedTime(item.createdAtMs),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    content: item.content,
    ...(item.quote !== undefined && { quote: item.quote }),
    mentions: item.mentions,
    mentionsUser: ownMemberId !== undefined && Object.values(item.mentions).includes(ownMemberId),
    status: { type: "rcvNew" },
    isEdited: item.isEdited,
    isLive: item.isLive,
    sentAsGroup: false,
  };
  recipient.addItem(received);
  recipient.emit("newChatItems", { chatItems: [chatItemWithChat(recipient, received)] });
}

/** Undefined when the recipient does not know the sender: such a message is dropped. */
function receivedDirection(
  sender: SandboxProfile,
  item: ItemEntry,
  recipient: SandboxProfile,
  chat: ChatRef,
): ItemDirection | undefined {
  if (chat.kind === "direct" || item.chat.kind === "direct") return { type: "directRcv" };
  if (item.sentAsGroup) return { type: "channelRcv" };
  const memberId = sender.groups.get(item.chat.groupId)?.membership.memberId;
  const member = [...(recipient.groups.get(chat.groupId)?.members.values() ?? [])].find(
    (entry) => entry.memberId === memberId,
  );
  return member && { type: "groupRcv", member };
}
