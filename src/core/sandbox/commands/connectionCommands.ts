import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../../core.ts";
import { asObject } from "../../records/jsonShape.ts";
import { sandboxHasNoNetwork } from "../../sandboxNetwork.ts";
import { agentError, chatCmdError, errorType, parseError, storeError } from "../chatErrors.ts";
import {
  acceptContact,
  incognitoProfile,
  joinBusiness,
  joinGroup,
  joiningRole,
  newBusinessChat,
  newContact,
  newGroup,
  requestContact,
} from "../joining.ts";
import { parseJsonObject } from "../jsonArgument.ts";
import type { ResolvedAddress } from "../networkServices.ts";
import { chatRecord } from "../records/chatRecords.ts";
import { groupRecord } from "../records/groupRecords.ts";
import { connLinkRecord, contactRecord, pendingConnectionRecord } from "../records/profileRecords.ts";
import { parseTarget, sandboxLink } from "../sandboxLinks.ts";
import type { SandboxProfile } from "../sandboxProfile.ts";
import { type ContactEntry, type GroupEntry, wireProfileOf } from "../sandboxState.ts";
import { contactLinkData, isBusinessAddress } from "./addressCommands.ts";
import { type Arguments, response, type SandboxCommand } from "./command.ts";

/** Links: what they lead to, and connecting through them. */
export const connectionCommands: readonly SandboxCommand[] = [
  {
    pattern:
      /^\/_connect plan (?<userId>\d+) (?<target>\S+)(?: resolve=(?<resolve>allGroups|unknown|never))?(?: sig=\{.*\})?$/,
    run: (profile, argument) => withTarget(profile, argument("target"), (found) => plan(profile, found)),
  },
  {
    pattern:
      /^\/_prepare contact (?<userId>\d+) (?<full>simplex:\/\S+|https:\/\/\S+)(?: (?<short>(?:simplex:|https:)\S+))?(?: domain=\S+)? (?<json>\{.*\})$/s,
    run: (profile, argument) => withPrepared(profile, argument, prepareContact),
  },
  {
    pattern:
      /^\/_prepare group (?<userId>\d+) (?<full>simplex:\/\S+|https:\/\/\S+)(?: (?<short>(?:simplex:|https:)\S+))?(?: direct=(?:on|off))?(?: domain=\S+)? (?<json>\{.*\})$/s,
    run: (profile, argument) => withPrepared(profile, argument, prepareGroup),
  },
  {
    pattern: /^\/_connect contact @(?<contactId>\d+)(?: incognito=(?<incognito>on|off))?(?: (?:text|json) .*)?$/s,
    run(profile, argument) {
      const contactId = Number(argument("contactId"));
      const contact = profile.contacts.get(contactId);
      if (contact === undefined) return storeError("contactNotFound", { contactId });
      if (contact.status !== "prepared" || contact.preparedLink === undefined)
        return errorType("commandError", { message: "contact already has connection" });
      return withTarget(profile, contact.preparedLink.full, (found) => {
        if (argument("incognito") === "on") contact.incognitoProfile = incognitoProfile(profile);
        startContact(profile, contact, found);
        return response(profile, "startedConnectionToContact", { contact: contactRecord(profile, contact) });
      });
    },
  },
  {
    pattern:
      /^\/_connect group #(?<groupId>\d+)(?: incognito=(?<incognito>on|off))?(?: contact=\d+ owner=\S+)?(?: (?:text|json) .*)?$/s,
    run(profile, argument) {
      const groupId = Number(argument("groupId"));
      const group = profile.groups.get(groupId);
      if (group === undefined) return storeError("groupNotFound", { groupId });
      if (group.membership.status !== "unknown" || group.preparedLink === undefined)
        return errorType("commandError", { message: "group already has connection" });
      return withTarget(profile, group.preparedLink.full, (found) => {
        startGroup(profile, group, found, argument("incognito") === "on");
        return response(profile, "startedConnectionToGroup", { groupInfo: groupRecord(group), relayResults: [] });
      });
    },
  },
  {
    pattern: /^\/_connect (?<userId>\d+)(?: incognito=(?<incognito>on|off))?$/,
    run: (profile, argument) => invite(profile, argument("incognito") === "on"),
  },
  {
    pattern: /^\/_connect (?<userId>\d+)(?: incognito=(?<incognito>on|off))? (?<full>\S+)(?: (?<short>\S+))?$/,
    run: (profile, argument) =>
      withTarget(profile, argument("full"), (found) => connectAtOnce(profile, found, argument("incognito") === "on")),
  },
  {
    pattern: /^\/c(?:onnect)?(?: (?<incognito>incognito))?$/,
    run: (profile, argument) => invite(profile, argument("incognito") !== ""),
  },
  {
    pattern: /^\/c(?:onnect)?(?: (?<incognito>incognito))? (?<target>\S+)$/,
    run: (profile, argument) =>
      withTarget(profile, argument("target"), (found) => {
        const isNew = knownGroup(profile, found) === undefined && knownContact(profile, found) === undefined;
        return isNew && !isOwn(profile, found)
          ? connectAtOnce(profile, found, argument("incognito") !== "")
          : plan(profile, found);
      }),
  },
];

