import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../../core.ts";
import { asObject } from "../../records/jsonShape.ts";
import type { ChatRef } from "../../records/records.ts";
import { errorType, parseError, storeError } from "../chatErrors.ts";
import { newGroup } from "../joining.ts";
import { parseJsonObject } from "../jsonArgument.ts";
import { recipientsOf } from "../messaging.ts";
import {
  groupLinkRecord,
  groupRecord,
  isCurrentMember,
  memberByWireId,
  memberRecord,
} from "../records/groupRecords.ts";
import { contactRecord } from "../records/profileRecords.ts";
import { sandboxLink } from "../sandboxLinks.ts";
import type { SandboxProfile } from "../sandboxProfile.ts";
import { type GroupEntry, type SharedGroup, type WireProfile, wireProfileOf } from "../sandboxState.ts";
import { type Arguments, chatRefOf, chatRefPattern, response, type SandboxCommand } from "./command.ts";

/** Groups and channels, and leaving conversations. */
export const groupCommands: readonly SandboxCommand[] = [
  {
    pattern: /^\/_groups (?<userId>\d+)(?: @\d+)?(?: (?<search>.+))?$/,
    run(profile, argument) {
      const search = argument("search").toLowerCase();
      const groups = [...profile.groups.values()].filter((group) =>
        group.localDisplayName.toLowerCase().includes(search),
      );
      return response(profile, "groupsList", { groups: groups.map(groupRecord) });
    },
  },
  {
    pattern: /^\/_members #(?<groupId>\d+)$/,
    run: (profile, argument) =>
      withGroup(profile, argument, (group) => {
        const members = [...group.members.values()].map((member) => memberRecord(group.groupId, member));
        return response(profile, "groupMembers", { group: { groupInfo: groupRecord(group), members } });
      }),
  },
  {
    pattern: /^\/_group (?<userId>\d+)(?: incognito=(?:on|off))? (?<json>\{.*\})$/s,
    run(profile, argument) {
      const groupProfile = wireProfileOf(parseJsonObject(argument("json")));
      if (groupProfile === undefined) return parseError();
      const group = newGroup(
        profile,
        { profile: groupProfile, isChannel: false, participants: new Map() },
        {},
        "owner",
      );
      return response(profile, "groupCreated", { groupInfo: groupRecord(group) });
    },
  },
  {
    pattern: /^\/_public group (?<userId>\d+)(?: incognito=(?:on|off))? \d+(?:,\d+)* (?<json>\{.*\})$/s,
    run(profile, argument) {
      const groupProfile = wireProfileOf(parseJsonObject(argument("json")));
      return groupProfile === undefined ? parseError() : newPublicGroup(profile, groupProfile);
    },
  },
  {
    pattern: /^\/_create link #(?<groupId>\d+) (?<role>member|observer)$/,
    run: (profile, argument) =>
      withGroup(profile, argument, (group) => {
        if (group.shared.link !== undefined) return storeError("duplicateGroupLink", { groupInfo: groupRecord(group) });
        publishGroup(profile, group, "g");
        return linkResponse(profile, group, "groupLinkCreated");
      }),
  },
  {
    pattern: /^\/_get link #(?<groupId>\d+)$/,
    run: (profile, argument) => withGroup(profile, argument, (group) => linkResponse(profile, group, "groupLink")),
  },
  {
    pattern: /^\/_delete link #(?<groupId>\d+)$/,
    run: (profile, argument) =>
      withGroup(profile, argument, (group) => {
        if (group.shared.link === undefined) return storeError("groupLinkNotFound", { groupInfo: groupRecord(group) });
        profile.services.withdraw(group.shared.link);
        delete group.shared.link;
        return response(profile, "groupLinkDeleted", { groupInfo: groupRecord(group) });
      }),
  },
  {
    pattern: /^\/_group_profile #(?<groupId>\d+) (?<json>\{.*\})$/s,
    run: (profile, argument) => withGroup(profile, argument, (group) => changeProfile(profile, group, argument)),
  },
  {
    pattern: /^\/_leave #(?<groupId>\d+)$/,
    run: (profile, argument) =>
      withGroup(profile, argument, (group) => {
        leave(profile, group);
        return response(profile, "leftMemberUser", { groupInfo: groupRecord(group) });
      }),
  },
  {
    pattern: new RegExp(`^/_delete ${chatRefPattern}(?: (?:full|entity|messages))?(?: notify=(?<notify>on|off))?$`),
    run(profile, argument) {
      const chat = chatRefOf(argument);
      return chat.kind === "direct" ? deleteContact(profile, chat, argument) : deleteGroup(profile, chat);
    },
  },
];

function newPublicGroup(profile: SandboxProfile, groupProfile: WireProfile): CoreRecord {
  const declared = asObject(groupProfile["publicGroup"]) ?? {};
  const groupType = declared["groupType"] === "group" ? "group" : "channel";
  const type = groupType === "channel" ? "c" : "g";
  const link = sandboxLink(type, groupProfile.displayName, false);
  const publicGroup = { ...declared, groupType, groupLink: link.short, publicGroupId: `${link.short.slice(-43)}=` };
  const shared: SharedGroup = {
    profile: { ...groupProfile, publicGroup },
    isChannel: groupType === "channel",
    participants: new Map(),
  };
  const group = newGroup(profile, shared, {}, "owner");
  publishGroup(profile, group, type);
  return response(profile, "publicGroupCreated", {
    groupInfo: groupRecord(group),
    groupLink: groupLinkRecord(link, group.groupId, "observer"),
    groupRelays: [],
  });
}

