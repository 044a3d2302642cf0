import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { openingOf } from "../json/memberEdits.ts";
import { hasVariableKey, isOpen } from "../json/openValue.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { smcpRules } from "./rules.ts";

const report = reporter(smcpRules);

/** What each kind of server is reached by. `http` is the first text's name of what later versions call `streamable`. */
const reachedBy: Readonly<Record<string, "command" | "url">> = {
  stdio: "command",
  http: "url",
  streamable: "url",
  sse: "url",
};

/** Checks the configuration of one MCP server of a computer: the flat form of the first text, or that of later versions. */
export function checkServerConfig(config: JsonObjectNode): Problem[] {
  if (hasVariableKey(config)) return [];
  const type = memberOf(config, "type")?.value;
  if (type && isOpen(type)) return [];
  const needed = type?.kind === "string" && Object.hasOwn(reachedBy, type.value) ? reachedBy[type.value] : undefined;
  if (needed === undefined) {
    const what = type ? `its \`type\` is ${describeValue(type)}` : "its `type` is missing";
    return [report("smcp/server-config", type?.range ?? openingOf(config), { what })];
  }
  const parameters = memberOf(config, "server_parameters")?.value;
  const holder = parameters?.kind === "object" ? parameters : config;
  const problems: Problem[] = [];
  if (!isText(memberOf(holder, needed)?.value)) {
    const what = `a server of the type ${describeValue(type ?? config)} needs \`${needed}\``;
    problems.push(report("smcp/server-config", openingOf(holder), { what }));
  }
  for (const [name, kind, expected] of optionalMembers) {
    const value = memberOf(config, name)?.value;
    if (!value || isOpen(value) || value.kind === kind) continue;
    const what = `\`${name}\` must be ${expected}, and is ${describeValue(value)}`;
    problems.push(report("smcp/server-config", value.range, { what }));
  }
  return problems;
}

const optionalMembers = [
  ["disabled", "boolean", "true or false"],
  ["tool_meta", "object", "an object of each tool's own settings"],
] as const;

function isText(node: JsonNode | undefined): boolean {
  return node !== undefined && (isOpen(node) || (node.kind === "string" && node.value !== ""));
}
