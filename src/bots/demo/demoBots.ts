import { activeUser, chatItemsOf, connect, connectionPlan, sendText } from "../../core/api.ts";
import type { Core } from "../../core/core.ts";
import { asId, asObject, asString } from "../../core/records/jsonShape.ts";
import type { SandboxNetwork, SandboxProfileOptions } from "../../core/sandbox/network.ts";
import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { type AddressOptions, declareProtocols, ensureAddress, protocolDeclaration } from "../botProfile.ts";
import { parseCallCommand } from "../callCommand.ts";
import type { ProtocolServer } from "../protocolServer.ts";
import { type ResponderOptions, serveProtocols } from "../responder.ts";
import type { DemoPace } from "./demoPace.ts";

/** One address of the sandbox, as `sandbox --list` prints it. */
export interface SandboxAddress {
  readonly title: string;
  readonly link: string;
  readonly type: "contact" | "group" | "channel";
  readonly protocols?: JsonObject;
  readonly audience?: readonly string[];
  readonly serves?: readonly string[];
  readonly changeFrequency?: string;
}

/** A profile of the demo with what must be stopped in the end. */
export interface DemoBot {
  readonly core: Core;
  readonly address?: SandboxAddress;
  stop(): Promise<void>;
}

export const userId = 1;

export interface ContactBotOptions {
  readonly profile: Pick<SandboxProfileOptions, "displayName" | "shortDescr" | "peerType" | "acceptsServiceRequests">;
  readonly address: AddressOptions;
  /** What the bot serves; made once its link is known. */
  readonly servers?: (link: string) => readonly ProtocolServer[];
  readonly transports?: { readonly chat: boolean; readonly rpc: boolean };
  readonly limits?: Pick<ResponderOptions, "rateLimit" | "delayMs">;
}

/** A bot at a contact address, which declares what it serves and serves it. */
export async function contactBot(
  network: SandboxNetwork,
  pace: DemoPace,
  options: ContactBotOptions,
): Promise<DemoBot> {
  const { core } = network.addProfile(options.profile);
  const address = await ensureAddress(core, userId, options.address);
  const user = await activeUser(core);
  if (address.kind !== "ok" || user.kind !== "ok")
    throw new Error(`The sandbox gave ${options.profile.displayName} no address.`);
  const link = address.value;
  const servers = options.servers?.(link) ?? [];
  const transports = options.transports ?? { chat: true, rpc: true };
  const protocols = protocolDeclaration(servers, transports);
  if (servers.length > 0) await declareProtocols(core, user.value, protocols);
  const responder = serveProtocols({ core, userId, servers, clock: pace.clock, transports, ...options.limits });
  return {
    core,
    address: {
      title: options.profile.displayName,
      link,
      type: "contact",
      ...(servers.length > 0 && { protocols }),
      ...(options.address.serves !== undefined && { serves: options.address.serves }),
    },
    stop: () => responder.stop(),
  };
}

/** Answers every call with a sentence instead of a message of the protocol. */
export function answerInProse(core: Core, sentence: (text: string) => string): () => void {
  const listener = core.onEvent((event) => {
    if (event.type !== "newChatItems") return;
    for (const item of chatItemsOf(event)) {
      const isForMe = parseCallCommand(item.text)?.hasMention !== true || item.mentionsUser;
      if (item.sender.kind !== "self" && isForMe)
        void sendText(core, item.chat, sentence(item.text), { quotedItemId: item.itemId });
    }
  });
  return () => listener.dispose();
}

/** Joins a group through its link, as a person or bot does. */
export async function joinByLink(core: Core, link: string): Promise<void> {
  const plan = await connectionPlan(core, userId, link);
  if (plan.kind === "ok") await connect(core, userId, plan.value, { incognito: false });
}

/** The short link and id in a `groupLinkCreated` or `publicGroupCreated` response. */
export async function createdGroup(
  core: Core,
  command: string,
): Promise<{ readonly link: string; readonly groupId: number }> {
  const result = await core.command(command);
  const record = result.kind === "response" ? result.response : undefined;
  const link = asString(asObject(asObject(record?.["groupLink"])?.["connLinkContact"])?.["connShortLink"]);
  const groupId = asId(asObject(record?.["groupInfo"])?.["groupId"]);
  if (link === undefined || groupId === undefined) throw new Error("The sandbox made no group.");
  return { link, groupId };
}
