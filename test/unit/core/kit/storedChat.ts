import type { Frames } from "./frames.ts";
import type { ReceivedCommand } from "./scriptedServer.ts";

/** The messages of one conversation as a core keeps them: by local id, readable again at any time. */
export interface StoredChat {
  /** A `newChatItems` event with the item of that id. */
  event(itemId: number, text?: string, itemLive?: boolean): object;
  /** Keeps the items from `first` to `last`. */
  keep(first: number, last: number): void;
  /** Keeps one item with a text of its own. */
  keepText(itemId: number, text: string): void;
  /** Removes an item, as the user of the core can. */
  remove(itemId: number): void;
  /** Answers `/_get chat`; false for another command. */
  answers(command: ReceivedCommand): boolean;
}

interface ReplyFrame {
  readonly chatInfo: object;
  readonly chatItem: { readonly meta: object; readonly content: { readonly msgContent: object } };
}

/** A conversation made of the recorded reply, with contact 4. */
export function storedChat(frames: Frames): StoredChat {
  const { chatItems } = frames.record("event.reply") as unknown as { readonly chatItems: readonly [ReplyFrame] };
  const [{ chatInfo, chatItem }] = chatItems;
  const texts = new Map<number, string>();
  const item = (itemId: number, text = `message ${itemId}`, itemLive = false): object => ({
    ...chatItem,
    meta: { ...chatItem.meta, itemId, itemText: text, ...(itemLive ? { itemLive } : {}) },
    content: { ...chatItem.content, msgContent: { type: "text", text } },
  });
  const page = (ids: readonly number[]): object =>
    frames.wrap({
      type: "apiChat",
      chat: { chatInfo, chatItems: ids.map((id) => item(id, texts.get(id))), chatStats: {} },
    });
  return {
    event: (itemId, text = texts.get(itemId), itemLive = false) =>
      frames.wrap({ type: "newChatItems", chatItems: [{ chatInfo, chatItem: item(itemId, text, itemLive) }] }),
    keep: (first, last) => {
      for (let id = first; id <= last; id++) texts.set(id, `message ${id}`);
    },
    keepText: (itemId, text) => texts.set(itemId, text),
    remove: (itemId) => texts.delete(itemId),
    answers: ({ cmd, answer }) => {
      const match = /^\/_get chat @4(?: after=(\d+))? count=(\d+)$/.exec(cmd);
      if (match === null) return false;
      const ids = [...texts.keys()].sort((a, b) => a - b);
      const count = Number(match[2]);
      const after = match[1] === undefined ? undefined : Number(match[1]);
      if (after === undefined) answer(page(ids.slice(-count)));
      else if (!texts.has(after))
        answer(
          frames.wrap({
            type: "chatCmdError",
            chatError: { type: "errorStore", storeError: { type: "chatItemNotFound", itemId: after } },
          }),
        );
      else answer(page(ids.filter((id) => id > after).slice(0, count)));
      return true;
    },
  };
}