const noNetwork = { type: "NETWORK", networkError: { type: "connectError", connectError: sandboxHasNoNetwork } };

/** Finds what a link or name leads to; a link of another network ends as it would behind a closed firewall. */
export function withTarget(
  profile: SandboxProfile,
  text: string,
  use: (found: ResolvedAddress) => CoreRecord | Promise<CoreRecord>,
): CoreRecord | Promise<CoreRecord> {
  const target = parseTarget(text);
  if (target.kind === "invalid") return errorType("invalidConnReq");
  const found = profile.services.resolve(target);
  if (found !== undefined) return use(found);
  if (target.kind === "name")
    return chatCmdError(
      agentError({
        type: "SMP",
        serverAddress: "names.sandbox.invalid",
        smpErr: { type: "NAME", nameErr: { type: "NOT_FOUND" } },
      }),
    );
  return target.isSandbox
    ? chatCmdError(agentError({ type: "SMP", serverAddress: target.host, smpErr: { type: "AUTH" } }))
    : chatCmdError(agentError({ type: "BROKER", brokerAddress: target.host, brokerErr: noNetwork }));
}

function plan(profile: SandboxProfile, found: ResolvedAddress): CoreRecord {
  return response(profile, "connectionPlan", {
    connLink: connLinkRecord(found.link),
    ...(found.domain !== undefined && { planSimplexName: simplexName(found.domain, found.address.kind === "group") }),
    connectionPlan: planOf(profile, found),
  });
}

function planOf(profile: SandboxProfile, found: ResolvedAddress): JsonObject {
  const { address } = found;
  const group = knownGroup(profile, found);
  if (group !== undefined || address.kind === "group") {
    return { type: "groupLink", groupLinkPlan: groupPlan(profile, found, group) };
  }
  const contact = knownContact(profile, found);
  const known = contact && contactPlan(profile, contact);
  const own = isOwn(profile, found) ? { type: "ownLink" } : undefined;
  if (address.kind === "invitation") {
    const contactSLinkData_ = { profile: address.owner.profile, business: false };
    return { type: "invitationLink", invitationLinkPlan: own ?? known ?? { type: "ok", contactSLinkData_ } };
  }
  const contactSLinkData_ = contactLinkData(address.owner, address.address);
  return { type: "contactAddress", contactAddressPlan: own ?? known ?? { type: "ok", contactSLinkData_ } };
}

function contactPlan(profile: SandboxProfile, contact: ContactEntry): JsonObject {
  const record = contactRecord(profile, contact);
  return { type: contact.status === "connecting" ? "connectingProhibit" : "known", contact: record };
}

function groupPlan(profile: SandboxProfile, found: ResolvedAddress, group: GroupEntry | undefined): JsonObject {
  if (group !== undefined) {
    const groupInfo = groupRecord(group);
    if (isOwn(profile, found)) return { type: "ownLink", groupInfo };
    if (group.membership.status === "accepted") return { type: "connectingProhibit", groupInfo_: groupInfo };
    return { type: "known", groupInfo, groupUpdated: false, linkOwners: [] };
  }
  if (found.address.kind !== "group") return { type: "ok" };
  const { shared } = found.address;
  const publicGroupId = asObject(shared.profile["publicGroup"])?.["publicGroupId"];
  return {
    type: "ok",
    groupSLinkInfo_: {
      direct: !shared.isChannel,
      groupRelays: [],
      ...(publicGroupId !== undefined && { publicGroupId }),
    },
    groupSLinkData_: {
      groupProfile: shared.profile,
      ...(shared.isChannel && { publicGroupData: { publicMemberCount: shared.participants.size } }),
    },
  };
}

function isOwn(profile: SandboxProfile, found: ResolvedAddress): boolean {
  return found.address.kind === "group" ? found.address.host === profile : found.address.owner === profile;
}

function knownContact(profile: SandboxProfile, found: ResolvedAddress): ContactEntry | undefined {
  return [...profile.contacts.values()].find(
    (contact) => contact.viaLink === found.link.short && contact.status !== "deleted",
  );
}

/** The group made through that link, or through that business address. */
function knownGroup(profile: SandboxProfile, found: ResolvedAddress): GroupEntry | undefined {
  const groups = [...profile.groups.values()];
  const { address } = found;
  return groups.find(
    (group) =>
      group.membership.status !== "left" &&
      (group.viaLink === found.link.short || (address.kind === "group" && address.shared === group.shared)),
  );
}

