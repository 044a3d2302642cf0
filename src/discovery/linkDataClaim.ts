import { asObject } from "../core/records/jsonShape.ts";
import type { ConnectionPlan } from "../core/records/records.ts";
import {
  readAudience,
  readChangeFrequency,
  readProtocols,
  readServes,
} from "../protocol/declarations/readDeclarations.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";
import type { AddressClaim, AddressType, Source } from "./claim.ts";

/**
 * What link data says of an address. For a chat the core knows already there is no link data, and the profile it stored
 * speaks instead; for the address of the profile itself, `own` does, what its link publishes. Members that the core did not
 * return stay out: they are unknown.
 */
export function claimOfPlan(plan: ConnectionPlan, link: string, own?: JsonObject): AddressClaim {
  const source: Source = { kind: plan.linkData ? "link-data" : "stored-profile", where: link };
  const shortest = plan.link.short ?? plan.link.full;
  return plan.kind === "group"
    ? groupClaim(source, shortest, groupProfileOf(plan))
    : contactClaim(source, shortest, asObject(own?.["profile"]) ?? profileOf(plan), own ?? plan.linkData);
}

/** The profile behind a contact address or an invitation, from link data or as stored. */
function profileOf(plan: Exclude<ConnectionPlan, { kind: "group" }>): JsonObject {
  return asObject(plan.linkData?.["profile"]) ?? plan.known?.profile ?? {};
}

/** The group profile behind a group or channel link, from link data or as stored. */
function groupProfileOf(plan: Extract<ConnectionPlan, { kind: "group" }>): JsonObject {
  return asObject(plan.linkData?.["groupProfile"]) ?? plan.known?.groupProfile ?? {};
}

function contactClaim(
  source: Source,
  link: string,
  profile: JsonObject,
  linkData: JsonObject | undefined,
): AddressClaim {
  const protocols = readProtocols(asObject(profile["preferences"])?.["protocols"], "profile");
  const serves = readServes(linkData?.["serves"]);
  const isBusiness = linkData?.["business"];
  return {
    source,
    link,
    type: "contact",
    ...titleOf(profile),
    ...(typeof isBusiness === "boolean" && { isBusiness }),
    ...(serves.value && { peers: serves.value }),
    ...(protocols.value && { protocols: protocols.value }),
    problems: [...protocols.problems, ...serves.problems],
  };
}

function groupClaim(source: Source, link: string, profile: JsonObject): AddressClaim {
  const record = asObject(profile["publicGroup"]);
  const type: AddressType = record?.["groupType"] === "channel" ? "channel" : "group";
  const protocols = readProtocols(asObject(profile["groupPreferences"])?.["protocols"], "group");
  const audience = readAudience(record?.["audience"]);
  const changeFrequency = readChangeFrequency(record?.["changeFrequency"]);
  return {
    source,
    link,
    type,
    ...titleOf(profile),
    ...(audience.value && { peers: audience.value }),
    ...(changeFrequency.value && { changeFrequency: changeFrequency.value }),
    ...(protocols.value && { protocols: protocols.value }),
    problems: [...protocols.problems, ...audience.problems, ...changeFrequency.problems],
  };
}

function titleOf(profile: JsonObject): { readonly title?: string } {
  const name = profile["displayName"];
  return typeof name === "string" && name !== "" ? { title: name } : {};
}
