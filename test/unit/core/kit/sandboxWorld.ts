import { chatItemsOf, sendText, serviceRequestOf, serviceResponse } from "../../../../src/core/api.ts";
import type { Core } from "../../../../src/core/core.ts";
import { asObject, asString } from "../../../../src/core/records/jsonShape.ts";
import { createSandboxNetwork } from "../../../../src/core/sandbox/network.ts";
import { serveSandbox } from "../../../../src/core/sandbox/webSocketServer.ts";
import { connectWebSocketCore } from "../../../../src/core/websocket/webSocketCore.ts";
import { botAnswer, botName, type ContractWorld, serviceAnswer } from "./contract.ts";
import type { FrameShape } from "./frames.ts";

/** The sandbox in process, or over its WebSocket server in one of the two shapes. */
export async function sandboxWorld(over?: FrameShape): Promise<ContractWorld> {
  const network = createSandboxNetwork();
  const bot = network.addProfile({ displayName: botName }).core;
  const plain = network.addProfile({ displayName: "plain" }).core;
  const links = {
    botLink: await makeAddress(bot, " pq_ratchet=on"),
    plainLink: await makeAddress(plain, ""),
    groupLink: await makeGroup(bot),
  };
  answerEverything(bot);
  const caller = network.addProfile({ displayName: "tester" });
  if (over === undefined) return { core: caller.core, ...links, dispose: () => network.close() };
  const server = await serveSandbox(caller.profile, { port: 0, shape: over === "Flat" ? "flat" : "either" });
  const core = connectWebSocketCore(server.url);
  return {
    core,
    ...links,
    dispose: async () => {
      await core.close();
      await server.close();
      await network.close();
    },
  };
}

function answerEverything(bot: Core): void {
  bot.onEvent((event) => {
    for (const item of chatItemsOf(event))
      if (item.sender.kind !== "self") void sendText(bot, item.chat, botAnswer, { quotedItemId: item.itemId });
    const request = serviceRequestOf(event);
    if (request !== undefined) void serviceResponse(bot, 1, request.requestId, serviceAnswer);
  });
}

async function makeAddress(core: Core, option: string): Promise<string> {
  const link = await linkIn(core, `/_address 1${option}`, "connLinkContact");
  await core.command('/_address_settings 1 {"businessAddress":false,"autoAccept":{"acceptIncognito":false}}');
  return link;
}

async function makeGroup(core: Core): Promise<string> {
  await core.command('/_group 1 {"displayName":"agents","fullName":""}');
  const result = await core.command("/_create link #1 member");
  const groupLink = result.kind === "response" ? asObject(result.response["groupLink"]) : undefined;
  return shortLinkOf(groupLink?.["connLinkContact"]);
}

async function linkIn(core: Core, command: string, member: string): Promise<string> {
  const result = await core.command(command);
  return shortLinkOf(result.kind === "response" ? result.response[member] : undefined);
}

function shortLinkOf(value: unknown): string {
  const link = asString(asObject(value)?.["connShortLink"]);
  if (link === undefined) throw new Error("The sandbox made no link.");
  return link;
}
