import { messageBytes, messageLimitBytes } from "../../protocol/size/messageSize.ts";
import type { ChatRef } from "../records/records.ts";
import type { OutgoingMessage, SendStyle } from "./messaging.ts";
import { isSentItem, messageText } from "./records/chatRecords.ts";

/** True for a message the core refuses with `largeMsg`, its quote included (agent-protocols#message-size). */
export function isTooLargeMessage(chat: ChatRef, message: OutgoingMessage, style: SendStyle): boolean {
  const { quoted } = message;
  const bytes = messageBytes(messageText(message.content), {
    mentions: Object.keys(message.mentions),
    isLive: style.isLive,
    isAsGroup: style.asGroup,
    ...(quoted !== undefined && {
      quoted: {
        text: messageText(quoted.content),
        isOwn: isSentItem(quoted),
        isInGroup: chat.kind === "group",
        sentAtLength: quoted.itemTs.length,
      },
    }),
  });
  return bytes > messageLimitBytes;
}
