import { Buffer } from "node:buffer";
import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import type { SandboxProfile } from "../sandboxProfile.ts";
import type { ContactEntry, WireProfile } from "../sandboxState.ts";
import { ownTime } from "../sandboxTime.ts";
import { fullPreferences, mergedPreferences } from "./preferenceRecords.ts";

const chatVersionRange = { minVersion: 1, maxVersion: 21 };
export const chatSettings = { enableNtfs: "all", favorite: false, dropFeed: false };

/** `LocalProfile`: a profile as one core keeps it. */
export function localProfile(profileId: number, profile: WireProfile): JsonObject {
  return { profileId, localAlias: "", ...profile };
}

/** `User` */
export function userRecord(owner: SandboxProfile): JsonObject {
  return {
    userId: owner.userId,
    agentUserId: owner.userId,
    userContactId: 1,
    localDisplayName: owner.profile.displayName,
    profile: localProfile(1, owner.profile),
    fullPreferences: fullPreferences(owner.profile),
    activeUser: true,
    activeOrder: 1,
    showNtfs: true,
    sendRcptsContacts: true,
    sendRcptsSmallGroups: true,
    autoAcceptMemberContacts: false,
    autoAcceptGroupInvitations: false,
    userChatRelay: false,
    clientService: false,
  };
}

/** `Contact` */
export function contactRecord(owner: SandboxProfile, contact: ContactEntry): JsonObject {
  const createdAt = ownTime(contact.createdAtMs);
  return {
    contactId: contact.contactId,
    localDisplayName: contact.localDisplayName,
    profile: localProfile(contact.profileId, contact.profile),
    ...(contact.status !== "prepared" && { activeConn: connectionRecord(contact, createdAt) }),
    contactUsed: true,
    contactStatus: contact.status === "deleted" ? "deleted" : "active",
    chatSettings,
    userPreferences: {},
    mergedPreferences: mergedPreferences(contact.incognitoProfile ?? owner.profile, contact.profile),
    createdAt,
    updatedAt: createdAt,
    chatTs: createdAt,
    ...(contact.status === "prepared" &&
      contact.preparedLink !== undefined && {
        preparedContact: { connLinkToConnect: connLinkRecord(contact.preparedLink), uiConnLinkType: "con" },
      }),
    contactGrpInvSent: false,
    chatTags: [],
    chatDeleted: false,
  };
}

/** `CreatedConnLink` */
export function connLinkRecord(link: { readonly full: string; readonly short: string }): JsonObject {
  return { connFullLink: link.full, connShortLink: link.short };
}

/** `PendingContactConnection` */
export function pendingConnectionRecord(
  connId: number,
  createdAtMs: number,
  link: { readonly full: string; readonly short: string } | undefined,
  isIncognito: boolean,
): JsonObject {
  const createdAt = ownTime(createdAtMs);
  return {
    pccConnId: connId,
    pccAgentConnId: agentConnectionId(connId),
    pccConnStatus: { type: link === undefined ? "joined" : "new" },
    viaContactUri: link === undefined,
    ...(isIncognito && { customUserProfileId: connId }),
    ...(link !== undefined && { connLinkInv: connLinkRecord(link) }),
    localAlias: "",
    createdAt,
    updatedAt: createdAt,
  };
}

/** `VersionRange` of the chat protocol. */
export function chatVersions(): JsonObject {
  return chatVersionRange;
}

function connectionRecord(contact: ContactEntry, createdAt: string): JsonObject {
  return {
    connId: contact.connId,
    agentConnId: agentConnectionId(contact.connId),
    connChatVersion: chatVersionRange.maxVersion,
    peerChatVRange: chatVersionRange,
    connLevel: 0,
    viaGroupLink: false,
    ...(contact.incognitoProfile !== undefined && { customUserProfileId: contact.connId }),
    connType: "contact",
    connStatus: {
      type: contact.status === "connecting" ? "joined" : contact.status === "deleted" ? "deleted" : "ready",
    },
    contactConnInitiated: contact.viaLink !== undefined,
    localAlias: "",
    pqSupport: true,
    pqEncryption: true,
    pqSndEnabled: true,
    pqRcvEnabled: true,
    authErrCounter: 0,
    quotaErrCounter: 0,
    createdAt,
  };
}

function agentConnectionId(connId: number): string {
  return Buffer.from(`connection-${connId}`).toString("base64url");
}
