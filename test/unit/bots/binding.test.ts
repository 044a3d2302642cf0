import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoSandbox, type DemoSandbox } from "../../../src/bots/demoSandbox.ts";
import { at } from "../core/sandbox/sandboxKit.ts";
import {
  a2aMessage,
  a2aRequest,
  answerOf,
  type Conversation,
  call,
  envelopeOf,
  mcpRequest,
  memberIdOf,
  openConversation,
} from "./conversation.ts";

let sandbox: DemoSandbox;
let shop: Conversation;
const linkOf = (title: string): string => sandbox.addresses().find((address) => address.title === title)?.link ?? "";

beforeAll(async () => {
  sandbox = await createDemoSandbox({ stepMs: 0, slowDelayMs: 0 });
  shop = await openConversation(sandbox.core, linkOf("Acme shop"));
});
afterAll(async () => {
  shop.close();
  await sandbox.close();
});

describe("a command in a conversation", () => {
  it.each([
    ["/_call mcp {", -32_700, null],
    ["/_call mcp []", -32_600, null],
    ['/_call mcp {"jsonrpc":"2.0","id":7}', -32_600, 7],
    ['/_call a2a {"jsonrpc":"1.0","id":"x","method":"SendMessage"}', -32_600, "x"],
    [call("mcp", { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }), -32_022, 1],
    [call("mcp", mcpRequest("subscriptions/listen")), -32_601, 1],
    [call("a2a", a2aRequest("SendMessage", a2aMessage("x"), 1, "7.0")), -32_009, 1],
    [call("a2a", { jsonrpc: "2.0", id: 1, method: "SendMessage", params: a2aMessage("x") }), -32_009, 1],
    [call("a2a", a2aRequest("GetTask", { id: "nothing" })), -32_001, 1],
    [call("a2a", a2aRequest("SubscribeToTask", { id: "nothing" })), -32_001, 1],
    [call("a2a", a2aRequest("ListTaskPushNotificationConfigs", { taskId: "t" })), -32_003, 1],
    [call("mcp", mcpRequest("tools/call", { name: "catalogue", arguments: { copies: 300 } })), -32_603, 1],
  ])("%s is answered with the error %i", async (command, code, id) => {
    const answer = await answerOf(shop, command);
    expect(at(answer, "error.code")).toBe(code);
    expect(answer["id"]).toBe(id);
  });

  it("names the revisions served when it asks for another", async () => {
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2030-01-01",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    };
    const answer = await answerOf(shop, call("mcp", request));
    expect(at(answer, "error.data")).toEqual({ supported: ["2026-07-28"], requested: "2030-01-01" });
  });
});

describe("a group", () => {
  let group: Conversation;
  beforeAll(async () => {
    group = await openConversation(sandbox.core, linkOf("Acme suppliers"));
  });
  afterAll(() => group.close());

  it("answers a broadcast by every member that serves the protocol, and a person in words", async () => {
    const replies = await group.replies(
      call("mcp", mcpRequest("tools/call", { name: "offer", arguments: { tons: 1 } })),
      3,
    );
    const texts = replies.map((reply) => [
      reply.sender.kind === "member" ? reply.sender.displayName : "",
      reply.text.startsWith("{"),
    ]);
    expect(texts.sort()).toEqual([
      ["Dana", false],
      ["Iron Works", true],
      ["steelmill", true],
    ]);
  });

  it("answers a mention by the mentioned member alone", async () => {
    const mentions = { "Iron Works": await memberIdOf(sandbox.core, group.chat, "Iron Works") };
    const request = mcpRequest("tools/call", { name: "offer", arguments: { tons: 1 } });
    const senders: unknown[] = [];
    await group.send(call("mcp", request, "Iron Works"), (reply) => senders.push(reply.sender), mentions);
    // Whoever answered the mention has done so before the three answers to this later command are there.
    await group.replies(call("mcp", request), 3);
    expect(senders).toMatchObject([{ displayName: "Iron Works" }]);
  });
});

