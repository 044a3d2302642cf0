import type { Core } from "../core/core.ts";
import { createSandboxNetwork, type SandboxNetwork, type SandboxProfileOptions } from "../core/sandbox/network.ts";
import { type SandboxClock, systemClock } from "../core/sandbox/sandboxClock.ts";
import type { SandboxProfile } from "../core/sandbox/sandboxProfile.ts";
import { a2aProtocolServer } from "./a2aServer.ts";
import { answerInProse, contactBot, type DemoBot, type SandboxAddress } from "./demo/demoBots.ts";
import { newsChannel, suppliersGroup } from "./demo/demoGroups.ts";
import type { DemoPace } from "./demo/demoPace.ts";
import { shopAgent, shopCard } from "./demo/shopAgent.ts";
import { shopConversationTools, shopTools } from "./demo/shopTools.ts";
import { mcpProtocolServer } from "./mcpServer.ts";

export interface DemoSandboxOptions {
  readonly clock?: SandboxClock;
  readonly randomBytes?: (size: number) => Uint8Array;
  /** Between the steps of a streamed answer, in milliseconds; 400 by default. */
  readonly stepMs?: number;
  /** How long the slow bot thinks, in milliseconds; 5,000 by default. */
  readonly slowDelayMs?: number;
}

export interface DemoSandbox {
  /** The user's core, connected to nobody yet. */
  readonly core: Core;
  /** The user's profile, for the WebSocket server. */
  readonly profile: SandboxProfile;
  addresses(): readonly SandboxAddress[];
  /** One more profile in the network, reached through its own core. */
  addProfile(options: SandboxProfileOptions): Core;
  /** The same for a WebSocket server, through which it is reached. */
  addServedProfile(options: SandboxProfileOptions): SandboxProfile;
  /** Stops the bots and every core. Closing twice is harmless. */
  close(): Promise<void>;
}

/** The sandbox with its demo bots: addresses of every kind, good and bad, and a profile for the user. */
export async function createDemoSandbox(options: DemoSandboxOptions = {}): Promise<DemoSandbox> {
  const { clock = systemClock, stepMs = 400, slowDelayMs = 5_000, randomBytes } = options;
  const network = createSandboxNetwork({ clock, ...(randomBytes !== undefined && { randomBytes }) });
  const closed = new AbortController();
  const pace: DemoPace = { clock, stepMs, closed: closed.signal };
  const bots: readonly DemoBot[] = [
    await acmeShop(network, pace),
    await suppliersGroup(network, pace),
    await newsChannel(network),
    await askAcme(network, pace),
    ...(await oddBots(network, pace, slowDelayMs)),
  ];
  const user = network.addProfile({ displayName: "sandbox-user", shortDescr: "You, in the sandbox" });
  let closing: Promise<void> | undefined;
  return {
    core: user.core,
    profile: user.profile,
    addresses: () => bots.flatMap((bot) => bot.address ?? []),
    addProfile: (options) => network.addProfile(options).core,
    addServedProfile: (options) => network.addProfile(options).profile,
    close() {
      closed.abort();
      closing ??= Promise.all(bots.map((bot) => bot.stop())).then(() => network.close());
      return closing;
    },
  };
}

async function acmeShop(network: SandboxNetwork, pace: DemoPace): Promise<DemoBot> {
  const title = "Acme shop";
  const shop = await contactBot(network, pace, {
    profile: { displayName: title, shortDescr: "Orders and availability", peerType: "bot" },
    address: { hasRatchetKeys: true, serves: ["agent", "business"] },
    servers: (link) => [
      mcpProtocolServer(shopTools(pace), { conversationTools: shopConversationTools }),
      a2aProtocolServer(shopCard(title, "Sells anvils, rope and magnets.", link), shopAgent(pace)),
    ],
  });
  if (shop.address !== undefined) network.registerName("acme-shop.testing", shop.address.link);
  return shop;
}

/** A business address: each customer gets a chat that people of the business can join. */
async function askAcme(network: SandboxNetwork, pace: DemoPace): Promise<DemoBot> {
  const title = "Ask Acme";
  return await contactBot(network, pace, {
    profile: { displayName: title, shortDescr: "Questions about orders", peerType: "business" },
    address: { hasRatchetKeys: true, isBusiness: true, serves: ["human", "agent"] },
    servers: (link) => [
      mcpProtocolServer(shopTools(pace)),
      a2aProtocolServer(shopCard(title, "Answers questions about orders.", link), shopAgent(pace)),
    ],
  });
}

/** Addresses that behave as one would rather not have it. */
async function oddBots(network: SandboxNetwork, pace: DemoPace, slowDelayMs: number): Promise<readonly DemoBot[]> {
  const mcp = () => [mcpProtocolServer(shopTools(pace))];
  const chatOnly = { chat: true, rpc: false };
  const quiet = await contactBot(network, pace, {
    // Its core runs without service requests: Service RPC to it ends with the requester's timeout.
    profile: { displayName: "Quiet Bob", acceptsServiceRequests: false },
    address: { hasRatchetKeys: true },
  });
  const slow = await contactBot(network, pace, {
    profile: { displayName: "Slow bot", shortDescr: "Thinks before it answers", peerType: "bot" },
    address: { hasRatchetKeys: true, serves: ["agent"] },
    servers: mcp,
    limits: { delayMs: slowDelayMs },
  });
  const contradictor = await contactBot(network, pace, {
    profile: { displayName: "Contradictor", shortDescr: "Its website says otherwise", peerType: "bot" },
    address: { hasRatchetKeys: true, serves: ["human"] },
    servers: mcp,
    transports: chatOnly,
  });
  const oldAddress = await contactBot(network, pace, {
    profile: { displayName: "Old address", shortDescr: "Declares rpc, has no ratchet keys", peerType: "bot" },
    address: { hasRatchetKeys: false, serves: ["agent"] },
    servers: mcp,
  });
  const ticker = await contactBot(network, pace, {
    profile: { displayName: "Endless ticker", shortDescr: "Streams until it is cancelled", peerType: "bot" },
    address: { hasRatchetKeys: true, serves: ["agent"] },
    servers: (link) => [
      a2aProtocolServer(shopCard("Endless ticker", "Ticks.", link), shopAgent(pace, { isEndless: true })),
    ],
    transports: chatOnly,
  });
  const busy = await contactBot(network, pace, {
    profile: { displayName: "Busy bot", shortDescr: "Takes two requests a minute", peerType: "bot" },
    address: { hasRatchetKeys: true, serves: ["agent"] },
    servers: mcp,
    limits: { rateLimit: { requests: 2, perSeconds: 60 } },
  });
  return [quiet, slow, await plainParrot(network, pace), contradictor, oldAddress, ticker, busy];
}

/** Declares `mcp` and answers in words. */
async function plainParrot(network: SandboxNetwork, pace: DemoPace): Promise<DemoBot> {
  const { versions } = mcpProtocolServer(shopTools(pace));
  const parrot = await contactBot(network, pace, {
    profile: { displayName: "Plain parrot", shortDescr: "Answers in words", peerType: "bot" },
    address: { hasRatchetKeys: true, serves: ["human", "agent"] },
    servers: () => [{ protocol: "mcp", versions, answer: () => noAnswer() }],
    transports: { chat: true, rpc: false },
  });
  const stopProse = answerInProse(parrot.core, (text) => `Squawk! You said: ${text.slice(0, 100)}`);
  return {
    ...parrot,
    async stop() {
      stopProse();
      await parrot.stop();
    },
  };
}

async function* noAnswer(): AsyncGenerator<never> {}
