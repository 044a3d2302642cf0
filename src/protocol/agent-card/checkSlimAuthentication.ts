import { type JsonNode, memberOf, plainValue } from "../json/jsonNode.ts";
import { openingOf } from "../json/memberEdits.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { isSlimInterface } from "./checkCardInterfaces.ts";
import { cardRules } from "./rules.ts";

const report = reporter(cardRules);

/** Where a card tells how callers prove who they are. */
const tellingMembers = ["description", "securitySchemes", "documentationUrl"] as const;

/** A card with a SLIMRPC interface should tell that SLIM authenticates both sides (slimrpc#8.4), in its text or a scheme. */
export function checkSlimAuthentication(card: JsonNode): Problem[] {
  const interfaces = memberOf(card, "supportedInterfaces")?.value;
  if (interfaces?.kind !== "array") return [];
  const slim = interfaces.items.find((item) => item.kind === "object" && isSlimInterface(item));
  if (slim?.kind !== "object") return [];
  const told = tellingMembers.map((name) => {
    const value = memberOf(card, name)?.value;
    return value ? JSON.stringify(plainValue(value)) : "";
  });
  return /\bslim(?:rpc)?\b/i.test(told.join(" ")) ? [] : [report("agent-card/slim-authentication", openingOf(slim))];
}
