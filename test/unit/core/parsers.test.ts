import { describe, expect, it } from "vitest";
import { chatItemsOf, sendText, serviceRequest, serviceRequestOf } from "../../../src/core/api.ts";
import type { CoreRecord } from "../../../src/core/core.ts";
import { asArray, asId, asObject } from "../../../src/core/records/jsonShape.ts";
import { parseContact, parseGroup, parseMember, parseUser } from "../../../src/core/records/parseParties.ts";
import { parsePlan } from "../../../src/core/records/parsePlan.ts";
import { parseFrame } from "../../../src/core/websocket/coreFrame.ts";
import { aCore, aServer } from "./kit/coreTestKit.ts";
import { frameShapes, readFrames } from "./kit/frames.ts";

const frames = readFrames("Flat");

/** The only item of an event, changed. */
function changedItem(change: (item: Readonly<Record<string, unknown>>) => object): CoreRecord {
  const event = frames.record("event.reply");
  const pair = asObject(asArray(event["chatItems"])?.[0]);
  return { ...event, chatItems: [{ ...pair, chatItem: change(asObject(pair?.["chatItem"]) ?? {}) }] };
}

describe("frames", () => {
  it.each(frameShapes)("of the %s shape are read by their tag, never by their wrapping", (shape) => {
    const { names, frame } = readFrames(shape);
    for (const name of names) {
      const event = parseFrame(JSON.stringify(frame(name)));
      const isError = name.startsWith("error.");
      expect([name, event.kind]).toEqual([name, isError ? "stray-error" : "event"]);
      const response = parseFrame(JSON.stringify({ corrId: "7", ...frame(name) }));
      expect(response).toEqual({ ...event, kind: "response", corrId: "7" });
    }
  });

  it.each(["", "null", "[]", "1", '"x"', "{}", '{"resp":null}', '{"resp":{"type":1}}', '{"resp":{"Right":{}}}', "{"])(
    "%j cannot be read",
    (text) => {
      expect(parseFrame(text)).toEqual({ kind: "unreadable" });
    },
  );

  it.each([
    ["absent", {}],
    ["null", { corrId: null }],
    ["empty", { corrId: "" }],
  ])("with an id that is %s are events", (_what, id) => {
    expect(parseFrame(JSON.stringify({ ...id, resp: { type: "hostConnected" } })).kind).toBe("event");
  });
});

