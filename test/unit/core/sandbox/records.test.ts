import { generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { CoreRecord } from "../../../../src/core/core.ts";
import { apiPart, differencesFromApi, isInApi, newerThanTypes } from "../kit/apiTypes.ts";
import { readFrames } from "../kit/frames.ts";
import { shapeDifferences } from "./recordShape.ts";
import { addressOf, at, groupOf, type Party, sandboxKit, textMessage } from "./sandboxKit.ts";

const acmePreferences = {
  voice: { allow: "no" },
  files: { allow: "no" },
  commands: [{ type: "command", keyword: "help", label: "Help" }],
};
const protocols = { mcp: { versions: ["2026-07-28"], transports: { chat: true, rpc: true } } };

/** Every record the sandbox makes, under the name of the recorded frame it must look like. */
const records = new Map<string, CoreRecord>();

beforeAll(async () => {
  const kit = sandboxKit();
  const acme = kit.add({ displayName: "acme", shortDescr: "Orders", peerType: "bot", preferences: acmePreferences });
  const tester = kit.add({ displayName: "tester" });
  const keep = async (name: string, party: Party, command: string): Promise<CoreRecord> => {
    const record = await party.ask(command);
    records.set(name, record);
    return record;
  };
  const keepEvent = (name: string, party: Party, type: string): void => {
    const event = party.events.find((one) => one.type === type);
    if (event !== undefined) records.set(name, event);
    party.events.length = 0;
  };

  await keep("activeUser", tester, "/u");
  await keep("version", tester, "/version");
  await keep("chatRunning", tester, "/_start main=on service_requests=on");
  await keep("error.parseError", tester, "/_start service_requests=on");
  await keep("error.noAddress", tester, "/_show_address 1");
  await keep("error.invalidLink", tester, "/_connect plan 1 simplex:nothing");

  const link = await addressOf(acme);
  const plan = await keep("plan.contactAddress", tester, `/_connect plan 1 ${link}`);
  await keep("plan.ownAddress", acme, `/_connect plan 1 ${link}`);
  kit.network.registerName("acme.simplex", link);
  await keep("plan.byName", tester, "/_connect plan 1 @acme.simplex");
  const full = String(at(plan, "connLink.connFullLink"));
  const linkData = JSON.stringify(at(plan, "connectionPlan.contactAddressPlan.contactSLinkData_"));
  await keep("preparedContact", tester, `/_prepare contact 1 ${full} ${link} ${linkData}`);
  await keep("startedContact", tester, "/_connect contact @1");
  await keep("plan.connectingContact", tester, `/_connect plan 1 ${link}`);
  await kit.settle();
  keepEvent("event.acceptingContactRequest", acme, "acceptingContactRequest");
  for (const type of ["contactConnecting", "contactSndReady"]) {
    const event = tester.events.find((one) => one.type === type);
    if (event !== undefined) records.set(`event.${type}`, event);
  }
  keepEvent("event.contactConnected", tester, "contactConnected");
  await keep("plan.knownContact", tester, `/_connect plan 1 ${link}`);
  await keep("contactAlreadyExists", tester, `/_connect 1 ${full} ${link}`);
  await keep("contacts", tester, "/_contacts 1");

  await keep("sentDirect", tester, `/_send @1 json ${textMessage("/_call mcp {}")}`);
  await kit.settle();
  keepEvent("event.statuses", tester, "chatItemsStatusesUpdated");
  const reply = await acme.ask(`/_send @1 json ${textMessage("{}", { quotedItemId: 1 })}`);
  await kit.settle();
  keepEvent("event.reply", tester, "newChatItems");
  await acme.ask(`/_update item @1 2 json {"msgContent":{"type":"text","text":"[]"},"mentions":{}}`);
  await kit.settle();
  keepEvent("event.edited", tester, "chatItemUpdated");
  await keep("chat", tester, "/_get chat @1 count=50");
  await keep("error.invalidQuote", tester, `/_send @1 json ${textMessage("x", { quotedItemId: 99 })}`);
  await keep("error.largeMsg", tester, `/_send @1 json ${textMessage("x".repeat(15_497))}`);
  expect(reply.type).toBe("newChatItems");

  const groupLink = await groupOf(acme, "agents");
  const groupPlan = await keep("plan.group", tester, `/_connect plan 1 ${groupLink}`);
  const groupData = JSON.stringify(at(groupPlan, "connectionPlan.groupLinkPlan.groupSLinkData_"));
  const groupFull = String(at(groupPlan, "connLink.connFullLink"));
  await keep("preparedGroup", tester, `/_prepare group 1 ${groupFull} ${groupLink} direct=on ${groupData}`);
  await keep("startedGroup", tester, "/_connect group #1");
  await kit.settle();
  keepEvent("event.userJoinedGroup", tester, "userJoinedGroup");
  const joined = acme.events.filter((event) => event.type === "joinedGroupMember");
  records.set("event.joinedGroupMember", joined[0] ?? { type: "none" });
  await keep("plan.knownGroup", tester, `/_connect plan 1 ${groupLink}`);
  await keep("groups", tester, "/_groups 1");
  const members = await keep("members", tester, "/_members #1");
  const other = kit.add({ displayName: "other" });
  await other.ask(`/connect ${groupLink}`);
  await kit.settle();
  keepEvent("event.connectedToGroupMember", tester, "connectedToGroupMember");
  const groupMemberId = Number(at(members, "group.members.0.groupMemberId"));
  const mention = { mentions: { acme: groupMemberId } };
  await keep("sentGroup", tester, `/_send #1 json ${textMessage("/_call @acme mcp {}", mention)}`);
  await keep("error.invalidMention", tester, `/_send #1 json ${textMessage("/_call mcp {}", mention)}`);
  await kit.settle();
  const received = acme.events.filter((event) => event.type === "newChatItems").at(-1);
  tester.events.length = 0;
  const quotedItemId = at(received, "chatItems.0.chatItem.meta.itemId");
  await acme.ask(`/_send #1 json ${textMessage("{}", { quotedItemId })}`);
  await kit.settle();
  keepEvent("event.groupReply", tester, "newChatItems");
  await keep("error.service.groupName", tester, `/_service_request 1 ${groupLink} {}`);
  await keep("leftGroup", tester, "/_leave #1");
  await keep("groupDeleted", tester, "/_delete #1 full");
  await keep("contactDeleted", tester, "/_delete @1 full");
  await keep("sentInvitation", tester, `/_connect 1 ${full} ${link}`);

  const channelProfile = {
    displayName: "Acme news",
    publicGroup: { groupType: "channel", audience: ["human", "agent"], changeFrequency: "weekly" },
  };
  const channel = await acme.ask(`/_public group 1 1 ${JSON.stringify(channelProfile)}`);
  const channelLink = String(at(channel, "groupLink.connLinkContact.connShortLink"));
  await keep("plan.planned.channel", tester, `/_connect plan 1 ${channelLink}`);
  const planned = kit.add({
    displayName: "planned",
    peerType: "agent",
    preferences: { ...acmePreferences, protocols },
  });
  const plannedLink = await addressOf(planned, { serves: ["agent"] });
  await keep("plan.planned.contactAddress", tester, `/_connect plan 1 ${plannedLink}`);
  const invitation = await planned.ask("/_connect 1");
  await keep(
    "plan.invitation",
    tester,
    `/_connect plan 1 ${String(at(invitation, "connLinkInvitation.connShortLink"))}`,
  );

  const key = generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
  const answered = keep("serviceResponse", tester, `/_service_request 1 ${link} sign_key=${key} {"protocol":"mcp"}`);
  await kit.settle();
  const request = acme.events.find((event) => event.type === "serviceRequest");
  if (request !== undefined) records.set("event.serviceRequest", request);
  await keep("serviceReplyAccepted", acme, `/_service_response 1 ${String(request?.["requestId"])} {"response":{}}`);
  await answered;
  keepEvent("event.serviceReplySent", acme, "serviceReplySent");
  const silent = keep("error.service.timeout", tester, `/_service_request 1 ${link} {"protocol":"mcp"}`);
  await kit.settle();
  keepEvent("event.unsignedServiceRequest", acme, "serviceRequest");
  kit.clock.advance(29_999);
  kit.clock.advance(1);
  await silent;
  const oldLink = await addressOf(kit.add({ displayName: "old" }), {}, false);
  await keep("error.service.notDRAddress", tester, `/_service_request 1 ${oldLink} {}`);
  await keep("error.service.large", tester, `/_service_request 1 ${link} {"a":"${"x".repeat(11_099)}"}`);
  const invalid = keep("error.service.invalidResponse", tester, `/_service_request 1 ${link} {}`);
  await kit.settle();
  const last = acme.events.find((event) => event.type === "serviceRequest");
  await acme.ask(`/_service_response 1 ${String(last?.["requestId"])} []`);
  await invalid;

  const manual = kit.add({ displayName: "manual" });
  const manualLink = await addressOf(manual, { autoAccept: undefined });
  await tester.ask(`/connect ${manualLink}`);
  await kit.settle();
  keepEvent("event.receivedContactRequest", manual, "receivedContactRequest");
  const stopped = kit.add({ displayName: "stopped", isStarted: false });
  await keep("error.chatNotStarted", stopped, "/_contacts 1");
  await keep("chatStarted", stopped, "/_start main=on service_requests=on");
  await kit.network.close();
});

/** What the sandbox has no cause for: no active user, several routers, groups without relays, and the like. */
const neverMade: ReadonlySet<string> = new Set([
  "error.noActiveUser",
  "error.largeCompressed",
  "error.invalidRequest",
  "error.service.rejected",
  "error.service.noPendingRequest",
  "error.service.nameWithoutContactLink",
  "event.badSignature",
  "plan.contactAddressWithWelcome",
  "plan.contactAddressNoData",
  "plan.channel",
  "plan.channelNoRelays",
  "plan.channelUpdateRequired",
  "plan.planError",
  "event.progress",
  "event.hostConnected",
  "event.hostDisconnected",
  "event.subscriptionStatus",
  "event.messageError",
  "event.chatError",
  "event.chatErrors",
]);

describe("records of the sandbox", () => {
  const frames = readFrames("Flat");

  it.each(frames.names.filter((name) => !neverMade.has(name)))("%s has the members of the recorded frame", (name) => {
    expect(records.get(name)).toBeDefined();
    expect(shapeDifferences(records.get(name), frames.record(name))).toEqual([]);
  });

  it("are what the types of the core's own documents say", () => {
    const documented = [...records].filter(([name, record]) => isInApi(apiPart(name), record.type));
    expect(documented.length).toBeGreaterThan(30);
    const differences = documented.flatMap(([name, record]) => differencesFromApi(apiPart(name), record));
    expect(differences.filter((difference) => !newerThanTypes.test(difference))).toEqual([]);
  });
});
