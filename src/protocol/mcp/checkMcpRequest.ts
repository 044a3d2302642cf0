import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { insertMember, openingOf, removeMember, renameMember, replaceValue } from "../json/memberEdits.ts";
import { hasVariableKey, isOpen } from "../json/openValue.ts";
import type { RequestContext } from "../json-rpc/bindingContext.ts";
import { checkJsonRpcRequest } from "../json-rpc/checkJsonRpcRequest.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { definitionOf } from "../json-schema/jsonSchema.ts";
import { mcpSchemas } from "../json-schema/protocolSchemas.ts";
import { type SchemaCheck, schemaProblems } from "../json-schema/schemaProblems.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { shorten } from "../text/shorten.ts";
import { extensionMethods, handshakeEraMethods, mcpMethods, methodsWithInput } from "./mcpMethods.ts";
import { classifyRevision, mcpRevision } from "./mcpRevision.ts";
import { isMetaKey, isReservedMetaKey, knownMetaKeys, metaKeys, minimalMetaText } from "./metaKey.ts";
import { mcpRules, mcpSchemaRules } from "./rules.ts";

/** Longest text of a request that a message repeats, in UTF-16 units. */
const maxQuotedLength = 60;

const report = reporter(mcpRules);

/** Checks one MCP request: JSON-RPC, the method, `_meta`, and the parameters against the official schema. */
export function checkMcpRequest(node: JsonNode, context: RequestContext): Problem[] {
  const shape = checkJsonRpcRequest("mcp", node, []);
  const { problems, object, method, methodNode, params } = shape;
  if (!object || shape.isResponse) return problems;
  if (method !== undefined && methodNode) problems.push(...checkMethod(method, methodNode, context));
  if (method?.startsWith("notifications/")) return problems;
  problems.push(...checkMeta(object, params, context));
  if (!params || method === undefined) return problems;
  const known = mcpMethods.find((candidate) => candidate.name === method);
  if (!known) return problems;
  const library = mcpSchemas();
  const schema = definitionOf(library, known.params);
  if (schema) {
    problems.push(...schemaProblems(requestCheck, schema, params, ["params"]));
    problems.push(...checkMemberNames(params, Object.keys(schema.properties ?? {})));
  }
  if (!methodsWithInput.has(method)) problems.push(...checkInputMembers(params));
  return problems;
}

const requestCheck: SchemaCheck<"mcp"> = {
  area: "mcp",
  rules: mcpSchemaRules,
  library: mcpSchemas,
  // `checkMeta` says these for every method, known to the schema or not.
  special: (finding) => {
    const isMeta = finding.kind === "missing" && (finding.name === "_meta" || finding.path[0] === "_meta");
    return isMeta && ["_meta", metaKeys.protocolVersion, metaKeys.clientCapabilities].includes(finding.name)
      ? []
      : undefined;
  },
};

function checkMethod(method: string, node: JsonNode, context: RequestContext): Problem[] {
  if (method === "subscriptions/listen") {
    const place = context.transport === "rpc" ? ", and Service RPC has one response" : "";
    return [report("mcp/listen-not-served", node.range, { place })];
  }
  if (mcpMethods.some((known) => known.name === method)) return [];
  if (method.startsWith("notifications/")) {
    const instead =
      method === "notifications/cancelled"
        ? " The binding names no way to cancel a request: you can only stop waiting for its answer."
        : " Remove it.";
    return [report("mcp/notification-sent", node.range, { method: shorten(method, maxQuotedLength), instead })];
  }
  if (Object.hasOwn(handshakeEraMethods, method)) {
    const instead = handshakeEraMethods[method] ?? "";
    const fixes = method === "initialize" || method === "ping" ? [replaceValue(node, '"server/discover"')] : [];
    return [report("mcp/handshake-method", node.range, { method, instead }, fixes)];
  }
  if (extensionMethods.has(method)) return [report("mcp/extension-method", node.range, { method })];
  const nearest = nearestName(
    method,
    mcpMethods.map((known) => known.name),
  );
  const suggestion = nearest ? ` Did you mean \`${nearest}\`?` : "";
  const fixes = nearest ? [replaceValue(node, JSON.stringify(nearest))] : [];
  return [report("mcp/unknown-method", node.range, { method: describeValue(node), suggestion }, fixes)];
}

