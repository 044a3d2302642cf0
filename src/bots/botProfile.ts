import { type ApiResult, ask } from "../core/apiResult.ts";
import type { Core, CoreRecord } from "../core/core.ts";
import { asObject } from "../core/records/jsonShape.ts";
import { parseLink } from "../core/records/parsePlan.ts";
import type { User } from "../core/records/records.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";
import type { ProtocolServer } from "./protocolServer.ts";

export interface AddressOptions {
  readonly hasRatchetKeys: boolean;
  readonly isBusiness?: boolean;
  /** Peer types the address is made for. */
  readonly serves?: readonly string[];
  readonly greeting?: string;
}

/** What a bot declares in its profile, or an owner in a group, for the protocols served (agent-protocols#protocols). */
export function protocolDeclaration(
  servers: readonly Pick<ProtocolServer, "protocol" | "versions">[],
  transports: { readonly chat: boolean; readonly rpc?: boolean },
): JsonObject {
  return Object.fromEntries(servers.map(({ protocol, versions }) => [protocol, { versions, transports }]));
}

/**
 * The profile's contact address, made if there is none; it accepts by itself. The result is its short link, or the reason
 * the core gave for refusing.
 */
export async function ensureAddress(core: Core, userId: number, options: AddressOptions): Promise<ApiResult<string>> {
  const shown = await ask(core, `/_show_address ${userId}`, {}, { userContactLink: linkOfAddress });
  const ratchet = options.hasRatchetKeys ? " pq_ratchet=on" : "";
  if (shown.kind !== "ok") {
    const created = await ask(core, `/_address ${userId}${ratchet}`, {}, { userContactLinkCreated: () => true });
    if (created.kind !== "ok") return created;
  }
  const settings = {
    businessAddress: options.isBusiness === true,
    autoAccept: { acceptIncognito: false },
    ...(options.greeting !== undefined && { autoReply: { type: "text", text: options.greeting } }),
    ...(options.serves !== undefined && { serves: options.serves }),
  };
  return await ask(
    core,
    `/_address_settings ${userId}${ratchet} ${JSON.stringify(settings)}`,
    {},
    {
      userContactLinkUpdated: linkOfAddress,
    },
  );
}

function linkOfAddress(response: CoreRecord): string | undefined {
  const link = parseLink(asObject(response["contactLink"])?.["connLinkContact"]);
  return link?.short ?? link?.full;
}

/**
 * Declares protocols in the profile, its other members kept. False when the core lost the declaration: cores of today do
 * not know the key (agent-protocols#implementations).
 */
export async function declareProtocols(core: Core, user: User, protocols: JsonObject): Promise<boolean> {
  const { profileId: _id, localAlias: _alias, ...profile } = user.profile;
  const declared = { ...profile, preferences: { ...asObject(profile["preferences"]), protocols } };
  const updated = await ask(
    core,
    `/_profile ${user.userId} ${JSON.stringify(declared)}`,
    {},
    {
      userProfileUpdated: (response) =>
        asObject(asObject(response["toProfile"])?.["preferences"])?.["protocols"] !== undefined,
    },
  );
  return updated.kind === "ok" && updated.value;
}
