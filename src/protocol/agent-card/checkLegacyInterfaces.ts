import { type JsonNode, type JsonObjectNode, type JsonStringNode, memberOf } from "../json/jsonNode.ts";
import { insertMember } from "../json/memberEdits.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { slimBindingUri } from "../slimrpc/slimBinding.ts";
import { checkSimplex, checkSlim, isMeantAsSlim, stringMember } from "./checkCardInterfaces.ts";
import { cardRules } from "./rules.ts";
import { isMeantAsSimplex, simplexBindingUri } from "./simplexBinding.ts";

const report = reporter(cardRules);

/**
 * Checks what a card before A2A 1.0 says of SimpleX and SLIMRPC: both bindings came with 1.0, whose clients look for them in
 * `supportedInterfaces`. Interfaces of other bindings are the format's own.
 */
export function checkLegacyInterfaces(card: JsonNode): Problem[] {
  if (card.kind !== "object") return [];
  const others = memberOf(card, "additionalInterfaces")?.value;
  const items = others?.kind === "array" ? others.items.filter((item) => item.kind === "object") : [];
  return [
    ...checkEntry(card, stringMember(card, "url"), stringMember(card, "preferredTransport")),
    ...items.flatMap((item) => checkEntry(card, stringMember(item, "url"), stringMember(item, "transport"))),
  ];
}

function checkEntry(
  card: JsonObjectNode,
  url: JsonStringNode | undefined,
  transport: JsonStringNode | undefined,
): Problem[] {
  const place = (url ?? transport)?.range;
  if (!place) return [];
  if (isMeantAsSimplex(transport?.value, url?.value)) {
    const fixes = url ? [addInterface(card, url, simplexBindingUri)] : [];
    return [...checkSimplex(url, transport), report("agent-card/simplex-in-legacy-card", place, {}, fixes)];
  }
  if (!isMeantAsSlim(url?.value, transport?.value)) return [];
  const fixes = url ? [addInterface(card, url, slimBindingUri)] : [];
  return [...checkSlim(url, transport), report("agent-card/slim-in-legacy-card", place, {}, fixes)];
}

function addInterface(card: JsonObjectNode, url: JsonStringNode, protocolBinding: string) {
  const list = JSON.stringify([{ url: url.value, protocolBinding, protocolVersion: "1.0" }]);
  return { ...insertMember(card, "supportedInterfaces", list), isPreferred: false };
}
