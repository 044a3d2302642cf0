import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  addressOf,
  at,
  groupOf,
  type Party,
  recordOf,
  type SandboxKit,
  sandboxKit,
  textMessage,
} from "./sandboxKit.ts";

async function connected(
  kit: SandboxKit,
): Promise<{ readonly alice: Party; readonly bob: Party; readonly link: string }> {
  const alice = kit.add({ displayName: "alice" });
  const bob = kit.add({ displayName: "bob" });
  const link = await addressOf(bob);
  await alice.ask(`/connect ${link}`);
  await kit.settle();
  return { alice, bob, link };
}

describe("messages", () => {
  it("arrive in the order they were sent, each with the whole quote", async () => {
    const kit = sandboxKit();
    const { alice, bob } = await connected(kit);
    const texts = ["one", "two", "three"];
    for (const text of texts) await alice.ask(`/_send @1 json ${textMessage(text)}`);
    await kit.settle();
    const received = bob.events.filter((event) => event.type === "newChatItems");
    expect(received.map((event) => at(event, "chatItems.0.chatItem.content.msgContent.text"))).toEqual(texts);

    const quotedItemId = at(received[0], "chatItems.0.chatItem.meta.itemId");
    await bob.ask(`/_send @1 json ${textMessage("reply", { quotedItemId })}`);
    await kit.settle();
    const reply = alice.events.findLast((event) => event.type === "newChatItems");
    expect(at(reply, "chatItems.0.chatItem.quotedItem.content.text")).toBe("one");
    expect(at(reply, "chatItems.0.chatItem.quotedItem.chatDir.type")).toBe("directSnd");
    expect(at(reply, "chatItems.0.chatItem.quotedItem.itemId")).toBe(1);
  });

  it.each([
    { length: 15_495, type: "newChatItems" },
    { length: 15_496, type: "newChatItems" },
    { length: 15_497, type: "chatCmdError" },
  ])("of $length plain characters end in $type", async ({ length, type }) => {
    const kit = sandboxKit();
    const { alice } = await connected(kit);
    const sent = await alice.ask(`/_send @1 json ${textMessage("x".repeat(length))}`);
    expect(sent.type).toBe(type);
  });

  it("are refused before the contact is connected and after it left", async () => {
    const kit = sandboxKit();
    const { alice, bob } = await connected(kit);
    const manual = kit.add({ displayName: "manual" });
    await alice.ask(`/connect ${await addressOf(manual, { autoAccept: undefined })}`);
    const early = await alice.ask(`/_send @2 json ${textMessage("hi")}`);
    expect(at(early, "chatError.errorType.type")).toBe("contactNotReady");
    await bob.ask("/_delete @1 full");
    await kit.settle();
    const late = await alice.ask(`/_send @1 json ${textMessage("hi")}`);
    expect(at(late, "chatError.errorType.type")).toBe("contactNotActive");
  });

  it.each([
    { text: "/_call @'Iron Works' mcp {}", name: "Iron Works", error: undefined },
    { text: "/_call @Iron mcp {}", name: "Iron Works", error: "invalidMention" },
    { text: "/_call mcp {}", name: "Iron Works", error: "invalidMention" },
  ])("mention a member only when the text does: $text", async ({ text, name, error }) => {
    const kit = sandboxKit();
    const owner = kit.add({ displayName: "Iron Works" });
    const alice = kit.add({ displayName: "alice" });
    await alice.ask(`/connect ${await groupOf(owner, "trade")}`);
    await kit.settle();
    const members = await alice.ask("/_members #1");
    const groupMemberId = at(members, "group.members.0.groupMemberId");
    const sent = await alice.ask(`/_send #1 json ${textMessage(text, { mentions: { [name]: groupMemberId } })}`);
    expect(at(sent, "chatError.storeError.type")).toBe(error);
    await kit.settle();
    const received = owner.events.findLast((event) => event.type === "newChatItems");
    expect(at(received, "chatItems.0.chatItem.meta.userMention")).toBe(error === undefined ? true : undefined);
  });

  it("with a SimpleX link are refused in a group that does not allow them", async () => {
    const kit = sandboxKit();
    const owner = kit.add({ displayName: "owner" });
    await owner.ask('/_group 1 {"displayName":"strict","groupPreferences":{"simplexLinks":{"enable":"off"}}}');
    const text = '/_call a2a {"url":"https://smp12.simplex.im/a#AAAA"}';
    const refused = await owner.ask(`/_send #1 json ${textMessage(text)}`);
    expect(at(refused, "chatError.errorType.message")).toContain("feature not allowed");
    expect((await owner.ask(`/_send #1 json ${textMessage("no link")}`)).type).toBe("newChatItems");
  });

  it("after an item can be read back", async () => {
    const kit = sandboxKit();
    const { alice } = await connected(kit);
    for (const text of ["a", "b", "c"]) await alice.ask(`/_send @1 json ${textMessage(text)}`);
    const page = await alice.ask("/_get chat @1 after=1 count=1");
    expect(at(page, "chat.chatItems.0.meta.itemText")).toBe("b");
    expect(at(page, "chat.chatItems")).toHaveLength(1);
  });
});

