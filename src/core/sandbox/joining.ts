// How profiles of the sandbox come together: contacts, groups, channels and business chats.
import { Buffer } from "node:buffer";
import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { asObject } from "../records/jsonShape.ts";
import { deliverMessages } from "./messaging.ts";
import { groupRecord, memberRecord } from "./records/groupRecords.ts";
import { memberObject } from "./records/preferenceRecords.ts";
import { contactRecord } from "./records/profileRecords.ts";
import type { SandboxProfile } from "./sandboxProfile.ts";
import type {
  AddressEntry,
  BusinessChat,
  ContactEntry,
  GroupEntry,
  MemberEntry,
  SharedGroup,
  WireProfile,
} from "./sandboxState.ts";
import { ownTime } from "./sandboxTime.ts";

/** A random profile for an incognito conversation. */
export function incognitoProfile(owner: SandboxProfile): WireProfile {
  const suffix = Buffer.from(owner.services.randomBytes(4)).toString("hex");
  return { displayName: `incognito-${suffix}`, fullName: "" };
}

/** A contact without a connection yet. */
export function newContact(
  owner: SandboxProfile,
  profile: WireProfile,
  origin: Pick<ContactEntry, "viaLink" | "preparedLink" | "incognitoProfile"> & { readonly connId?: number },
): ContactEntry {
  const { connId = owner.nextId("connection"), ...rest } = origin;
  const contact: ContactEntry = {
    contactId: owner.nextId("contact"),
    profileId: owner.nextId("profile"),
    connId,
    localDisplayName: owner.uniqueLocalName(profile.displayName),
    profile,
    status: "prepared",
    createdAtMs: owner.services.clock.now(),
    ...rest,
  };
  owner.contacts.set(contact.contactId, contact);
  return contact;
}

/** Sends a contact request to an address, and completes the connection when the address accepts by itself. */
export function requestContact(
  requester: SandboxProfile,
  contact: ContactEntry,
  owner: SandboxProfile,
  address: AddressEntry,
): void {
  contact.status = "connecting";
  requester.services.clock.soon(() => {
    if (asObject(address.settings["autoAccept"]) !== undefined) {
      acceptContact(owner, requester, contact, address);
      return;
    }
    const contactRequestId = owner.nextId("request");
    const profile = contact.incognitoProfile ?? requester.profile;
    owner.contactRequests.set(contactRequestId, {
      contactRequestId,
      requester,
      requesterContactId: contact.contactId,
      profile,
    });
    owner.emit("receivedContactRequest", { contactRequest: contactRequestRecord(owner, contactRequestId, profile) });
  });
}

/** Connects both sides: they can write at once. */
export function acceptContact(
  owner: SandboxProfile,
  requester: SandboxProfile,
  contact: ContactEntry,
  address?: AddressEntry,
): ContactEntry {
  const accepted = newContact(owner, contact.incognitoProfile ?? requester.profile, {});
  accepted.peer = { profile: requester, contactId: contact.contactId };
  contact.peer = { profile: owner, contactId: accepted.contactId };
  accepted.status = "connecting";
  owner.emit("acceptingContactRequest", { contact: contactRecord(owner, accepted) });
  requester.emit("contactConnecting", { contact: contactRecord(requester, contact) });
  completeContact(owner, accepted);
  completeContact(requester, contact);
  const autoReply = asObject(address?.settings["autoReply"]);
  if (autoReply !== undefined) {
    const chat = { kind: "direct", contactId: accepted.contactId } as const;
    const items = deliverMessages(owner, chat, [{ content: autoReply, mentions: {} }], {
      isLive: false,
      asGroup: false,
    });
    owner.emit("newChatItems", { chatItems: items });
  }
  return accepted;
}

