import { asId, asObject, asString, tagOf } from "./jsonShape.ts";
import type { Contact, Group, Member, User } from "./records.ts";

/** Connection states in which the core accepts a message: from `contactSndReady` on. */
const writableConnections: ReadonlySet<string> = new Set(["sndReady", "ready"]);

/** Membership states in which the core sends to the group. */
const writableMemberships: ReadonlySet<string> = new Set(["connected", "complete", "creator"]);

/** Parses a `user`; undefined when its id, name or profile is missing. */
export function parseUser(value: unknown): User | undefined {
  const user = asObject(value);
  const userId = asId(user?.["userId"]);
  const displayName = asString(user?.["localDisplayName"]);
  const profile = asObject(user?.["profile"]);
  if (userId === undefined || displayName === undefined || profile === undefined) return undefined;
  return { userId, displayName, profile };
}

/** Parses a `contact`. It is ready when the core accepts a message to it. */
export function parseContact(value: unknown): Contact | undefined {
  const contact = asObject(value);
  const contactId = asId(contact?.["contactId"]);
  const displayName = asString(contact?.["localDisplayName"]);
  const profile = asObject(contact?.["profile"]);
  if (contactId === undefined || displayName === undefined || profile === undefined) return undefined;
  const connectionStatus = tagOf(asObject(contact?.["activeConn"])?.["connStatus"]);
  return { contactId, displayName, isReady: writableConnections.has(connectionStatus ?? ""), profile };
}

/** Parses a `groupInfo`. */
export function parseGroup(value: unknown): Group | undefined {
  const group = asObject(value);
  const groupId = asId(group?.["groupId"]);
  const displayName = asString(group?.["localDisplayName"]);
  const groupProfile = asObject(group?.["groupProfile"]);
  if (groupId === undefined || displayName === undefined || groupProfile === undefined) return undefined;
  const membershipStatus = asString(asObject(group?.["membership"])?.["memberStatus"]);
  const businessChat = asObject(group?.["businessChat"]);
  return {
    groupId,
    displayName,
    isReady: writableMemberships.has(membershipStatus ?? ""),
    groupProfile,
    ...(businessChat === undefined ? {} : { businessChat }),
  };
}

/** Parses a `GroupMember`; undefined when one of its ids or its name is missing. */
export function parseMember(value: unknown): Member | undefined {
  const member = asObject(value);
  const groupMemberId = asId(member?.["groupMemberId"]);
  const memberId = asString(member?.["memberId"]);
  const displayName = asString(member?.["localDisplayName"]);
  if (groupMemberId === undefined || memberId === undefined || displayName === undefined) return undefined;
  return {
    groupMemberId,
    memberId,
    displayName,
    role: asString(member?.["memberRole"]) ?? "",
    status: asString(member?.["memberStatus"]) ?? "",
    profile: asObject(member?.["memberProfile"]) ?? {},
  };
}