describe("conversations", () => {
  it("made incognito show a random profile to the other side", async () => {
    const kit = sandboxKit();
    const alice = kit.add({ displayName: "alice" });
    const bob = kit.add({ displayName: "bob" });
    await alice.ask(`/connect incognito ${await addressOf(bob)}`);
    await kit.settle();
    const seen = at(
      bob.events.find((event) => event.type === "contactConnected"),
      "contact.profile.displayName",
    );
    expect(seen).toMatch(/^incognito-/);
  });

  it("with a channel are read only for subscribers, who do not see each other", async () => {
    const kit = sandboxKit();
    const editor = kit.add({ displayName: "editor" });
    const created = await editor.ask('/_public group 1 1 {"displayName":"news"}');
    const link = String(at(created, "groupLink.connLinkContact.connShortLink"));
    const readers = ["ann", "ben"].map((displayName) => kit.add({ displayName }));
    for (const reader of readers) await reader.ask(`/connect ${link}`);
    await kit.settle();
    const refused = await readers[0]?.ask(`/_send #1 json ${textMessage("hi")}`);
    expect(at(refused, "chatError.errorType.type")).toBe("groupUserRole");
    expect(at(await readers[1]?.ask("/_members #1"), "group.members")).toHaveLength(1);
    await editor.ask(`/_send #1(as_group=on) json ${textMessage("news")}`);
    await kit.settle();
    for (const reader of readers) {
      const event = reader.events.findLast((one) => one.type === "newChatItems");
      expect(at(event, "chatItems.0.chatItem.chatDir.type")).toBe("channelRcv");
    }
  });

  it("with a business are a group of their own, which has the declaration of the business", async () => {
    const kit = sandboxKit();
    const protocols = { mcp: { versions: ["2026-07-28"], transports: { chat: true } } };
    const shop = kit.add({ displayName: "Ask Acme", preferences: { protocols } });
    const customer = kit.add({ displayName: "customer" });
    const link = await addressOf(shop, { businessAddress: true });
    const plan = await customer.ask(`/_connect plan 1 ${link}`);
    const data = JSON.stringify(at(plan, "connectionPlan.contactAddressPlan.contactSLinkData_"));
    const full = String(at(plan, "connLink.connFullLink"));
    const prepared = await customer.ask(`/_prepare contact 1 ${full} ${link} ${data}`);
    expect(at(prepared, "chat.chatInfo.type")).toBe("group");
    await customer.ask("/_connect group #1");
    await kit.settle();
    const joined = customer.events.find((event) => event.type === "userJoinedGroup");
    expect(at(joined, "groupInfo.businessChat.chatType")).toBe("business");
    expect(at(joined, "groupInfo.groupProfile.groupPreferences.protocols")).toEqual(protocols);
    await customer.ask(`/_send #1 json ${textMessage("hello")}`);
    await kit.settle();
    const received = shop.events.findLast((event) => event.type === "newChatItems");
    expect(at(received, "chatItems.0.chatInfo.groupInfo.businessChat.chatType")).toBe("customer");
  });

  it("of members get every message but their own, until they leave", async () => {
    const kit = sandboxKit();
    const owner = kit.add({ displayName: "owner" });
    const link = await groupOf(owner, "talk");
    const members = ["ann", "ben", "cat"].map((displayName) => kit.add({ displayName }));
    for (const member of members) await member.ask(`/connect ${link}`);
    await kit.settle();
    const [ann, ben, cat] = members;
    await cat?.ask("/_leave #1");
    await kit.settle();
    await ann?.ask(`/_send #1 json ${textMessage("hi")}`);
    await kit.settle();
    const got = (party: Party | undefined) => party?.events.filter((event) => event.type === "newChatItems").length;
    expect([owner, ann, ben, cat].map(got)).toEqual([1, 0, 1, 0]);
    expect(ben?.events.some((event) => event.type === "leftMember")).toBe(true);
  });
});

