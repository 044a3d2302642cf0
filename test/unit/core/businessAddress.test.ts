import { describe, expect, it } from "vitest";
import { connect, connectionPlan, sendText } from "../../../src/core/api.ts";
import { addressOf, sandboxKit } from "./sandbox/sandboxKit.ts";

describe("a business address", () => {
  it.each([
    ["with link data, which prepares a group", true],
    ["without link data, in one step", false],
  ])("is connected %s, and the conversation is a group", async (_how, hasLinkData) => {
    const kit = sandboxKit();
    const business = kit.add({ displayName: "business" });
    const customer = kit.add({ displayName: "customer" });
    const plan = await connectionPlan(customer.core, 1, await addressOf(business, { businessAddress: true }));
    if (plan.kind !== "ok") throw new Error(JSON.stringify(plan));
    const { linkData, ...rest } = plan.value;
    expect(linkData).toMatchObject({ business: true });
    const connected = await connect(customer.core, 1, hasLinkData ? plan.value : rest, { incognito: false });
    if (connected.kind !== "ok") throw new Error(JSON.stringify(connected));
    expect(connected.value.kind).toBe("group");
    expect(await sendText(customer.core, connected.value, "hello")).toMatchObject({ kind: "ok" });
    await kit.network.close();
  });
});
