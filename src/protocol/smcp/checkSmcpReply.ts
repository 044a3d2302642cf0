import { methodOf } from "../binding/methods.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { openingOf } from "../json/memberEdits.ts";
import type { ReplyContext } from "../json-rpc/bindingContext.ts";
import { checkJsonRpcReply } from "../json-rpc/checkJsonRpcReply.ts";
import { describePathText, describeType, describeValue } from "../json-schema/describeValue.ts";
import { definitionOf } from "../json-schema/jsonSchema.ts";
import { mcpSchemas } from "../json-schema/protocolSchemas.ts";
import { type SchemaCheck, schemaProblems } from "../json-schema/schemaProblems.ts";
import type { JsonPath } from "../json-schema/validateNode.ts";
import { mcpSchemaRules } from "../mcp/rules.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { checkServerConfig } from "./checkServerConfig.ts";
import { smcpRules } from "./rules.ts";
import { smcpAnswers, smcpNotifications } from "./smcpAnswers.ts";
import type { SmcpMember } from "./smcpEvents.ts";
import { memberFindings } from "./smcpMembers.ts";

const report = reporter(smcpRules);

/**
 * Checks what came over A2C-SMCP, written as JSON-RPC: the acknowledgement of an event, in MCP's names where an MCP method
 * asked, or an event with which the server tells the office something.
 */
export function checkSmcpReply(node: JsonNode, { request }: ReplyContext): Problem[] {
  const { problems, kind, object, result } = checkJsonRpcReply("mcp", node, request);
  if (!object) return problems;
  if (kind === "notification") return [...problems, ...checkNotification(object)];
  const method = request?.method;
  if (!result || method === undefined) return problems;
  const mcpResult = methodOf("mcp", method)?.result;
  if (mcpResult !== undefined) return [...problems, ...checkMcpResult(mcpResult, result)];
  return [...problems, ...checkAnswer(method, result)];
}

function checkNotification(object: JsonObjectNode): Problem[] {
  const method = memberOf(object, "method")?.value;
  const params = memberOf(object, "params")?.value;
  if (method?.kind !== "string" || params?.kind !== "object") return [];
  const members = Object.hasOwn(smcpNotifications, method.value) ? smcpNotifications[method.value] : undefined;
  return members ? checkMembers(members, params, ["params"]) : [];
}

function checkAnswer(event: string, result: JsonNode): Problem[] {
  const answer = Object.hasOwn(smcpAnswers, event) ? smcpAnswers[event] : undefined;
  if (!answer || result.kind === "placeholder") return [];
  if (result.kind !== "object") return [wrongType("result", "an object", result)];
  const problems = checkMembers(answer.members, result, ["result"]);
  if (event === "client:get_skill") problems.push(...checkSkillBody(result));
  if (event === "client:get_config") problems.push(...checkServers(memberOf(result, "servers")?.value));
  const { items } = answer;
  const list = items && memberOf(result, items.list)?.value;
  if (list?.kind !== "array") return problems;
  for (const [index, item] of list.items.entries()) {
    const path = ["result", items?.list ?? "", index];
    if (item.kind === "object") problems.push(...checkMembers(items?.members ?? [], item, path));
    else problems.push(wrongType(describePathText(path, ""), "an object", item));
  }
  return problems;
}

/** A file is given whole, or by a handle to read it in parts. */
function checkSkillBody(result: JsonObjectNode): Problem[] {
  const given = ["body", "blob_handle"].filter((name) => memberOf(result, name));
  if (given.length === 1) return [];
  const about = "or `blob_handle`, exactly one of the two";
  return [report("smcp/answer-member", openingOf(result), { path: "`result`", name: "body", about })];
}

function checkServers(servers: JsonNode | undefined): Problem[] {
  if (servers?.kind !== "object") return [];
  return servers.members.flatMap(({ value }) => (value?.kind === "object" ? checkServerConfig(value) : []));
}

function checkMembers(members: readonly SmcpMember[], object: JsonObjectNode, path: JsonPath): Problem[] {
  const findings = memberFindings(members, object).filter(
    (finding) => finding.kind === "missing" || finding.member.isRequired || finding.value.kind !== "null",
  );
  return findings.map((finding) => {
    const { name, type, about } = finding.member;
    if (finding.kind === "type")
      return wrongType(describePathText([...path, name], ""), describeType(type), finding.value);
    return report("smcp/answer-member", openingOf(object), { path: describePathText(path, ""), name, about });
  });
}

function wrongType(path: string, expected: string, node: JsonNode): Problem {
  return report("smcp/answer-type", node.range, { path, expected, found: describeValue(node) });
}

function checkMcpResult(definition: string, result: JsonNode): Problem[] {
  const schema = definitionOf(mcpSchemas(), definition);
  return schema ? schemaProblems(withoutRevision, schema, result, ["result"]) : [];
}

/** What MCP's revision 2026-07-28 added to its results, an earlier server behind the computer does not have. */
const addedMembers: ReadonlySet<string> = new Set(["resultType", "ttlMs", "cacheScope"]);

const withoutRevision: SchemaCheck<"mcp"> = {
  area: "mcp",
  rules: mcpSchemaRules,
  library: mcpSchemas,
  special: (finding) => {
    if (finding.kind === "missing" && finding.path.length === 0 && addedMembers.has(finding.name)) return [];
    // The protocol's own library writes what is absent as null.
    return finding.kind === "type" && finding.node.kind === "null" ? [] : undefined;
  },
};