describe("ids", () => {
  it.each([
    [4, 4],
    ["4", 4],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["9007199254740992", undefined],
    [1.5, undefined],
    ["4 ", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j is read as %j", (value, id) => {
    expect(asId(value)).toBe(id);
  });
});

describe("parties", () => {
  it("are ready from the states in which the core sends", () => {
    const contact = (type: string) => ({
      contactId: 1,
      localDisplayName: "a",
      profile: {},
      activeConn: { connStatus: { type } },
    });
    const states = ["new", "prepared", "joined", "requested", "accepted", "sndReady", "ready", "deleted", "failed"];
    expect(states.filter((state) => parseContact(contact(state))?.isReady)).toEqual(["sndReady", "ready"]);
    const group = (memberStatus: string) => ({
      groupId: 1,
      localDisplayName: "g",
      groupProfile: {},
      membership: { memberStatus },
    });
    const memberStates = ["unknown", "invited", "accepted", "announced", "connected", "complete", "creator", "left"];
    expect(memberStates.filter((state) => parseGroup(group(state))?.isReady)).toEqual([
      "connected",
      "complete",
      "creator",
    ]);
  });

  it("need what the product reads of them, and take null for what is absent", () => {
    for (const parse of [parseUser, parseContact, parseGroup, parseMember])
      for (const value of [undefined, null, [], "x", {}, { contactId: 1 }, { userId: "x" }])
        expect(parse(value)).toBeUndefined();
    expect(parseContact({ contactId: "4", localDisplayName: "a", profile: {}, activeConn: null })).toEqual({
      contactId: 4,
      displayName: "a",
      isReady: false,
      profile: {},
    });
    expect(
      parseGroup({ groupId: 1, localDisplayName: "g", groupProfile: {}, membership: null, businessChat: null }),
    ).not.toHaveProperty("businessChat");
  });
});

describe("messages", () => {
  it("are read from the events that carry them, and from no other", () => {
    expect(chatItemsOf(frames.record("event.reply"))).toMatchObject([
      { itemId: 102, sender: { kind: "contact", contactId: 4 }, quote: { isOwn: true, itemId: 101 } },
    ]);
    expect(chatItemsOf(frames.record("event.edited"))).toMatchObject([{ itemId: 102 }]);
    expect(chatItemsOf(frames.record("event.groupReply"))).toMatchObject([
      { sender: { kind: "member", groupMemberId: 11, memberId: "EBESExQVFhcYGRob" } },
    ]);
    for (const name of ["event.statuses", "event.contactConnected", "activeUser"])
      expect(chatItemsOf(frames.record(name))).toEqual([]);
    expect(chatItemsOf({ type: "newChatItems", chatItems: null })).toEqual([]);
  });

  it("are only items with message content", () => {
    expect(chatItemsOf(changedItem((item) => ({ ...item, content: { type: "rcvCall" } })))).toEqual([]);
    expect(chatItemsOf(changedItem((item) => ({ ...item, chatDir: { type: "localRcv" } })))).toEqual([]);
    expect(chatItemsOf(changedItem((item) => ({ ...item, meta: {} })))).toEqual([]);
  });

  it("have the text of their content, also where the item shows another", () => {
    const voice = { type: "rcvMsgContent", msgContent: { type: "voice", text: "inside", duration: 1 } };
    expect(chatItemsOf(changedItem((item) => ({ ...item, content: voice })))).toMatchObject([{ text: "inside" }]);
  });

  it("quote nothing when the quote is null, and keep what a quote without ids has", () => {
    expect(chatItemsOf(changedItem((item) => ({ ...item, quotedItem: null })))[0]).not.toHaveProperty("quote");
    const quotedItem = { chatDir: { type: "directRcv" }, itemId: null, content: { type: "text", text: "q" } };
    expect(chatItemsOf(changedItem((item) => ({ ...item, quotedItem })))[0]?.quote).toEqual({
      isOwn: false,
      text: "q",
    });
  });

  it("of a channel name no member", () => {
    const event = frames.record("event.groupReply");
    const pair = asObject(asArray(event["chatItems"])?.[0]);
    const chatItem = { ...asObject(pair?.["chatItem"]), chatDir: { type: "channelRcv" } };
    expect(chatItemsOf({ ...event, chatItems: [{ ...pair, chatItem }] })).toMatchObject([
      { sender: { kind: "channel" } },
    ]);
  });
});

describe("plans", () => {
  it.each([
    [
      "plan.contactAddress",
      { kind: "contact-address", ownLink: false, connecting: false, linkData: { business: false } },
    ],
    ["plan.contactAddressWithWelcome", { linkData: { business: true, message: { text: "Hello" } } }],
    ["plan.ownAddress", { ownLink: true }],
    ["plan.knownContact", { known: { contactId: 4, isReady: true } }],
    ["plan.connectingContact", { connecting: true, known: { contactId: 4 } }],
    ["plan.channel", { kind: "group", linkInfo: { direct: false } }],
    ["plan.knownGroup", { kind: "group", known: { groupId: 2, isReady: true } }],
    ["plan.channelNoRelays", { unavailable: "noRelays" }],
    ["plan.channelUpdateRequired", { unavailable: "updateRequired" }],
    ["plan.invitation", { kind: "invitation" }],
    ["plan.planned.contactAddress", { linkData: { serves: ["agent"] } }],
    ["plan.planned.channel", { linkData: { groupProfile: { publicGroup: { changeFrequency: "weekly" } } } }],
  ])("%s", (name, expected) => {
    expect(parsePlan(frames.record(name))).toMatchObject({ kind: "plan", plan: expected });
  });

  it.each([
    ["without link", { connLink: null }],
    ["of an unknown kind", { connectionPlan: { type: "relayLink" } }],
    ["without inner plan", { connectionPlan: { type: "groupLink" } }],
  ])("%s are not read", (_what, change) => {
    expect(parsePlan({ ...frames.record("plan.group"), ...change })).toBeUndefined();
  });
});

describe("service requests", () => {
  it("are read with the signer's key, and without", () => {
    expect(serviceRequestOf(frames.record("event.serviceRequest"))).toMatchObject({
      requestId: "c2VydmljZS1yZXEtMQ==",
      signerKey: expect.stringMatching(/=$/),
      requestData: { protocol: "mcp" },
    });
    expect(serviceRequestOf(frames.record("event.unsignedServiceRequest"))).not.toHaveProperty("signerKey");
    expect(serviceRequestOf(frames.record("event.reply"))).toBeUndefined();
    expect(serviceRequestOf({ type: "serviceRequest", requestId: 1, requestData: {} })).toBeUndefined();
  });
});

describe("what is sent", () => {
  it("is one command, with the options in their fixed order", async () => {
    const server = await aServer();
    server.onCommand = ({ cmd, answer }) =>
      answer(frames.frame(cmd.startsWith("/_send") ? "sentDirect" : "serviceResponse"));
    const { core } = aCore(server.url);
    await sendText(core, { kind: "group", groupId: 2 }, 'line\n"x"', { mentions: { acme: 11 }, quotedItemId: 7 });
    await serviceRequest(core, 1, "@acme.simplex", '{"protocol":"mcp"}', { timeoutSeconds: 2.5, signKey: "KEY" });
    expect(server.commands).toEqual([
      '/_send #2 json [{"quotedItemId":7,"msgContent":{"type":"text","text":"line\\n\\"x\\""},"mentions":{"acme":11}}]',
      '/_service_request 1 @acme.simplex timeout=2.5 sign_key=KEY {"protocol":"mcp"}',
    ]);
  });

  it("names no key when the answer is unexpected", async () => {
    const server = await aServer();
    server.onCommand = ({ answer }) => answer(frames.frame("version"));
    const { core } = aCore(server.url);
    const result = await serviceRequest(core, 1, "@acme.simplex", "{}", { signKey: "THEKEY" });
    expect(result).toMatchObject({ failure: "unexpected-response" });
    expect(JSON.stringify(result)).not.toContain("THEKEY");
  });
});
