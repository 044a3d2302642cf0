import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProtocolServer } from "../../../src/bots/protocolServer.ts";
import { serveAtAddress } from "../../../src/bots/serveAt.ts";
import { createSandboxNetwork, type SandboxNetwork } from "../../../src/core/sandbox/network.ts";
import { systemClock } from "../../../src/core/sandbox/sandboxClock.ts";
import { at } from "../core/sandbox/sandboxKit.ts";
import { call, envelopeOf, mcpRequest, openConversation } from "./conversation.ts";

let network: SandboxNetwork;

beforeEach(() => {
  network = createSandboxNetwork({ clock: systemClock });
});
afterEach(() => network.close());

describe("a bot that is stopped", () => {
  it("answers what is under way, over both transports", async () => {
    let underWay = 0;
    let allUnderWay = (): void => {};
    const started = new Promise<void>((resolve) => {
      allUnderWay = resolve;
    });
    const endless: ProtocolServer = {
      protocol: "mcp",
      versions: ["2026-07-28"],
      async *answer(_, { signal }) {
        underWay += 1;
        if (underWay === 2) allUnderWay();
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      },
    };
    const serving = await serveAtAddress(network.addProfile({ displayName: "Bot" }).core, endless, {
      mayChange: false,
    });
    if (serving.kind !== "serving") throw new Error(serving.kind);
    const caller = network.addProfile({ displayName: "Ann" }).core;
    const conversation = await openConversation(caller, serving.link);
    const overChat = conversation.replies(call("mcp", mcpRequest("tools/list")), 1);
    const overRpc = envelopeOf(caller, serving.link, { protocol: "mcp", request: mcpRequest("tools/list") });
    await started;
    await serving.stop();
    const [reply] = await overChat;
    expect(at(JSON.parse(reply?.text ?? ""), "error.message")).toBe("The bot was stopped before it had the answer.");
    expect(at(await overRpc, "error.code")).toBe("internal");
    conversation.close();
  });
});
