import { ask } from "../core/apiResult.ts";
import type { Core } from "../core/core.ts";
import { parseLink } from "../core/parsePlan.ts";
import type { JsonObject } from "../core/records.ts";
import type { ProtocolServer } from "./protocolServer.ts";

export interface AddressOptions {
  readonly hasRatchetKeys: boolean;
  readonly isBusiness?: boolean;
  /** Peer types the address is made for. */
  readonly serves?: readonly string[];
  readonly greeting?: string;
}

/** What a bot declares in its profile for the protocols it serves (agent-protocols#protocols). */
export function protocolDeclaration(
  servers: readonly Pick<ProtocolServer, "protocol" | "versions">[],
  transports: { readonly chat: boolean; readonly rpc: boolean },
): JsonObject {
  return Object.fromEntries(servers.map(({ protocol, versions }) => [protocol, { versions, transports }]));
}

/** Makes the profile's contact address, which accepts by itself. The result is its short link; undefined when the core refuses. */
export async function createAddress(core: Core, userId: number, options: AddressOptions): Promise<string | undefined> {
  const ratchet = options.hasRatchetKeys ? " pq_ratchet=on" : "";
  const created = await ask(
    core,
    `/_address ${userId}${ratchet}`,
    {},
    {
      userContactLinkCreated: (response) => parseLink(response["connLinkContact"]),
    },
  );
  if (created.kind !== "ok") return undefined;
  const settings = {
    businessAddress: options.isBusiness === true,
    autoAccept: { acceptIncognito: false },
    ...(options.greeting !== undefined && { autoReply: { type: "text", text: options.greeting } }),
    ...(options.serves !== undefined && { serves: options.serves }),
  };
  await core.command(`/_address_settings ${userId} ${JSON.stringify(settings)}`);
  return created.value.short ?? created.value.full;
}