describe("service requests", () => {
  it("that are signed show the key that signed them", async () => {
    const kit = sandboxKit();
    const { alice, bob, link } = await connected(kit);
    const { privateKey } = generateKeyPairSync("ed25519");
    const signKey = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
    void alice.ask(`/_service_request 1 ${link} sign_key=${signKey} {"protocol":"mcp","request":{}}`);
    await kit.settle();
    const request = bob.events.find((event) => event.type === "serviceRequest");
    const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" });
    expect(request?.["signerKey"]).toHaveLength(60);
    expect(Buffer.from(String(request?.["signerKey"]), "base64url")).toEqual(publicKey);
    await kit.network.close();
  });

  it("hold up later service requests, and no other commands", async () => {
    const kit = sandboxKit();
    const { alice, link } = await connected(kit);
    let isAnswered = false;
    void alice.ask(`/_service_request 1 ${link} timeout=5 {}`);
    const second = alice.ask(`/_service_request 1 ${link} timeout=5 {}`).then((record) => {
      isAnswered = true;
      return record;
    });
    await kit.settle();
    expect((await alice.ask("/u")).type).toBe("activeUser");
    kit.clock.advance(5_000);
    await kit.settle();
    expect(isAnswered).toBe(false);
    kit.clock.advance(5_000);
    expect(at(await second, "chatError.agentError.agentErr.serviceError.type")).toBe("timeout");
  });

  it("time out when the responder runs without them", async () => {
    const kit = sandboxKit();
    const deaf = kit.add({ displayName: "deaf", acceptsServiceRequests: false });
    const alice = kit.add({ displayName: "alice" });
    const answer = alice.ask(`/_service_request 1 ${await addressOf(deaf)} timeout=1 {}`);
    await kit.settle();
    kit.clock.advance(1_000);
    expect(at(await answer, "chatError.agentError.agentErr.serviceError.type")).toBe("timeout");
    expect(deaf.events).toEqual([]);
  });

  it.each([
    { afterMs: 179_999, type: "serviceReplyAccepted" },
    { afterMs: 180_000, type: "chatCmdError" },
  ])("take a response after $afterMs ms: $type", async ({ afterMs, type }) => {
    const kit = sandboxKit();
    const { alice, bob, link } = await connected(kit);
    void alice.ask(`/_service_request 1 ${link} timeout=1 {}`);
    await kit.settle();
    const requestId = String(bob.events.find((event) => event.type === "serviceRequest")?.["requestId"]);
    kit.clock.advance(afterMs);
    expect((await bob.ask(`/_service_response 1 ${requestId} {}`)).type).toBe(type);
    await kit.settle();
    // The requester stopped waiting long ago.
    expect(alice.events.some((event) => event.type === "chatError")).toBe(type === "serviceReplyAccepted");
    await kit.network.close();
  });
});

describe("a core of the sandbox", () => {
  it("answers what it does not know before the commands that wait", async () => {
    const kit = sandboxKit();
    const { alice, link } = await connected(kit);
    void alice.ask(`/_service_request 1 ${link} timeout=5 {}`);
    const unknown = await alice.ask("/_service_request 1 nonsense");
    expect(at(unknown, "chatError.errorType.type")).toBe("commandError");
    kit.clock.advance(5_000);
    await kit.network.close();
  });

  it("takes the commands of the address as people and the client library write them", async () => {
    const { ask } = sandboxKit().add({ displayName: "alice" });
    const types: unknown[] = [];
    for (const command of ["/address", "/show_address", "/auto_accept on", "/sa", "/auto_accept off", "/sa", "/da"]) {
      const record = await ask(command);
      types.push([record.type, at(record, "contactLink.addressSettings.autoAccept") !== undefined]);
    }
    expect(types).toEqual([
      ["userContactLinkCreated", false],
      ["userContactLink", false],
      ["userContactLinkUpdated", true],
      ["userContactLink", true],
      ["userContactLinkUpdated", false],
      ["userContactLink", false],
      ["userContactLinkDeleted", false],
    ]);
  });

  it("does not take a protocol call for a command", async () => {
    const kit = sandboxKit();
    const { alice } = await connected(kit);
    const answer = await alice.ask('/_call mcp {"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    expect(at(answer, "chatError.errorType.type")).toBe("commandError");
  });

  it.each([
    { link: "https://smp1.sandbox.invalid/a#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", error: "SMP" },
    { link: "https://smp12.simplex.im/a#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", error: "BROKER" },
  ])("does not reach $link: $error", async ({ link, error }) => {
    const plan = await sandboxKit().add({ displayName: "alice" }).ask(`/_connect plan 1 ${link}`);
    expect(at(plan, "chatError.agentError.type")).toBe(error);
  });

  it("ends pending commands when it is closed or cancelled, and leaves no timer", async () => {
    const kit = sandboxKit();
    const { alice, link } = await connected(kit);
    const cancel = new AbortController();
    const cancelled = alice.core.command(`/_service_request 1 ${link} {}`, { signal: cancel.signal });
    cancel.abort();
    expect(recordOf(await cancelled)).toEqual({ type: "failed", failure: "cancelled" });
    const lost = alice.core.command(`/_service_request 1 ${link} {}`);
    await kit.settle();
    await kit.network.close();
    await kit.network.close();
    expect(recordOf(await lost)).toEqual({ type: "failed", failure: "connection-lost" });
    expect(recordOf(await alice.core.command("/u"))).toEqual({ type: "failed", failure: "not-ready" });
    expect(kit.clock.pending()).toEqual([]);
  });
});
