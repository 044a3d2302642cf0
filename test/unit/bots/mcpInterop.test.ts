import { Client, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoSandbox, type DemoSandbox } from "../../../src/bots/demoSandbox.ts";
import { type Conversation, openConversation } from "./conversation.ts";

/** The official client's messages as `/_call mcp`, and the quoted replies back: the binding, and nothing of the product. */
function chatTransport(conversation: Conversation): Transport {
  const transport: Transport = {
    start: () => Promise.resolve(),
    async send(message: JSONRPCMessage) {
      if (!("method" in message && "id" in message)) return;
      await conversation.send(`/_call mcp ${JSON.stringify(message)}`, (reply) =>
        transport.onmessage?.(JSON.parse(reply.text)),
      );
    },
    close() {
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}

describe("the official MCP client in a conversation", () => {
  let sandbox: DemoSandbox;
  let conversation: Conversation;
  let client: Client;

  beforeAll(async () => {
    sandbox = await createDemoSandbox({ stepMs: 0, slowDelayMs: 0 });
    const shop = sandbox.addresses().find((address) => address.title === "Acme shop");
    conversation = await openConversation(sandbox.core, shop?.link ?? "");
    client = new Client(
      { name: "interop", version: "1.0.0" },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    client.setRequestHandler("elicitation/create", () => ({
      action: "accept",
      content: { address: "Rua Augusta 1", express: true },
    }));
    await client.connect(chatTransport(conversation));
  });

  afterAll(async () => {
    await client.close();
    conversation.close();
    await sandbox.close();
  });

  it("discovers the server", () => {
    expect(client.getServerVersion()?.name).toBe("acme-shop");
    expect(client.getServerCapabilities()?.tools).toBeDefined();
  });

  it("lists and calls tools", async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "availability",
      "quote",
      "inspect",
      "refund",
      "order",
      "negotiate",
      "catalogue",
    ]);
    const result = await client.callTool({ name: "availability", arguments: { item: "anvil" } });
    expect(result.content).toEqual([{ type: "text", text: "12 anvils are in stock." }]);
    const quote = await client.callTool({ name: "quote", arguments: { item: "anvil", quantity: 2 } });
    expect(quote.structuredContent).toEqual({ currency: "EUR", total: 480 });
  });

  it("sees the progress before the result", async () => {
    const progress: number[] = [];
    const result = await client.callTool(
      { name: "inspect", arguments: { item: "rope" } },
      { onprogress: (update) => progress.push(update.progress) },
    );
    expect(progress).toEqual([1, 2, 3, 4]);
    expect(result.isError).toBe(false);
  });

  it("answers what the server asks back", async () => {
    const result = await client.callTool({ name: "order", arguments: { item: "magnet", quantity: 3 } });
    expect(result.content).toEqual([{ type: "text", text: "Ordered: 3 magnets to Rua Augusta 1, by express." }]);
  });

  it("is told of a tool that fails, and of one that does not exist", async () => {
    const failed = await client.callTool({ name: "refund", arguments: { order: "1042" } });
    expect(failed.isError).toBe(true);
    await expect(client.callTool({ name: "nothing" })).rejects.toMatchObject({ code: -32_602 });
  });
});
