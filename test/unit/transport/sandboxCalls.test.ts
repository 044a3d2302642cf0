import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoSandbox, type DemoSandbox } from "../../../src/bots/demoSandbox.ts";
import { listContacts } from "../../../src/core/api.ts";
import { generateSigningKey } from "../../../src/core/ed25519Keys.ts";
import { chatRequest, eventsOf, listTools, rpcRequest, summary } from "./kit/sending.ts";

let sandbox: DemoSandbox;
let link: (title: string) => string;

beforeAll(async () => {
  sandbox = await createDemoSandbox({ stepMs: 1, slowDelayMs: 60_000 });
  link = (title) => sandbox.addresses().find((address) => address.title === title)?.link ?? `no ${title}`;
});
afterAll(() => sandbox.close());

const withCredential =
  '{"jsonrpc":"2.0","id":2,"method":"GetExtendedAgentCard","a2a-service-parameters":{"A2A-Version":"1.0","Authorization":"Bearer x"}}';
const stream =
  '{"jsonrpc":"2.0","id":2,"method":"SendStreamingMessage","a2a-service-parameters":{"A2A-Version":"1.0"},"params":{"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"Order two anvils"}]}}}';

describe("a conversation", () => {
  it("is connected to on agreement, and streams an A2A task to its end", async () => {
    const events = await eventsOf(
      sandbox.core,
      chatRequest(link("Acme shop"), { protocol: "a2a", requestJson: stream }),
    );
    const lines = summary(events);
    expect(lines.slice(0, 3)).toEqual(["sent", "Acme shop task", "Acme shop status"]);
    expect(lines.at(-1)).toBe("answered");
    expect(events[0]).toMatchObject({ event: "sent", core: "sandbox", limitBytes: 15_602 });
  });

  it("is made once for calls that come at the same time", async () => {
    const fresh = await createDemoSandbox({ stepMs: 1 });
    try {
      const [first, second] = await Promise.all([1, 2].map(() => eventsOf(fresh.core, chatRequest(link("Acme shop")))));
      expect([first, second].map((events) => summary(events ?? []))).toEqual([
        ["sent", "Acme shop response", "answered"],
        ["sent", "Acme shop response", "answered"],
      ]);
      const contacts = await listContacts(fresh.core, 1, {});
      expect(contacts.kind === "ok" && contacts.value.map(({ displayName }) => displayName)).toEqual(["Acme shop"]);
    } finally {
      await fresh.close();
    }
  });

  it("is not made when connecting is declined", async () => {
    const lines = summary(await eventsOf(sandbox.core, chatRequest(link("Contradictor")), { isDeclining: true }));
    expect(lines).toEqual(["cancelled not-connected"]);
  });

  it("is found again by its local name", async () => {
    await eventsOf(sandbox.core, chatRequest(link("Acme shop")));
    const lines = summary(await eventsOf(sandbox.core, chatRequest("@'Acme shop'")));
    expect(lines).toEqual(["sent", "Acme shop response", "answered"]);
  });

  it("collects everyone in a broadcast, and only the mentioned member after a mention", async () => {
    const group = link("Acme suppliers");
    const broadcast = summary(await eventsOf(sandbox.core, chatRequest(group, { waitMs: 1_000 })));
    expect([...broadcast].sort()).toEqual(
      ["Dana text", "Iron Works response", "answered", "sent", "steelmill response"].sort(),
    );
    const mention = summary(await eventsOf(sandbox.core, chatRequest(group, { mention: "Iron Works" })));
    expect(mention).toEqual(["sent", "Iron Works response", "answered"]);
  });

  it("ends with the answer of the business at a business address, long before the wait of a broadcast", async () => {
    const request = chatRequest(link("Ask Acme"), { waitMs: 600_000, timeoutMs: 600_000 });
    for (const target of [request.target, "#'Ask Acme'"]) {
      const lines = summary(await eventsOf(sandbox.core, { ...request, target }));
      expect(lines).toEqual(["sent", "Ask Acme_1 response", "answered"]);
    }
  });

  it.each([
    ["an unknown local name", () => chatRequest("@nobody"), "core-error unknown-conversation"],
    [
      "an unknown member",
      () => chatRequest(link("Acme suppliers"), { mention: "Nobody" }),
      "core-error unknown-member",
    ],
    [
      "a mention in a direct chat",
      () => chatRequest(link("Acme shop"), { mention: "Dana" }),
      "core-error mention-in-direct-chat",
    ],
    [
      "a text that is too large",
      () => chatRequest(link("Acme shop"), { text: "x".repeat(15_497) }),
      "core-error largeMsg",
    ],
    [
      "a credential in the group of a business",
      () => chatRequest(link("Ask Acme"), { protocol: "a2a", requestJson: withCredential }),
      "core-error credential-in-group",
    ],
    ["a target with a space", () => chatRequest("two words"), "core-error refused"],
  ])("is not written to for %s", async (_, request, line) => {
    expect(summary(await eventsOf(sandbox.core, request()))).toEqual([line]);
  });

  it("times out when the bot thinks for longer, and says so", async () => {
    const lines = summary(await eventsOf(sandbox.core, chatRequest(link("Slow bot"), { timeoutMs: 50 })));
    expect(lines).toEqual(["sent", "timeout timeout"]);
  });

  it("ends at once when it is cancelled", async () => {
    const cancellation = new AbortController();
    const request = chatRequest(link("Endless ticker"), { protocol: "a2a", requestJson: stream });
    const events = await eventsOf(sandbox.core, request, {
      signal: cancellation.signal,
      onEvent: (event) => event.event === "reply" && event.sequence === 3 && cancellation.abort(),
    });
    expect(summary(events).at(-1)).toBe("cancelled cancelled");
    expect(events.filter((event) => event.event === "end")).toHaveLength(1);
  });

  it("is cancelled before anything is sent by a signal that is aborted already", async () => {
    const lines = summary(
      await eventsOf(sandbox.core, chatRequest(link("Acme shop")), { signal: AbortSignal.abort() }),
    );
    expect(lines).toEqual(["cancelled cancelled"]);
  });
});

