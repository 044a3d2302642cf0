import { Buffer } from "node:buffer";
import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../core.ts";
import { type ChatRef, chatRefText } from "../records/records.ts";
import type { NetworkServices } from "./networkServices.ts";
import { userRecord } from "./records/profileRecords.ts";
import type { AddressEntry, ContactEntry, GroupEntry, ItemEntry, MemberEntry, WireProfile } from "./sandboxState.ts";

/** Older messages of a conversation are forgotten beyond this. */
const maxItemsPerChat = 2_000;

/** One profile of the sandbox: what its core keeps, and the events it reports. Commands live in `commands/`. */
export class SandboxProfile {
  readonly userId = 1;
  readonly contacts = new Map<number, ContactEntry>();
  readonly groups = new Map<number, GroupEntry>();
  /** Contact requests that wait for `/_accept`, by `contactRequestId`. */
  readonly contactRequests = new Map<number, ContactRequestEntry>();
  /** Requests received, by `requestId`. */
  readonly pendingServiceRequests = new Map<string, PendingServiceRequest>();
  /** Requests sent that wait for their response: each function ends the wait. */
  readonly openServiceRequests = new Set<() => void>();
  address: AddressEntry | undefined;
  profile: WireProfile;
  isStarted: boolean;
  acceptsServiceRequests: boolean;
  readonly services: NetworkServices;
  /** What the links of this profile are derived from. */
  readonly linkName: string;
  readonly #items = new Map<string, ItemEntry[]>();
  readonly #listeners = new Set<(event: CoreRecord) => void>();
  readonly #lastIds = new Map<string, number>();

  constructor(
    services: NetworkServices,
    profile: WireProfile,
    start: { readonly isStarted: boolean; readonly acceptsServiceRequests: boolean },
  ) {
    this.services = services;
    this.profile = profile;
    this.linkName = profile.displayName;
    this.isStarted = start.isStarted;
    this.acceptsServiceRequests = start.acceptsServiceRequests;
  }

  onEvent(listener: (event: CoreRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reports an event of this profile's core: `user` is added, as in every event about a profile. */
  emit(type: string, members: JsonObject): void {
    this.emitRecord({ type, user: userRecord(this), ...members });
  }

  emitRecord(event: CoreRecord): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** Ends everything that waits. */
  close(): void {
    for (const end of [...this.openServiceRequests]) end();
    for (const request of this.pendingServiceRequests.values()) request.stopWaiting();
    this.pendingServiceRequests.clear();
    this.#listeners.clear();
  }

  /** The next local id of a table, from 1. */
  nextId(table: "contact" | "group" | "member" | "item" | "profile" | "connection" | "request"): number {
    // Profile 1 is the user's own; the other tables start at 1.
    const next = (this.#lastIds.get(table) ?? (table === "profile" ? 1 : 0)) + 1;
    this.#lastIds.set(table, next);
    return next;
  }

  /** A shared message id, or the id of a member: 12 random bytes, 16 characters. */
  randomId(): string {
    return Buffer.from(this.services.randomBytes(12)).toString("base64url");
  }

  /** Local names are unique: a second "Acme" becomes "Acme_1". */
  uniqueLocalName(displayName: string): string {
    const taken = new Set([
      this.profile.displayName,
      ...[...this.contacts.values()].map((contact) => contact.localDisplayName),
      ...[...this.groups.values()].flatMap((group) => [
        group.localDisplayName,
        ...[...group.members.values()].map((member) => member.localDisplayName),
      ]),
    ]);
    let name = displayName;
    for (let suffix = 1; taken.has(name); suffix++) name = `${displayName}_${suffix}`;
    return name;
  }

  addItem(item: ItemEntry): void {
    const items = this.itemsOf(item.chat);
    items.push(item);
    if (items.length > maxItemsPerChat) items.splice(0, items.length - maxItemsPerChat);
  }

  /** Messages of a conversation, oldest first. */
  itemsOf(chat: ChatRef): ItemEntry[] {
    const key = chatRefText(chat);
    const items = this.#items.get(key) ?? [];
    this.#items.set(key, items);
    return items;
  }

  findItem(chat: ChatRef, itemId: number): ItemEntry | undefined {
    return this.itemsOf(chat).findLast((item) => item.itemId === itemId);
  }

  findSharedItem(chat: ChatRef, sharedMsgId: string): ItemEntry | undefined {
    return this.itemsOf(chat).findLast((item) => item.sharedMsgId === sharedMsgId);
  }

  forgetChat(chat: ChatRef): void {
    this.#items.delete(chatRefText(chat));
  }

  newMember(
    profile: WireProfile,
    place: Pick<MemberEntry, "memberId" | "role" | "category" | "status"> & { readonly localDisplayName: string },
  ): MemberEntry {
    return {
      groupMemberId: this.nextId("member"),
      profileId: this.nextId("profile"),
      profile,
      createdAtMs: this.services.clock.now(),
      ...place,
    };
  }
}

export interface ContactRequestEntry {
  readonly contactRequestId: number;
  readonly requester: SandboxProfile;
  readonly requesterContactId: number;
  readonly profile: WireProfile;
}

/** A service request that waits for `/_service_response`. */
export interface PendingServiceRequest {
  readonly respond: (responseData: unknown, text: string) => void;
  readonly connectionId: string;
  readonly stopWaiting: () => void;
}
