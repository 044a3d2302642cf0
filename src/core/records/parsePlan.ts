import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../core.ts";
import { asObject, asString, tagOf } from "./jsonShape.ts";
import { parseContact, parseGroup } from "./parseParties.ts";
import type { ConnectionPlan, CreatedLink } from "./records.ts";

/** A plan, or the error the core puts in place of one. */
export type ParsedPlan =
  | { readonly kind: "plan"; readonly plan: ConnectionPlan }
  | { readonly kind: "error"; readonly chatError: unknown };

/** Parses a whole `connectionPlan` response; undefined when it has another shape. */
export function parsePlan(response: CoreRecord): ParsedPlan | undefined {
  const outer = asObject(response["connectionPlan"]);
  if (tagOf(outer) === "error") return { kind: "error", chatError: outer?.["chatError"] };
  const link = parseLink(response["connLink"]);
  if (link === undefined || outer === undefined) return undefined;
  switch (tagOf(outer)) {
    case "contactAddress":
      return contactPlan("contact-address", link, asObject(outer["contactAddressPlan"]));
    case "invitationLink":
      return contactPlan("invitation", link, asObject(outer["invitationLinkPlan"]));
    case "groupLink":
      return groupPlan(link, asObject(outer["groupLinkPlan"]));
    default:
      return undefined;
  }
}

/** Parses a `CreatedConnLink`. */
export function parseLink(value: unknown): CreatedLink | undefined {
  const link = asObject(value);
  const full = asString(link?.["connFullLink"]);
  const short = asString(link?.["connShortLink"]);
  if (full === undefined) return undefined;
  return { full, ...(short === undefined ? {} : { short }) };
}

function contactPlan(
  kind: "contact-address" | "invitation",
  link: CreatedLink,
  plan: JsonObject | undefined,
): ParsedPlan | undefined {
  const tag = tagOf(plan);
  if (plan === undefined || tag === undefined) return undefined;
  const linkData = asObject(plan["contactSLinkData_"]);
  const known = parseContact(plan["contact"]) ?? parseContact(plan["contact_"]);
  return {
    kind: "plan",
    plan: {
      kind,
      link,
      ...(linkData === undefined ? {} : { linkData }),
      ...(known === undefined ? {} : { known }),
      ownLink: tag === "ownLink",
      connecting: tag.startsWith("connecting"),
    },
  };
}

function groupPlan(link: CreatedLink, plan: JsonObject | undefined): ParsedPlan | undefined {
  const tag = tagOf(plan);
  if (plan === undefined || tag === undefined) return undefined;
  const linkData = asObject(plan["groupSLinkData_"]);
  const linkInfo = asObject(plan["groupSLinkInfo_"]);
  const known = parseGroup(plan["groupInfo"]) ?? parseGroup(plan["groupInfo_"]);
  return {
    kind: "plan",
    plan: {
      kind: "group",
      link,
      ...(linkData === undefined ? {} : { linkData }),
      ...(linkInfo === undefined ? {} : { linkInfo }),
      ...(known === undefined ? {} : { known }),
      ownLink: tag === "ownLink",
      connecting: tag.startsWith("connecting"),
      ...(tag === "noRelays" || tag === "updateRequired" ? { unavailable: tag } : {}),
    },
  };
}
