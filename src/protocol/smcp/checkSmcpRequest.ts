import { methodOf } from "../binding/methods.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { insertMember, openingOf, removeMember, renameMember, replaceValue } from "../json/memberEdits.ts";
import { hasVariableKey } from "../json/openValue.ts";
import { checkJsonRpcRequest } from "../json-rpc/checkJsonRpcRequest.ts";
import { describeType, describeValue } from "../json-schema/describeValue.ts";
import { definitionOf } from "../json-schema/jsonSchema.ts";
import { mcpSchemas } from "../json-schema/protocolSchemas.ts";
import { type SchemaCheck, schemaProblems } from "../json-schema/schemaProblems.ts";
import { mcpSchemaRules } from "../mcp/rules.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { shorten } from "../text/shorten.ts";
import { smcpRules } from "./rules.ts";
import { filledMembers, type SmcpEvent, smcpEventFor, smcpEvents } from "./smcpEvents.ts";
import { memberFindings, type SmcpMemberFinding } from "./smcpMembers.ts";
import type { SmcpTarget } from "./smcpTarget.ts";
import { agentMember, defaultSmcpVersion, isAtLeast } from "./smcpVersions.ts";

/** Longest text of a request that a message repeats, in UTF-16 units. */
const maxQuotedLength = 60;

const report = reporter(smcpRules);

/**
 * Checks a request to an A2C-SMCP server, written as JSON-RPC: an event by name, such as `client:tool_call`, with its
 * payload in `params`; or an MCP method that an event does, such as `tools/call`. `target` is where it goes, if that is known.
 */
export function checkSmcpRequest(node: JsonNode, target?: SmcpTarget): Problem[] {
  const { problems, object, method, methodNode, params } = checkJsonRpcRequest("mcp", node, []);
  if (!object || method === undefined || !methodNode) return problems;
  const event = smcpEventFor(method);
  if (!event) return [...problems, checkForeignEvent(method, methodNode)];
  const spoken = target?.version ?? defaultSmcpVersion;
  if (event.isSilent) problems.push(report("smcp/never-answered", methodNode.range, { method }));
  if (event.since && !isAtLeast(spoken, event.since))
    problems.push(report("smcp/needs-version", methodNode.range, { method, version: event.since, spoken }));
  if (lacksComputer(event, params, target)) problems.push(report("smcp/no-computer", methodNode.range, { method }));
  if (event.name !== method) return [...problems, ...checkMcpParams(event, method, object, params)];
  if (params) return [...problems, ...checkPayload(event, params, spoken)];
  const needed = event.members.find((member) => member.isRequired);
  if (!memberOf(object, "params") && needed && !hasVariableKey(object)) {
    const values = { name: needed.name, method, about: needed.about };
    problems.push(report("smcp/missing-member", openingOf(object), values));
  }
  return problems;
}

/** MCP's own parameters have no place for it, so there the target must name the computer. */
function lacksComputer(event: SmcpEvent, params: JsonObjectNode | undefined, target: SmcpTarget | undefined): boolean {
  if (!target || target.computer !== undefined) return false;
  if (!event.members.some(({ name }) => name === "computer")) return false;
  return !params || (!memberOf(params, "computer") && !hasVariableKey(params));
}

/** MCP's parameters without `_meta`, which the connection makes needless, and with what only the event has. */
function checkMcpParams(
  event: SmcpEvent,
  method: string,
  object: JsonObjectNode,
  params: JsonObjectNode | undefined,
): Problem[] {
  const beside = event.members.filter(({ isBesideMcp }) => isBesideMcp);
  if (!params) {
    if (memberOf(object, "params") || hasVariableKey(object)) return [];
    return beside.map(({ name, about }) => report("smcp/missing-member", openingOf(object), { name, method, about }));
  }
  const missing = memberFindings(beside, params).flatMap((finding) => payloadProblem(finding, method, params));
  const schema = definitionOf(mcpSchemas(), methodOf("mcp", method)?.params ?? "");
  if (!schema) return missing;
  return [...missing, ...schemaProblems(withoutMeta, schema, params, ["params"])];
}

const withoutMeta: SchemaCheck<"mcp"> = {
  area: "mcp",
  rules: mcpSchemaRules,
  library: mcpSchemas,
  special: (finding) =>
    finding.path[0] === "_meta" || (finding.kind === "missing" && finding.name === "_meta") ? [] : undefined,
};

function checkForeignEvent(method: string, node: JsonNode): Problem {
  if (method.startsWith("notify:")) {
    const instead = "It arrives by itself while the agent is in the office.";
    return report("smcp/event-direction", node.range, {
      method: shorten(method, maxQuotedLength),
      sender: "the server",
      instead,
    });
  }
  if (/^server:update_\w+$/.test(method)) {
    const instead = "The server then tells the office with a `notify:` event.";
    return report("smcp/event-direction", node.range, {
      method: shorten(method, maxQuotedLength),
      sender: "a computer",
      instead,
    });
  }
  const nearest = nearestName(
    method,
    smcpEvents.map((event) => event.name),
  );
  const suggestion = nearest ? ` Did you mean \`${nearest}\`?` : "";
  const fixes = nearest ? [replaceValue(node, JSON.stringify(nearest))] : [];
  return report("smcp/unknown-event", node.range, { method: describeValue(node), suggestion }, fixes);
}

function checkPayload(event: SmcpEvent, payload: JsonObjectNode, spoken: string): Problem[] {
  const problems: Problem[] = [];
  for (const member of payload.members) {
    const name = member.key.value;
    if (name === "robot_id" && agentMember(spoken) !== name) {
      const fix = { ...renameMember(member, "agent"), isPreferred: false };
      const instead = "Since version 0.1.2 it is `agent`, and the connection fills it.";
      problems.push(report("smcp/earlier-member", member.key.range, { name, spoken, instead }, [fix]));
    } else if (filledMembers.has(name) && !event.members.some((known) => known.name === name)) {
      problems.push(report("smcp/filled-member", member.key.range, { name }, [removeMember(payload, member)]));
    }
  }
  for (const finding of memberFindings(event.members, payload)) {
    problems.push(payloadProblem(finding, event.name, payload));
  }
  const timeout = memberOf(payload, "timeout")?.value;
  if (timeout?.kind === "number" && Number.isInteger(timeout.value) && timeout.value < 1)
    problems.push(report("smcp/no-time", timeout.range, { found: describeValue(timeout) }));
  return problems;
}

function payloadProblem(finding: SmcpMemberFinding, method: string, payload: JsonObjectNode): Problem {
  const { name, type, about } = finding.member;
  if (finding.kind === "type") {
    const values = { name, expected: describeType(type), found: describeValue(finding.value) };
    return report("smcp/wrong-type", finding.value.range, values);
  }
  const fix = { ...insertMember(payload, name, emptyValues[type]), isPreferred: false };
  return report("smcp/missing-member", openingOf(payload), { name, method, about }, [fix]);
}

const emptyValues = { string: '""', object: "{}", array: "[]", integer: "30", boolean: "true" } as const;
