import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import type { BusinessChat, GroupEntry, MemberEntry } from "../sandboxState.ts";
import { ownTime } from "../sandboxTime.ts";
import { fullGroupPreferences } from "./preferenceRecords.ts";
import { chatSettings, chatVersions, connLinkRecord, localProfile } from "./profileRecords.ts";

/** `GroupInfo` */
export function groupRecord(group: GroupEntry): JsonObject {
  const createdAt = ownTime(group.createdAtMs);
  const { shared } = group;
  return {
    groupId: group.groupId,
    useRelays: shared.isChannel,
    localDisplayName: group.localDisplayName,
    groupProfile: groupProfileSeenBy(group),
    localAlias: "",
    ...(shared.business !== undefined && { businessChat: businessChatRecord(group, shared.business) }),
    fullGroupPreferences: fullGroupPreferences(shared.profile),
    membership: memberRecord(group.groupId, group.membership),
    chatSettings,
    createdAt,
    updatedAt: createdAt,
    chatTs: createdAt,
    ...(group.preparedLink !== undefined &&
      group.membership.status === "unknown" && {
        preparedGroup: {
          connLinkToConnect: connLinkRecord(group.preparedLink),
          connLinkPreparedConnection: false,
          connLinkStartedConnection: false,
        },
      }),
    chatTags: [],
    groupSummary: { currentMembers: shared.participants.size },
    membersRequireAttention: 0,
  };
}

/** `GroupMember`. The core removes preferences from the profiles of members (agent-protocols#protocols). */
export function memberRecord(groupId: number, member: MemberEntry): JsonObject {
  const createdAt = ownTime(member.createdAtMs);
  const { preferences: _removed, ...profile } = member.profile;
  return {
    groupMemberId: member.groupMemberId,
    groupId,
    indexInGroup: member.groupMemberId,
    memberId: member.memberId,
    memberRole: member.role,
    memberCategory: member.category,
    memberStatus: member.status,
    memberSettings: { showMessages: true },
    blockedByAdmin: false,
    invitedBy: { type: "unknown" },
    localDisplayName: member.localDisplayName,
    memberProfile: localProfile(member.profileId, profile),
    memberContactProfileId: member.profileId,
    memberChatVRange: chatVersions(),
    createdAt,
    updatedAt: createdAt,
  };
}

/** `GroupLink` */
export function groupLinkRecord(
  link: { readonly full: string; readonly short: string },
  groupId: number,
  role: string,
): JsonObject {
  return {
    userContactLinkId: groupId + 1,
    connLinkContact: connLinkRecord(link),
    shortLinkDataSet: true,
    shortLinkLargeDataSet: true,
    groupLinkId: link.short.slice(-16),
    acceptMemberRole: role,
  };
}

/** `ChatInfo` of a conversation. */
export function groupChatInfo(group: GroupEntry): JsonObject {
  return { type: "group", groupInfo: groupRecord(group) };
}

/** True while the own membership of the group lasts. */
export function isCurrentMember(group: GroupEntry): boolean {
  return group.membership.status === "connected" || group.membership.status === "creator";
}

/** The member of a group with that wire id, as `owner` sees it: itself included. */
export function memberByWireId(group: GroupEntry, memberId: string): MemberEntry | undefined {
  if (group.membership.memberId === memberId) return group.membership;
  for (const member of group.members.values()) if (member.memberId === memberId) return member;
  return undefined;
}

/** `BusinessChatInfo`: `chatType` says what the other side is. */
function businessChatRecord(group: GroupEntry, business: BusinessChat): JsonObject {
  const isCustomer = group.membership.memberId === business.customerId;
  return {
    chatType: isCustomer ? "business" : "customer",
    businessId: business.businessId,
    customerId: business.customerId,
  };
}

/** In a business chat the business sees the customer's profile as the chat's, and the customer that of the business. */
function groupProfileSeenBy(group: GroupEntry): JsonObject {
  const { profile, business } = group.shared;
  if (business === undefined || group.membership.memberId === business.customerId) return profile;
  const { preferences: _preferences, ...customer } = business.customerProfile;
  return { ...customer, groupPreferences: profile["groupPreferences"] };
}