function publishGroup(profile: SandboxProfile, group: GroupEntry, type: "c" | "g"): void {
  const link = sandboxLink(type, group.shared.profile.displayName, false);
  group.shared.link = link;
  profile.services.publish(link, { kind: "group", shared: group.shared, link, host: profile });
}

function linkResponse(profile: SandboxProfile, group: GroupEntry, type: string): CoreRecord {
  const groupInfo = groupRecord(group);
  const { link, isChannel } = group.shared;
  return link === undefined
    ? storeError("groupLinkNotFound", { groupInfo })
    : response(profile, type, {
        groupInfo,
        groupLink: groupLinkRecord(link, group.groupId, isChannel ? "observer" : "member"),
      });
}

function changeProfile(profile: SandboxProfile, group: GroupEntry, argument: Arguments): CoreRecord {
  const groupProfile = wireProfileOf(parseJsonObject(argument("json")));
  if (groupProfile === undefined) return parseError();
  const fromGroup = groupRecord(group);
  if (group.membership.role !== "owner")
    return errorType("groupUserRole", { groupInfo: fromGroup, requiredRole: "owner" });
  const others = groupsOfOthers(profile, group).map((other) => ({ ...other, before: groupRecord(other.entry) }));
  group.shared.profile = groupProfile;
  for (const { profile: other, entry, before } of others) {
    const member = memberByWireId(entry, group.membership.memberId);
    profile.services.clock.soon(() =>
      other.emit("groupUpdated", {
        fromGroup: before,
        toGroup: groupRecord(entry),
        ...(member !== undefined && { member_: memberRecord(entry.groupId, member) }),
      }),
    );
  }
  return response(profile, "groupUpdated", { fromGroup, toGroup: groupRecord(group), msgSigned: false });
}

function leave(profile: SandboxProfile, group: GroupEntry): void {
  if (!isCurrentMember(group)) return;
  const others = groupsOfOthers(profile, group);
  group.membership.status = "left";
  group.shared.participants.delete(group.membership.memberId);
  for (const { profile: other, entry } of others) {
    const member = memberByWireId(entry, group.membership.memberId);
    if (member === undefined) continue;
    profile.services.clock.soon(() => {
      member.status = "left";
      entry.members.delete(member.groupMemberId);
      other.emit("leftMember", { groupInfo: groupRecord(entry), member: memberRecord(entry.groupId, member) });
    });
  }
}

function deleteContact(
  profile: SandboxProfile,
  chat: ChatRef & { readonly kind: "direct" },
  argument: Arguments,
): CoreRecord {
  const contact = profile.contacts.get(chat.contactId);
  if (contact === undefined) return storeError("contactNotFound", { contactId: chat.contactId });
  const record = contactRecord(profile, contact);
  const { peer } = contact;
  const other = peer?.profile.contacts.get(peer.contactId);
  if (peer !== undefined && other !== undefined && argument("notify") !== "off") {
    other.status = "deleted";
    profile.services.clock.soon(() =>
      peer.profile.emit("contactDeletedByContact", { contact: contactRecord(peer.profile, other) }),
    );
  }
  profile.contacts.delete(chat.contactId);
  profile.forgetChat(chat);
  return response(profile, "contactDeleted", { contact: record });
}

/** A member leaves before the group can be deleted; an owner deletes it for all. */
function deleteGroup(profile: SandboxProfile, chat: ChatRef & { readonly kind: "group" }): CoreRecord {
  const group = profile.groups.get(chat.groupId);
  if (group === undefined) return storeError("groupNotFound", { groupId: chat.groupId });
  const groupInfo = groupRecord(group);
  const isOwner = group.membership.role === "owner";
  if (isCurrentMember(group) && !isOwner) return errorType("groupUserRole", { groupInfo, requiredRole: "owner" });
  if (isOwner) endForMembers(profile, group);
  profile.groups.delete(chat.groupId);
  profile.forgetChat(chat);
  return response(profile, "groupDeletedUser", { groupInfo, msgSigned: false });
}

function endForMembers(profile: SandboxProfile, group: GroupEntry): void {
  for (const { profile: other, entry } of groupsOfOthers(profile, group)) {
    const member = memberByWireId(entry, group.membership.memberId);
    entry.membership.status = "removed";
    profile.services.clock.soon(() => {
      const members: JsonObject = member === undefined ? {} : { member: memberRecord(entry.groupId, member) };
      other.emit("groupDeleted", { groupInfo: groupRecord(entry), ...members });
    });
  }
  if (group.shared.link !== undefined) profile.services.withdraw(group.shared.link);
}

function groupsOfOthers(
  profile: SandboxProfile,
  group: GroupEntry,
): readonly { readonly profile: SandboxProfile; readonly entry: GroupEntry }[] {
  return recipientsOf(profile, { kind: "group", groupId: group.groupId }).flatMap((recipient) => {
    const entry = recipient.chat.kind === "group" ? recipient.profile.groups.get(recipient.chat.groupId) : undefined;
    return entry === undefined ? [] : [{ profile: recipient.profile, entry }];
  });
}

function withGroup(profile: SandboxProfile, argument: Arguments, use: (group: GroupEntry) => CoreRecord): CoreRecord {
  const groupId = Number(argument("groupId"));
  const group = profile.groups.get(groupId);
  return group === undefined ? storeError("groupNotFound", { groupId }) : use(group);
}
