import { createHash } from "node:crypto";
import type { CoreRecord } from "../core.ts";
import { asArray, asId, asObject, asString } from "../records/jsonShape.ts";
import { parseChatInfo } from "../records/parseChatItem.ts";
import { parseContact, parseGroup } from "../records/parseParties.ts";
import { type ChatRef, chatRefText } from "../records/records.ts";

/** Items and requests remembered, the oldest forgotten first. */
const maxRemembered = 50_000;
const maxChats = 1000;
/**
 * How many of the last items of a chat are read again after a lost connection. An item lost with one of the two
 * connections can be older than the last one the other brought.
 */
const overlapItems = 20;

/** A chat that this session saw something of, and where to read on in it. */
export interface OpenChat {
  readonly ref: ChatRef;
  /** Read what came after this item; undefined for a chat made in this session in which nothing was seen yet. */
  readonly after: number | undefined;
  /** The newest item seen. */
  readonly newest: number;
}

/**
 * What was delivered already, so that an item read back, or sent twice by the core, is delivered once. Items are known by
 * chat and local id, service requests by their id.
 */
export class SeenItems {
  readonly #states = new Map<string, ItemState>();
  readonly #chats = new Map<string, { readonly ref: ChatRef; recent: number[]; newest: number }>();

  /** The event with what is new in it; undefined when nothing is. */
  admit(event: CoreRecord): CoreRecord | undefined {
    switch (event.type) {
      case "newChatItems":
        return this.#admitItems(event);
      case "chatItemUpdated":
        return this.#note(event["chatItem"]) === "known" ? undefined : event;
      case "serviceRequest":
        return this.#isNewRequest(asString(event["requestId"])) ? event : undefined;
      case "contactConnected":
      case "contactSndReady":
      case "userJoinedGroup":
        this.#open(event);
        return event;
      default:
        return event;
    }
  }

  /** Remembers what a response brought: the core does not repeat it as an event. */
  noteResponse(response: CoreRecord): void {
    if (response.type === "newChatItems") for (const item of asArray(response["chatItems"]) ?? []) this.#note(item);
    if (response.type === "chatItemUpdated") this.#note(response["chatItem"]);
  }

  /** The events that an item read back amounts to: a new message, an edit, or nothing. */
  eventsOf(item: unknown): readonly CoreRecord[] {
    const news = this.#note(item);
    if (news === "known") return [];
    return news === "changed"
      ? [{ type: "chatItemUpdated", chatItem: item }]
      : [{ type: "newChatItems", chatItems: [item] }];
  }

  openChats(): readonly OpenChat[] {
    return [...this.#chats.values()].map(({ ref, recent, newest }) => ({
      ref,
      after: recent.length === 0 ? undefined : Math.min(...recent),
      newest,
    }));
  }

  #admitItems(event: CoreRecord): CoreRecord | undefined {
    const items = asArray(event["chatItems"]);
    if (items === undefined) return event;
    const fresh = items.filter((item) => this.#note(item) !== "known");
    if (fresh.length === items.length) return event;
    return fresh.length === 0 ? undefined : { ...event, chatItems: fresh };
  }

  #isNewRequest(requestId: string | undefined): boolean {
    if (requestId === undefined) return true;
    const key = `request ${requestId}`;
    const isNew = !this.#states.has(key);
    this.#remember(key, noState);
    return isNew;
  }

  /** Remembers an `AChatItem`. What has no chat or id counts as new. */
  #note(value: unknown): "new" | "changed" | "known" {
    const pair = asObject(value);
    const item = asObject(pair?.["chatItem"]);
    const ref = parseChatInfo(pair?.["chatInfo"])?.ref;
    const itemId = asId(asObject(item?.["meta"])?.["itemId"]);
    if (ref === undefined || itemId === undefined) return "new";
    const key = `${chatRefText(ref)} ${itemId}`;
    const state = stateOf(item);
    const before = this.#states.get(key);
    // An edit can come by one connection before the message it edits comes by the other.
    if (before !== undefined && state.updatedAtMs < before.updatedAtMs) return "known";
    this.#remember(key, state);
    if (before !== undefined) return before.content === state.content ? "known" : "changed";
    this.#noteRecent(ref, itemId);
    return "new";
  }

  #remember(key: string, state: ItemState): void {
    this.#states.delete(key);
    this.#states.set(key, state);
    dropOldest(this.#states, maxRemembered);
  }

  #noteRecent(ref: ChatRef, itemId: number): void {
    const chat = this.#touch(ref);
    chat.recent = [...chat.recent, itemId].slice(-overlapItems);
    chat.newest = Math.max(chat.newest, itemId);
  }

  #open(event: CoreRecord): void {
    const contact = parseContact(event["contact"]);
    const group = parseGroup(event["groupInfo"]);
    if (contact !== undefined) this.#touch({ kind: "direct", contactId: contact.contactId });
    if (group !== undefined) this.#touch({ kind: "group", groupId: group.groupId });
  }

  #touch(ref: ChatRef): { recent: number[]; newest: number } {
    const key = chatRefText(ref);
    const chat = this.#chats.get(key) ?? { ref, recent: [], newest: 0 };
    this.#chats.delete(key);
    this.#chats.set(key, chat);
    dropOldest(this.#chats, maxChats);
    return chat;
  }
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}

interface ItemState {
  /** What makes two readings of an item the same: its text, and whether it is final or deleted. */
  readonly content: string;
  /** 0 when the item does not tell. */
  readonly updatedAtMs: number;
}

const noState: ItemState = { content: "", updatedAtMs: 0 };

function stateOf(item: unknown): ItemState {
  const object = asObject(item);
  const meta = asObject(object?.["meta"]);
  const content = asObject(asObject(object?.["content"])?.["msgContent"]);
  const text = asString(content?.["text"]) ?? asString(meta?.["itemText"]) ?? "";
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  const isDeleted = asObject(meta?.["itemDeleted"]) !== undefined;
  return {
    content: `${meta?.["itemLive"] === true} ${isDeleted} ${digest}`,
    updatedAtMs: Date.parse(asString(meta?.["updatedAt"]) ?? "") || 0,
  };
}