function withPrepared(
  profile: SandboxProfile,
  argument: Arguments,
  prepare: (profile: SandboxProfile, found: ResolvedAddress, linkData: JsonObject) => CoreRecord,
): CoreRecord | Promise<CoreRecord> {
  const linkData = parseJsonObject(argument("json"));
  if (linkData === undefined) return parseError();
  return withTarget(profile, argument("full"), (found) => prepare(profile, found, linkData));
}

function prepareContact(profile: SandboxProfile, found: ResolvedAddress, linkData: JsonObject): CoreRecord {
  const contactProfile = wireProfileOf(asObject(linkData["profile"]));
  if (contactProfile === undefined || found.address.kind === "group") return parseError();
  const origin = { viaLink: found.link.short, preparedLink: found.link };
  if (linkData["business"] === true) {
    const group = newBusinessChat(profile, found.address.owner, origin);
    return response(profile, "newPreparedChat", {
      chat: chatRecord(profile, { kind: "group", groupId: group.groupId }, []),
    });
  }
  const contact = newContact(profile, contactProfile, origin);
  return response(profile, "newPreparedChat", {
    chat: chatRecord(profile, { kind: "direct", contactId: contact.contactId }, []),
  });
}

function prepareGroup(profile: SandboxProfile, found: ResolvedAddress, linkData: JsonObject): CoreRecord {
  if (found.address.kind !== "group" || asObject(linkData["groupProfile"]) === undefined) return parseError();
  const { shared } = found.address;
  const origin = { viaLink: found.link.short, preparedLink: found.link };
  const group = newGroup(profile, shared, origin, joiningRole(shared));
  return response(profile, "newPreparedChat", {
    chat: chatRecord(profile, { kind: "group", groupId: group.groupId }, []),
  });
}

function startContact(profile: SandboxProfile, contact: ContactEntry, found: ResolvedAddress): void {
  if (found.address.kind === "contact") requestContact(profile, contact, found.address.owner, found.address.address);
  if (found.address.kind !== "invitation") return;
  const { owner, link } = found.address;
  profile.services.withdraw(link);
  contact.status = "connecting";
  profile.services.clock.soon(() => acceptContact(owner, profile, contact));
}

function startGroup(
  profile: SandboxProfile,
  group: GroupEntry,
  found: ResolvedAddress,
  isIncognito: boolean,
  connId?: number,
): void {
  const memberProfile = isIncognito ? incognitoProfile(profile) : profile.profile;
  if (found.address.kind === "contact") joinBusiness(profile, group, found.address.owner, memberProfile, connId);
  else joinGroup(profile, group, memberProfile, connId);
}

/** `/_connect <userId> <link>`: the connection is pending, and the conversation appears with the events. */
function connectAtOnce(profile: SandboxProfile, found: ResolvedAddress, isIncognito: boolean): CoreRecord {
  const contact = knownContact(profile, found);
  if (contact !== undefined)
    return response(profile, "contactAlreadyExists", { contact: contactRecord(profile, contact) });
  const connId = profile.nextId("connection");
  const { address } = found;
  const origin = { viaLink: found.link.short };
  if (address.kind === "group") {
    startGroup(
      profile,
      newGroup(profile, address.shared, origin, joiningRole(address.shared)),
      found,
      isIncognito,
      connId,
    );
  } else if (address.kind === "contact" && isBusinessAddress(address.address)) {
    startGroup(profile, newBusinessChat(profile, address.owner, origin), found, isIncognito, connId);
  } else {
    const custom = isIncognito ? { incognitoProfile: incognitoProfile(profile) } : {};
    startContact(profile, newContact(profile, address.owner.profile, { ...origin, ...custom, connId }), found);
  }
  const type = address.kind === "invitation" ? "sentConfirmation" : "sentInvitation";
  const connection = pendingConnectionRecord(connId, profile.services.clock.now(), undefined, isIncognito);
  return response(profile, type, { connection });
}

function invite(profile: SandboxProfile, isIncognito: boolean): CoreRecord {
  const link = sandboxLink("i", `${profile.linkName} ${profile.randomId()}`, false);
  profile.services.publish(link, { kind: "invitation", owner: profile, link });
  return response(profile, "invitation", {
    connLinkInvitation: connLinkRecord(link),
    connection: pendingConnectionRecord(profile.nextId("connection"), profile.services.clock.now(), link, isIncognito),
  });
}

/** `SimplexNameInfo` of a name that was resolved. */
function simplexName(name: string, isGroup: boolean): JsonObject {
  const labels = name.split(".");
  const topLevel = labels.at(-1) ?? "";
  const isOwnTopLevel = topLevel === "simplex" || topLevel === "testing";
  return {
    nameType: isGroup ? "publicGroup" : "contact",
    nameDomain: {
      nameTLD: isOwnTopLevel ? topLevel : "web",
      domain: isOwnTopLevel ? (labels.at(-2) ?? "") : labels.slice(-2).join("."),
      subDomain: labels.slice(0, -2),
    },
  };
}
