import { type ApiResult, ask } from "../core/apiResult.ts";
import type { Core, CoreRecord } from "../core/core.ts";
import { describeChatError } from "../core/errors/describeChatError.ts";
import { asObject } from "../core/records/jsonShape.ts";
import { parseLink } from "../core/records/parsePlan.ts";
import type { CreatedLink, User } from "../core/records/records.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";
import { declareProtocols, ensureAddress } from "./botProfile.ts";

/** What serving needs at a profile that people may use too. */
export interface ServingPlan {
  /** What stands there and would be another afterwards, as whole sentences. What is only added is not among them. */
  readonly changes: readonly string[];
  /** Makes or mends the address and declares the protocols. Everything else stays as it is. */
  carryOut(): Promise<ApiResult<{ readonly link: string; readonly isDeclared: boolean }>>;
}

interface ContactAddress {
  readonly link: CreatedLink;
  readonly settings: JsonObject;
}

/** Reads the profile's address and declarations, and says what serving `protocols` there takes. Changes nothing. */
export async function planServing(core: Core, user: User, protocols: JsonObject): Promise<ApiResult<ServingPlan>> {
  const shown = await readAddress(core, user.userId);
  if (shown.kind !== "ok") return shown;
  const address = shown.value;
  const declared = asObject(asObject(user.profile["preferences"])?.["protocols"]) ?? {};
  const changed = Object.keys(protocols).filter((name) => !isSame(declared[name], protocols[name]));
  const addressChanges = address === undefined ? [] : changesOfAddress(address);
  return {
    kind: "ok",
    value: {
      changes: [...addressChanges, ...changed.filter((name) => declared[name] !== undefined).map(redeclared)],
      async carryOut() {
        const link = await carryOutAddress(core, user.userId, address, addressChanges.length > 0);
        if (link.kind !== "ok") return link;
        const isDeclared = changed.length === 0 || (await declareProtocols(core, user, { ...declared, ...protocols }));
        return { kind: "ok", value: { link: link.value, isDeclared } };
      },
    },
  };
}

async function readAddress(core: Core, userId: number): Promise<ApiResult<ContactAddress | undefined>> {
  const shown = await ask(core, `/_show_address ${userId}`, {}, { userContactLink: addressOf });
  if (shown.kind !== "error") return shown;
  const isNone = describeChatError(shown.chatError, { command: "other" }).tag === "userContactLinkNotFound";
  return isNone ? { kind: "ok", value: undefined } : shown;
}

function addressOf(response: CoreRecord): ContactAddress | undefined {
  const contactLink = asObject(response["contactLink"]);
  const link = parseLink(contactLink?.["connLinkContact"]);
  const settings = asObject(contactLink?.["addressSettings"]);
  return link && settings && { link, settings };
}

function changesOfAddress(address: ContactAddress): readonly string[] {
  return [
    ...(asObject(address.settings["autoAccept"]) === undefined
      ? ["The address would accept every contact by itself. Now each one is asked about."]
      : []),
    ...(hasRatchetKeys(address)
      ? []
      : ["The address would get ratchet keys, which Service RPC needs, and its link would be another."]),
  ];
}

/** A link with ratchet keys has the parameter `rk` in its full form. */
function hasRatchetKeys({ link }: ContactAddress): boolean {
  return /[?&]rk=/.test(link.full);
}

function redeclared(name: string): string {
  return `The profile declares ${name} with other versions or transports. That declaration would be replaced.`;
}

async function carryOutAddress(
  core: Core,
  userId: number,
  address: ContactAddress | undefined,
  isMended: boolean,
): Promise<ApiResult<string>> {
  if (address === undefined) return await ensureAddress(core, userId, { hasRatchetKeys: true });
  if (!isMended) return { kind: "ok", value: address.link.short ?? address.link.full };
  const ratchet = hasRatchetKeys(address) ? "" : " pq_ratchet=on";
  const settings = { autoAccept: { acceptIncognito: false }, ...address.settings };
  const linkOf = (response: CoreRecord): string | undefined => {
    const changed = addressOf(response);
    return changed && (changed.link.short ?? changed.link.full);
  };
  return await ask(
    core,
    `/_address_settings ${userId}${ratchet} ${JSON.stringify(settings)}`,
    {},
    { userContactLinkUpdated: linkOf },
  );
}

/** Key order is of no meaning in a declaration, but the order of versions is: it is the bot's preference. */
function isSame(one: unknown, other: unknown): boolean {
  return sortedText(one) === sortedText(other);
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    const object = asObject(member);
    return object ? Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1))) : member;
  });
}
