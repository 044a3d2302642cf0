import { asId, asObject } from "../../core/records/jsonShape.ts";
import type { SandboxNetwork } from "../../core/sandbox/network.ts";
import { protocolDeclaration } from "../botProfile.ts";
import { mcpProtocolServer } from "../mcpServer.ts";
import { serveProtocols } from "../responder.ts";
import { answerInProse, createdGroup, type DemoBot, joinByLink, userId } from "./demoBots.ts";
import type { DemoPace } from "./demoPace.ts";
import { type Supplier, supplierTools } from "./supplierTools.ts";

const groupName = "Acme suppliers";
const owner: Supplier = { name: "steelmill", leadDays: 3, pricePerTon: 640 };
const otherSupplier: Supplier = { name: "Iron Works", leadDays: 9, pricePerTon: 580 };
/** Members who serve nothing; the first answers calls in her own words. */
const people = ["Dana", "Emil", "Fiona"] as const;

/** A group of five, of whom two serve `mcp` with answers of their own, and one person answers broadcasts too. */
export async function suppliersGroup(network: SandboxNetwork, pace: DemoPace): Promise<DemoBot> {
  const { core } = network.addProfile({ displayName: owner.name, peerType: "bot" });
  const servers = [mcpProtocolServer(supplierTools(owner))];
  // Only the owners' protocols are declared in a group, and `rpc` has no place there (agent-protocols#protocols).
  const protocols = protocolDeclaration(servers, { chat: true });
  const profile = {
    displayName: groupName,
    fullName: "",
    shortDescr: "Offers of those who deliver to Acme",
    groupPreferences: { directMessages: { enable: "on" }, history: { enable: "on" }, protocols },
  };
  await core.command(`/_group ${userId} ${JSON.stringify(profile)}`);
  const { link } = await createdGroup(core, "/_create link #1 member");
  const responders = [serveProtocols({ core, userId, servers, clock: pace.clock })];

  const supplier = network.addProfile({ displayName: otherSupplier.name, peerType: "bot" });
  await joinByLink(supplier.core, link);
  const otherServers = [mcpProtocolServer(supplierTools(otherSupplier))];
  responders.push(serveProtocols({ core: supplier.core, userId, servers: otherServers, clock: pace.clock }));

  const stopProse: (() => void)[] = [];
  for (const name of people) {
    const person = network.addProfile({ displayName: name });
    await joinByLink(person.core, link);
    if (name === people[0])
      stopProse.push(answerInProse(person.core, () => "I only have scrap iron this week, call me."));
  }
  return {
    core,
    address: { title: groupName, link, type: "group", protocols },
    async stop() {
      for (const stop of stopProse) stop();
      await Promise.all(responders.map((responder) => responder.stop()));
    },
  };
}

/** A channel for people and agents that greets each subscriber with the news of the week. */
export async function newsChannel(network: SandboxNetwork): Promise<DemoBot> {
  const audience = ["human", "agent"];
  const changeFrequency = "weekly";
  const { core } = network.addProfile({ displayName: "Acme editor" });
  const profile = {
    displayName: "Acme news",
    fullName: "",
    shortDescr: "Product news and offers",
    publicGroup: { groupType: "channel", audience, changeFrequency },
    groupPreferences: { history: { enable: "on" }, support: { enable: "off" } },
  };
  const { link, groupId } = await createdGroup(core, `/_public group ${userId} 1 ${JSON.stringify(profile)}`);
  const news = { msgContent: { type: "text", text: "This week: anvils in three sizes." }, mentions: {} };
  const listener = core.onEvent((event) => {
    if (event.type !== "joinedGroupMember" || asId(asObject(event["groupInfo"])?.["groupId"]) !== groupId) return;
    void core.command(`/_send #${groupId}(as_group=on) json ${JSON.stringify([news])}`);
  });
  return {
    core,
    address: { title: "Acme news", link, type: "channel", audience, changeFrequency },
    stop() {
      listener.dispose();
      return Promise.resolve();
    },
  };
}
