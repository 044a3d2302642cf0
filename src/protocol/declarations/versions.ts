import type { JsonNode } from "../json/jsonNode.ts";
import { replaceValue } from "../json/memberEdits.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { classifyRevision, mcpRevision } from "../mcp/mcpRevision.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { declarationRules } from "./rules.ts";

const report = reporter(declarationRules);

/** True for a version that the protocol's binding can carry. Of a protocol without a binding here every version is. */
function isCarriedVersion(protocol: string, version: string): boolean {
  switch (protocol) {
    case "mcp":
      return ["known", "later"].includes(classifyRevision(version));
    case "a2a":
      return /^[1-9]\d{0,5}\.(0|[1-9]\d{0,5})$/.test(version);
    default:
      return true;
  }
}

/** What is wrong with one entry of a protocol's `versions`. */
export function versionProblem(protocol: string, node: JsonNode): Problem[] {
  if (node.kind !== "string" || node.hasPlaceholder || isCarriedVersion(protocol, node.value)) return [];
  const values = { version: describeValue(node) };
  if (protocol === "mcp") {
    const fix = { ...replaceValue(node, `"${mcpRevision}"`), isPreferred: false };
    return [report("declarations/mcp-version", node.range, values, [fix])];
  }
  const short = /^v?([1-9]\d*)(?:\.(\d+))?(?:\.\d+)?$/.exec(node.value);
  const fixes = short ? [replaceValue(node, `"${short[1]}.${Number(short[2] ?? 0)}"`)] : [];
  return [report("declarations/a2a-version", node.range, values, fixes)];
}
