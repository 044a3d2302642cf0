import { checkJsonRpcRequest } from "../binding/checkJsonRpcRequest.ts";
import { describeType, describeValue } from "../binding/describeValue.ts";
import { definitionOf } from "../binding/jsonSchema.ts";
import { insertMember, openingOf, removeMember, renameMember, replaceValue } from "../binding/memberEdits.ts";
import { methodOf } from "../binding/methods.ts";
import { nearestName } from "../binding/nearestName.ts";
import { hasVariableKey, isOpen } from "../binding/openValue.ts";
import { mcpSchemas } from "../binding/protocolSchemas.ts";
import { type SchemaCheck, schemaProblems } from "../binding/schemaProblems.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { mcpSchemaRules } from "../mcp/rules.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { smcpRules } from "./rules.ts";
import { filledMembers, type SmcpEvent, type SmcpMember, smcpEventFor, smcpEvents } from "./smcpEvents.ts";

const report = reporter(smcpRules);

/**
 * Checks a request to an A2C-SMCP server, written as JSON-RPC: an event by name, such as `client:tool_call`, with its
 * payload in `params`; or an MCP method that an event does, such as `tools/call`.
 */
export function checkSmcpRequest(node: JsonNode): Problem[] {
  const { problems, object, method, methodNode, params } = checkJsonRpcRequest("mcp", node, []);
  if (!object || method === undefined || !methodNode) return problems;
  const event = smcpEventFor(method);
  if (!event) return [...problems, checkForeignEvent(method, methodNode)];
  if (event.isSilent) problems.push(report("smcp/never-answered", methodNode.range, { method }));
  if (event.since) problems.push(report("smcp/needs-version", methodNode.range, { method, version: event.since }));
  if (event.name !== method) return [...problems, ...checkMcpParams(method, params)];
  if (params) return [...problems, ...checkPayload(event, params)];
  const needed = event.members.find((member) => member.isRequired);
  if (!memberOf(object, "params") && needed && !hasVariableKey(object)) {
    const values = { name: needed.name, method, about: needed.about };
    problems.push(report("smcp/missing-member", openingOf(object), values));
  }
  return problems;
}

/** MCP's parameters without `_meta`: over A2C-SMCP the connection tells versions and capabilities. */
function checkMcpParams(method: string, params: JsonObjectNode | undefined): Problem[] {
  const schema = definitionOf(mcpSchemas(), methodOf("mcp", method)?.params ?? "");
  if (!schema || !params) return [];
  return schemaProblems(withoutMeta, schema, params, ["params"]);
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
    return report("smcp/event-direction", node.range, { method: shorten(method), sender: "the server", instead });
  }
  if (/^server:update_\w+$/.test(method)) {
    const instead = "The server then tells the office with a `notify:` event.";
    return report("smcp/event-direction", node.range, { method: shorten(method), sender: "a computer", instead });
  }
  const nearest = nearestName(
    method,
    smcpEvents.map((event) => event.name),
  );
  const suggestion = nearest ? ` Did you mean \`${nearest}\`?` : "";
  const fixes = nearest ? [replaceValue(node, JSON.stringify(nearest))] : [];
  return report("smcp/unknown-event", node.range, { method: describeValue(node), suggestion }, fixes);
}

function checkPayload(event: SmcpEvent, payload: JsonObjectNode): Problem[] {
  const problems: Problem[] = [];
  for (const member of payload.members) {
    const name = member.key.value;
    if (name === "robot_id") {
      const fix = { ...renameMember(member, "agent"), isPreferred: false };
      const instead = "Since version 0.1.2 it is `agent`, and the connection fills it.";
      problems.push(report("smcp/earlier-member", member.key.range, { name, instead }, [fix]));
    } else if (filledMembers.has(name) && !event.members.some((known) => known.name === name)) {
      problems.push(report("smcp/filled-member", member.key.range, { name }, [removeMember(payload, member)]));
    }
  }
  for (const member of event.members) problems.push(...checkMember(event, member, payload));
  return problems;
}

function checkMember(event: SmcpEvent, member: SmcpMember, payload: JsonObjectNode): Problem[] {
  const { name } = member;
  const found = memberOf(payload, name);
  if (!found) {
    if (!member.isRequired || hasVariableKey(payload)) return [];
    const empty = { string: '""', object: "{}", integer: "30" }[member.type];
    const fix = { ...insertMember(payload, name, empty), isPreferred: false };
    return [
      report("smcp/missing-member", openingOf(payload), { name, method: event.name, about: member.about }, [fix]),
    ];
  }
  const value = found.value;
  if (!value || isOpen(value) || hasSmcpType(member, value)) return [];
  const values = { name, expected: describeType(member.type), found: describeValue(value) };
  return [report("smcp/wrong-type", value.range, values)];
}

function hasSmcpType(member: SmcpMember, value: JsonNode): boolean {
  if (member.type === "integer") return value.kind === "number" && Number.isInteger(value.value);
  return value.kind === member.type;
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