describe("Service RPC", () => {
  it.each([
    [{}, "bad_request"],
    [{ protocol: "mcp" }, "bad_request"],
    [{ protocol: "smtp", request: {} }, "unsupported_protocol"],
    [{ protocol: "mcp", request: mcpRequest("tools/list"), requestKey: "MCowBQYDK2VwAyEA" }, "bad_request"],
    [
      { protocol: "mcp", request: mcpRequest("tools/call", { name: "negotiate", arguments: { item: "anvil" } }) },
      "conversation_required",
    ],
    [
      { protocol: "mcp", request: mcpRequest("tools/call", { name: "catalogue", arguments: { copies: 300 } }) },
      "too_large",
    ],
    [{ protocol: "a2a", request: a2aRequest("SendStreamingMessage", a2aMessage("x")) }, "conversation_required"],
    [{ protocol: "a2a", request: a2aRequest("GetTask", { id: "x" }) }, "conversation_required"],
    [
      { protocol: "a2a", request: a2aRequest("SendMessage", a2aMessage("x", { contextId: "c" })) },
      "conversation_required",
    ],
    [
      {
        protocol: "a2a",
        request: a2aRequest("SendMessage", { ...a2aMessage("x"), configuration: { returnImmediately: true } }),
      },
      "conversation_required",
    ],
  ])("%j is answered with %s", async (envelope, code) => {
    expect(at(await envelopeOf(sandbox.core, linkOf("Acme shop"), envelope), "error.code")).toBe(code);
  });

  it("serves the same messages as a conversation", async () => {
    const request = mcpRequest("tools/call", { name: "availability", arguments: { item: "rope" } });
    const envelope = await envelopeOf(sandbox.core, linkOf("Acme shop"), { protocol: "mcp", request });
    expect(envelope["response"]).toEqual(await answerOf(shop, call("mcp", request)));
  });

  it("takes a requestKey only with the signature of that key", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const signKey = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
    const requestKey = createPublicKey(privateKey).export({ format: "der", type: "spki" }).toString("base64url");
    const envelope = { protocol: "mcp", request: mcpRequest("tools/list"), requestKey };
    const signed = await envelopeOf(sandbox.core, linkOf("Acme shop"), envelope, signKey);
    expect(signed).toHaveProperty("response");
    const unsigned = await envelopeOf(sandbox.core, linkOf("Acme shop"), envelope);
    expect(at(unsigned, "error.code")).toBe("bad_request");
  });

  it("tells how long to wait beyond the rate", async () => {
    const envelope = { protocol: "mcp", request: mcpRequest("tools/list") };
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push(await envelopeOf(sandbox.core, linkOf("Busy bot"), envelope));
    expect(answers.map((answer) => at(answer, "error.code"))).toEqual([undefined, undefined, "rate_limited"]);
    expect(at(answers[2], "error.retryAfter")).toBeGreaterThan(0);
  });

  it.each([
    ["Old address", "notDRAddress"],
    ["Quiet Bob", "timeout"],
  ])("to %s ends with %s", async (title, error) => {
    const json = JSON.stringify({ protocol: "mcp", request: mcpRequest("tools/list") });
    const result = await sandbox.core.command(`/_service_request 1 ${linkOf(title)} timeout=0.05 ${json}`);
    expect(JSON.stringify(result)).toContain(`"serviceError":{"type":"${error}"}`);
  });
});

describe("the demo", () => {
  it("has an address of every kind, each with a valid link of the sandbox", () => {
    const addresses = sandbox.addresses();
    expect(new Set(addresses.map((address) => address.type))).toEqual(new Set(["contact", "group", "channel"]));
    expect(new Set(addresses.map((address) => address.link)).size).toBe(addresses.length);
    for (const { link } of addresses) expect(link).toMatch(/^https:\/\/[a-z0-9.]+\.sandbox\.invalid\/[acg]#[\w-]{43}$/);
  });

  it("is what its link data declares", async () => {
    const link = linkOf("Acme shop");
    const other = await createDemoSandbox();
    const plan = await other.core.command(`/_connect plan 1 ${link}`);
    const data = "response.connectionPlan.contactAddressPlan.contactSLinkData_";
    const listed = other.addresses().find((address) => address.link === link);
    expect(at(plan, `${data}.profile.preferences.protocols`)).toEqual(listed?.protocols);
    expect(at(plan, `${data}.serves`)).toEqual(listed?.serves);
    await other.close();
    await other.close();
  });

  it("answers in words where that is what the bot does", async () => {
    const parrot = await openConversation(sandbox.core, linkOf("Plain parrot"));
    const [reply] = await parrot.replies(call("mcp", mcpRequest("tools/list")), 1);
    expect(reply?.text).toMatch(/^Squawk!/);
    parrot.close();
  });
});