function completeContact(owner: SandboxProfile, contact: ContactEntry): void {
  contact.status = "ready";
  owner.emit("contactSndReady", { contact: contactRecord(owner, contact) });
  owner.emit("contactConnected", {
    contact: contactRecord(owner, contact),
    ...(contact.incognitoProfile !== undefined && { userCustomProfile: contact.incognitoProfile }),
  });
}

function contactRequestRecord(owner: SandboxProfile, contactRequestId: number, profile: WireProfile): JsonObject {
  const profileId = owner.nextId("profile");
  const createdAt = ownTime(owner.services.clock.now());
  return {
    contactRequestId,
    agentInvitationId: owner.randomId(),
    cReqChatVRange: { minVersion: 1, maxVersion: 21 },
    localDisplayName: profile.displayName,
    profileId,
    profile: { profileId, localAlias: "", ...profile },
    createdAt,
    updatedAt: createdAt,
    pqSupport: true,
    rejectionSupported: false,
  };
}

/** A group as this profile will have it, before it joins. */
export function newGroup(
  owner: SandboxProfile,
  shared: SharedGroup,
  origin: Pick<GroupEntry, "viaLink" | "preparedLink">,
  role: string,
): GroupEntry {
  const membership = owner.newMember(owner.profile, {
    memberId: owner.randomId(),
    role,
    category: "user",
    status: role === "owner" ? "creator" : "unknown",
    localDisplayName: owner.profile.displayName,
  });
  const group: GroupEntry = {
    groupId: owner.nextId("group"),
    localDisplayName: owner.uniqueLocalName(shared.profile.displayName),
    shared,
    membership,
    members: new Map(),
    createdAtMs: owner.services.clock.now(),
    ...origin,
  };
  owner.groups.set(group.groupId, group);
  if (role === "owner") shared.participants.set(membership.memberId, { profile: owner, groupId: group.groupId });
  return group;
}

/** The role new members get: in a channel they read and do not write. */
export function joiningRole(shared: SharedGroup): string {
  return shared.isChannel ? "observer" : "member";
}

/**
 * Joins a group or channel through its link. Members of a group learn of each other; subscribers of a channel know its
 * owners only. `connId` is that of a connection the core reported before there was a group.
 */
export function joinGroup(joiner: SandboxProfile, group: GroupEntry, profile: WireProfile, connId?: number): void {
  const { shared } = group;
  group.membership.status = "accepted";
  group.membership.profile = profile;
  joiner.services.clock.soon(() => {
    const others = [...shared.participants.values()];
    shared.participants.set(group.membership.memberId, { profile: joiner, groupId: group.groupId });
    const isVisible = (member: MemberEntry): boolean => !shared.isChannel || member.role === "owner";
    const known = others.flatMap((other) => {
      const entry = other.profile.groups.get(other.groupId);
      return entry === undefined || !isVisible(entry.membership) ? [] : [{ ...other, entry }];
    });
    const host = known.find(({ entry }) => entry.membership.role === "owner");
    for (const { entry } of known) introduce(joiner, group, entry.membership, entry === host?.entry ? "host" : "pre");
    group.membership.status = "connected";
    const hostMember = host && findMember(group, host.entry.membership.memberId);
    if (host === undefined || hostMember === undefined) return;
    const hostRecord = { ...memberRecord(group.groupId, hostMember), ...connectionOf(connId) };
    const connecting = shared.business === undefined ? "groupLinkConnecting" : "businessLinkConnecting";
    joiner.emit(connecting, { groupInfo: groupRecord(group), hostMember: hostRecord });
    joiner.emit("userJoinedGroup", { groupInfo: groupRecord(group), hostMember: hostRecord });
    for (const other of known) announce(joiner, group, other, host.entry);
  });
}

interface KnownGroup {
  readonly profile: SandboxProfile;
  readonly entry: GroupEntry;
}