describe("Service RPC", () => {
  it("answers a request without a conversation, signed or not", async () => {
    const key = generateSigningKey();
    const signed = rpcRequest(link("Acme shop"), {
      text: `{"protocol":"mcp","request":${listTools},"requestKey":"${key.requestKey}"}`,
      signKey: key.revealSecret(),
    });
    for (const request of [rpcRequest(link("Acme shop")), signed]) {
      const events = await eventsOf(sandbox.core, request);
      expect(summary(events)).toEqual(["sent", `${link("Acme shop")} response`, "answered"]);
      expect(JSON.stringify(events)).not.toContain(key.revealSecret());
    }
  });

  it("refuses a request that names a key it is not signed with", async () => {
    const text = `{"protocol":"mcp","request":${listTools},"requestKey":"${generateSigningKey().requestKey}"}`;
    const lines = summary(await eventsOf(sandbox.core, rpcRequest(link("Acme shop"), { text })));
    expect(lines.at(-1)).toBe("envelope-error bad_request");
  });

  it.each([
    [
      "a stream",
      () => rpcRequest(link("Acme shop"), { protocol: "a2a", requestJson: stream }),
      "envelope-error conversation_required",
    ],
    [
      "another protocol",
      () => rpcRequest(link("Acme shop"), { protocol: "acp" }),
      "envelope-error unsupported_protocol",
    ],
    [
      "a responder with service requests off",
      () => rpcRequest(link("Quiet Bob"), { timeoutMs: 100 }),
      "timeout A_SERVICE.timeout",
    ],
    ["an address without ratchet keys", () => rpcRequest(link("Old address")), "core-error A_SERVICE.notDRAddress"],
    [
      "a text that is too large",
      () => rpcRequest(link("Acme shop"), { text: "x".repeat(11_107) }),
      "core-error CMD.LARGE",
    ],
  ])("names what is wrong with %s", async (_, request, line) => {
    expect(summary(await eventsOf(sandbox.core, request())).at(-1)).toBe(line);
  });
});
