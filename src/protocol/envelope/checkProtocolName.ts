import { boundProtocols, isBoundProtocol } from "../binding/methods.ts";
import type { Fix, Problem, Span } from "../problem.ts";
import { correctedProtocolName, isProtocolName } from "../protocolName.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { envelopeRules } from "./rules.ts";

const report = reporter(envelopeRules);

/** Checks the name of a protocol in a command or an envelope (agent-protocols#protocol-names). */
export function checkProtocolName(name: Span): Problem[] {
  if (!isProtocolName(name.text)) {
    const corrected = correctedProtocolName(name.text);
    const fixes = corrected === undefined ? [] : [replacement(name, corrected, true)];
    const shown = name.text === "" ? "An empty text" : `"${name.text.slice(0, 60)}"`;
    return [report("envelope/protocol-name", name, { name: shown }, fixes)];
  }
  if (isBoundProtocol(name.text)) return [];
  const near = nearestName(name.text, boundProtocols);
  const suggestion = near === undefined ? "" : ` Did you mean ${near}?`;
  const fixes = near === undefined ? [] : [replacement(name, near, false)];
  return [report("envelope/unknown-protocol", name, { name: name.text.slice(0, 60), suggestion }, fixes)];
}

function replacement(name: Span, newText: string, isPreferred: boolean): Fix {
  return { title: `Change to ${newText}`, edits: [{ range: name, newText }], isPreferred };
}
