import { activeUser, connectionPlan } from "../core/api.ts";
import { type ApiResult, ask } from "../core/apiResult.ts";
import type { Core, CoreRecord } from "../core/core.ts";
import { describeChatError } from "../core/errors/describeChatError.ts";
import { asObject } from "../core/records/jsonShape.ts";
import type { ConnectionPlan, User } from "../core/records/records.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";
import { type AddressRecord, mergeClaims } from "./addressRecord.ts";
import type { AddressClaim } from "./claim.ts";
import { claimOfPlan } from "./linkDataClaim.ts";

/** What the core says of one address, without connecting to it. */
export type Inspection =
  | {
      readonly kind: "inspected";
      readonly record: AddressRecord;
      readonly claim: AddressClaim;
      readonly plan: ConnectionPlan;
      /** As returned: the link data, or what the core stored of a chat that it knows already or of its own address. */
      readonly linkData: JsonObject;
    }
  /** `message` is a whole sentence with the likely cause and the next step. */
  | { readonly kind: "failed"; readonly message: string };

/** Reads and checks the link data of `link` by the connection plan. */
export async function inspectAddress(link: string, core: Core, signal: AbortSignal): Promise<Inspection> {
  const user = await activeUser(core, { signal });
  const plan = user.kind === "ok" ? await connectionPlan(core, user.value.userId, link, { signal }) : user;
  if (plan.kind !== "ok")
    return { kind: "failed", message: `The link data of ${link} could not be read. ${reasonOf(plan)}` };
  const own = plan.value.ownLink && user.kind === "ok" ? await ownLinkData(core, user.value, signal) : undefined;
  const claim = claimOfPlan(plan.value, link, own);
  const [record] = mergeClaims([claim], (same) => same);
  if (!record) return { kind: "failed", message: `The link data of ${link} is empty.` };
  return { kind: "inspected", record, claim, plan: plan.value, linkData: own ?? linkDataOf(plan.value) };
}

/**
 * What the link of the profile's own address publishes: a plan for it has no link data, since there is nobody to ask.
 * Undefined where the core does not tell.
 */
async function ownLinkData(core: Core, user: User, signal: AbortSignal): Promise<JsonObject | undefined> {
  const settings = await ask(core, `/_show_address ${user.userId}`, { signal }, { userContactLink: settingsOfAddress });
  if (settings.kind !== "ok") return undefined;
  const { businessAddress, serves } = settings.value;
  return { profile: user.profile, business: businessAddress, ...(serves !== undefined && { serves }) };
}

function settingsOfAddress(response: CoreRecord): JsonObject | undefined {
  return asObject(asObject(response["contactLink"])?.["addressSettings"]);
}

function linkDataOf(plan: ConnectionPlan): JsonObject {
  if (plan.linkData) return plan.linkData;
  if (plan.kind === "group") return plan.known ? { groupProfile: plan.known.groupProfile } : {};
  return plan.known ? { profile: plan.known.profile } : {};
}

function reasonOf(failure: Exclude<ApiResult<unknown>, { kind: "ok" }>): string {
  if (failure.kind === "failed") return failure.message;
  const { message, likelyCause, nextStep } = describeChatError(failure.chatError, { command: "plan" });
  return [message, likelyCause, nextStep].filter(Boolean).join(" ");
}