function checkMeta(object: JsonObjectNode, params: JsonObjectNode | undefined, context: RequestContext): Problem[] {
  if (!params) {
    if (memberOf(object, "params") || hasVariableKey(object)) return [];
    const fix = insertMember(object, "params", `{"_meta": ${minimalMetaText}}`);
    return [report("mcp/missing-meta", openingOf(object), {}, [fix])];
  }
  const member = memberOf(params, "_meta");
  if (!member) {
    if (hasVariableKey(params)) return [];
    return [report("mcp/missing-meta", openingOf(params), {}, [insertMember(params, "_meta", minimalMetaText)])];
  }
  const meta = member.value;
  if (meta?.kind !== "object") return [];
  return [...checkRequiredMeta(meta), ...checkMetaKeys(meta), ...checkMetaOverRpc(meta, context)];
}

function checkRequiredMeta(meta: JsonObjectNode): Problem[] {
  const problems: Problem[] = [];
  const version = memberOf(meta, metaKeys.protocolVersion);
  if (!hasVariableKey(meta)) {
    if (!version) {
      const fix = insertMember(meta, metaKeys.protocolVersion, JSON.stringify(mcpRevision));
      problems.push(report("mcp/missing-protocol-version", openingOf(meta), {}, [fix]));
    }
    if (!memberOf(meta, metaKeys.clientCapabilities)) {
      const fix = insertMember(meta, metaKeys.clientCapabilities, "{}");
      problems.push(report("mcp/missing-client-capabilities", openingOf(meta), {}, [fix]));
    }
  }
  const value = version?.value;
  if (value?.kind === "string" && !isOpen(value)) problems.push(...checkRevision(value.value, value));
  return problems;
}

function checkRevision(revision: string, node: JsonNode): Problem[] {
  const fixes = [replaceValue(node, JSON.stringify(mcpRevision))];
  switch (classifyRevision(revision)) {
    case "known":
      return [];
    case "later":
      return [report("mcp/later-revision", node.range, { revision })];
    case "handshake":
      return [report("mcp/handshake-revision", node.range, { revision }, fixes)];
    case "not-a-date":
      return [report("mcp/revision-form", node.range, { found: describeValue(node) }, fixes)];
  }
}

function checkMetaKeys(meta: JsonObjectNode): Problem[] {
  return meta.members.flatMap((member) => {
    const key = member.key.value;
    if (member.key.hasPlaceholder || knownMetaKeys.includes(key)) return [];
    if (!isMetaKey(key)) return [report("mcp/meta-key", member.key.range, { key: describeValue(member.key) })];
    if (!isReservedMetaKey(key)) return [];
    const nearest = nearestName(key, knownMetaKeys);
    const fixes = nearest && !memberOf(meta, nearest) ? [renameMember(member, nearest)] : [];
    const suggestion = fixes.length > 0 ? ` Did you mean \`${nearest}\`?` : "";
    return [
      report("mcp/reserved-meta-key", member.key.range, { key: shorten(key, maxQuotedLength), suggestion }, fixes),
    ];
  });
}

function checkMetaOverRpc(meta: JsonObjectNode, context: RequestContext): Problem[] {
  if (context.transport !== "rpc") return [];
  const problems: Problem[] = [];
  const clientInfo = memberOf(meta, metaKeys.clientInfo);
  if (clientInfo) {
    const fix = { ...removeMember(meta, clientInfo), isPreferred: false };
    problems.push(report("mcp/client-info", clientInfo.key.range, {}, [fix]));
  }
  const progressToken = memberOf(meta, "progressToken");
  if (progressToken) {
    const fix = { ...removeMember(meta, progressToken), isPreferred: false };
    problems.push(report("mcp/progress-over-rpc", progressToken.key.range, {}, [fix]));
  }
  return problems;
}

/** MCP's objects are open, so a strange member is only told when it looks like a misspelled one. */
function checkMemberNames(params: JsonObjectNode, known: readonly string[]): Problem[] {
  return params.members.flatMap((member) => {
    const name = member.key.value;
    if (known.includes(name) || member.key.hasPlaceholder) return [];
    const nearest = nearestName(name, known);
    if (!nearest || memberOf(params, nearest)) return [];
    const values = { name: `\`${shorten(name, maxQuotedLength)}\``, suggestion: ` Did you mean \`${nearest}\`?` };
    return [reporter(mcpSchemaRules)("mcp/unknown-member", member.key.range, values, [renameMember(member, nearest)])];
  });
}

function checkInputMembers(params: JsonObjectNode): Problem[] {
  return ["inputResponses", "requestState"].flatMap((name) => {
    const member = memberOf(params, name);
    return member ? [report("mcp/input-not-expected", member.key.range, { member: name })] : [];
  });
}
