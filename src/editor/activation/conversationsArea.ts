import { ConversationCommands } from "../conversations/conversationCommands.ts";
import { ConversationsView } from "../conversations/conversationsView.ts";
import type { CoreHost } from "../core/coreHost.ts";
import type { Area } from "./area.ts";

export interface ConversationsArea extends Area<"conversations"> {
  readonly conversations: ConversationsView;
}

/** The core's contacts and groups. */
export function conversationsArea(host: CoreHost): ConversationsArea {
  const conversations = new ConversationsView(host);
  const conversing = new ConversationCommands(host, conversations);
  return {
    conversations,
    disposables: [conversations],
    commands: {
      connectAddress: (given) => conversing.connect(given),
      refreshConversations: () => conversations.refresh(),
      leaveConversation: (node) => conversing.leave(node),
      requestInConversation: (node) => conversing.newRequest(node),
      copyConversationLink: (node) => conversing.copyLink(node),
    },
  };
}