/** Tells one member of the new one: the host accepted it, the others learn of it from the host. */
function announce(joiner: SandboxProfile, group: GroupEntry, other: KnownGroup, hostEntry: GroupEntry): void {
  const { profile, entry } = other;
  const member = memberRecord(entry.groupId, introduce(profile, entry, group.membership, "post"));
  const groupInfo = groupRecord(entry);
  if (entry === hostEntry) {
    profile.emit("joinedGroupMember", { groupInfo, member });
    return;
  }
  const host = findMember(entry, hostEntry.membership.memberId);
  if (host !== undefined) {
    const hostMember = memberRecord(entry.groupId, host);
    profile.emit("joinedGroupMemberConnecting", { groupInfo, hostMember, member });
  }
  profile.emit("connectedToGroupMember", { groupInfo, member });
  const seen = findMember(group, entry.membership.memberId);
  if (seen !== undefined)
    joiner.emit("connectedToGroupMember", {
      groupInfo: groupRecord(group),
      member: memberRecord(group.groupId, seen),
    });
}

/** The chat a business makes for a customer (agent-protocols#protocols: the declaration is copied into it). */
function businessGroup(business: SandboxProfile, customer: SandboxProfile, customerProfile: WireProfile): SharedGroup {
  const preferences = memberObject(business.profile, "preferences");
  const copied = Object.fromEntries(
    ["protocols", "commands"].flatMap((key) => (preferences[key] === undefined ? [] : [[key, preferences[key]]])),
  );
  const { preferences: _preferences, peerType: _peerType, ...profile } = business.profile;
  const chat: BusinessChat = {
    businessId: business.randomId(),
    customerId: customer.randomId(),
    customerProfile,
  };
  return {
    profile: {
      ...profile,
      groupPreferences: { directMessages: { enable: "off" }, history: { enable: "on" }, ...copied },
    },
    isChannel: false,
    business: chat,
    participants: new Map(),
  };
}

/** The customer's side of a business chat, not joined yet. */
export function newBusinessChat(
  customer: SandboxProfile,
  business: SandboxProfile,
  origin: Pick<GroupEntry, "viaLink" | "preparedLink">,
): GroupEntry {
  const shared = businessGroup(business, customer, customer.profile);
  const group = newGroup(customer, shared, origin, "member");
  group.membership = { ...group.membership, memberId: shared.business?.customerId ?? group.membership.memberId };
  return group;
}

/** Accepts a customer: the business gets its side of the chat, then both are connected. */
export function joinBusiness(
  customer: SandboxProfile,
  group: GroupEntry,
  business: SandboxProfile,
  profile: WireProfile,
  connId?: number,
): void {
  const { shared } = group;
  if (shared.business === undefined) return;
  const side = newGroup(
    business,
    { ...shared, business: { ...shared.business, customerProfile: profile } },
    {},
    "owner",
  );
  shared.participants.clear();
  business.groups.set(side.groupId, side);
  side.membership = { ...side.membership, memberId: shared.business.businessId };
  shared.participants.set(side.membership.memberId, { profile: business, groupId: side.groupId });
  business.services.clock.soon(() => business.emit("acceptingBusinessRequest", { groupInfo: groupRecord(side) }));
  joinGroup(customer, group, profile, connId);
}

function introduce(
  owner: SandboxProfile,
  group: GroupEntry,
  member: MemberEntry,
  category: "host" | "pre" | "post",
): MemberEntry {
  const introduced = owner.newMember(member.profile, {
    memberId: member.memberId,
    role: member.role,
    category,
    status: member.status === "creator" ? "creator" : "connected",
    localDisplayName: owner.uniqueLocalName(member.profile.displayName),
  });
  group.members.set(introduced.groupMemberId, introduced);
  return introduced;
}

function findMember(group: GroupEntry, memberId: string): MemberEntry | undefined {
  return [...group.members.values()].find((member) => member.memberId === memberId);
}

function connectionOf(connId: number | undefined): JsonObject {
  return connId === undefined ? {} : { activeConn: { connId } };
}
