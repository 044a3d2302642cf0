import type { CommandOptions, CommandResult, CoreRecord } from "../core.ts";
import { asArray, asId, asObject } from "../records/jsonShape.ts";
import { chatRefText } from "../records/records.ts";
import type { OpenChat, SeenItems } from "./seenItems.ts";

type Command = (command: string, options?: CommandOptions) => Promise<CommandResult>;

const pageSize = 100;
/** At most this much is read back of one chat, so that a long absence does not end in an endless reading. */
const maxPages = 50;

/**
 * Reads what the open chats received while there was no connection, and delivers what was not delivered before. An event
 * that a dying connection took from the core is not sent again, so this is the only way to it.
 */
export async function readMissedItems(
  seen: SeenItems,
  command: Command,
  deliver: (event: CoreRecord) => void,
): Promise<void> {
  for (const chat of seen.openChats()) {
    let after = chat.after;
    for (let page = 0; page < maxPages; page++) {
      const items = await readPage(chat, after, command);
      if (items === undefined) return;
      for (const item of items) for (const event of seen.eventsOf(item)) deliver(event);
      const last = Math.max(0, ...items.flatMap((item) => idOf(item) ?? []));
      if (items.length < pageSize || last === 0 || (after !== undefined && last <= after)) break;
      after = last;
    }
  }
}

/** One page as `AChatItem`s; undefined when the connection is gone again. */
async function readPage(
  chat: OpenChat,
  after: number | undefined,
  command: Command,
): Promise<readonly unknown[] | undefined> {
  const ref = chatRefText(chat.ref);
  if (after !== undefined) {
    const result = await command(`/_get chat ${ref} after=${after} count=${pageSize}`);
    if (result.kind === "failed") return undefined;
    if (result.kind === "response") return itemsOf(result.response);
  }
  // There is nothing to read after: the chat is new, or that item is deleted. Then the last page, what is newer in it.
  const result = await command(`/_get chat ${ref} count=${pageSize}`);
  if (result.kind === "failed") return undefined;
  if (result.kind === "error") return [];
  return itemsOf(result.response).filter((item) => (idOf(item) ?? 0) > chat.newest);
}

function itemsOf(response: CoreRecord): readonly unknown[] {
  const chat = asObject(response["chat"]);
  return (asArray(chat?.["chatItems"]) ?? []).map((chatItem) => ({ chatInfo: chat?.["chatInfo"], chatItem }));
}

function idOf(item: unknown): number | undefined {
  return asId(asObject(asObject(asObject(item)?.["chatItem"])?.["meta"])?.["itemId"]);
}
