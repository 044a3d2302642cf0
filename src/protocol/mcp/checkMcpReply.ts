import { explainErrorCode } from "../binding/explainError.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { insertMember, openingOf } from "../json/memberEdits.ts";
import { hasVariableKey } from "../json/openValue.ts";
import type { ReplyContext } from "../json-rpc/bindingContext.ts";
import { checkErrorCode, checkJsonRpcReply } from "../json-rpc/checkJsonRpcReply.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { definitionOf, type JsonSchema } from "../json-schema/jsonSchema.ts";
import { mcpSchemas } from "../json-schema/protocolSchemas.ts";
import { type SchemaCheck, schemaAt, schemaProblems } from "../json-schema/schemaProblems.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { mcpMethods, methodsWithInput } from "./mcpMethods.ts";
import { methodOfResult } from "./methodOfResult.ts";
import { mcpRules, mcpSchemaRules } from "./rules.ts";

const report = reporter(mcpRules);

const replyCheck: SchemaCheck<"mcp"> = {
  area: "mcp",
  rules: mcpSchemaRules,
  library: mcpSchemas,
};

/** Checks one MCP reply: the response to a request, or a notification a bot sends before it. */
export function checkMcpReply(node: JsonNode, context: ReplyContext): Problem[] {
  const shape = checkJsonRpcReply("mcp", node, context.request);
  const { problems, object } = shape;
  if (!object) return problems;
  if (shape.kind === "notification") return [...problems, ...checkNotification(object, context)];
  if (shape.result) problems.push(...checkResult(shape.result, context.request?.method));
  if (shape.error && shape.code !== undefined) problems.push(...checkError(shape.error, shape.code));
  return problems;
}

/** Definitions of the notifications a server sends, by method. */
const notificationDefinitions: Readonly<Record<string, string>> = {
  "notifications/cancelled": "CancelledNotification",
  "notifications/progress": "ProgressNotification",
  "notifications/message": "LoggingMessageNotification",
  "notifications/resources/list_changed": "ResourceListChangedNotification",
  "notifications/resources/updated": "ResourceUpdatedNotification",
  "notifications/prompts/list_changed": "PromptListChangedNotification",
  "notifications/tools/list_changed": "ToolListChangedNotification",
  "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
};

function checkNotification(object: JsonObjectNode, context: ReplyContext): Problem[] {
  const problems: Problem[] = [];
  const member = memberOf(object, "method");
  const methodNode = member?.value;
  if (!member || methodNode?.kind !== "string") return problems;
  if (context.isLast || context.transport === "rpc") problems.push(report("mcp/ends-with-notification", member.range));
  const method = methodNode.value;
  const name = Object.hasOwn(notificationDefinitions, method) ? notificationDefinitions[method] : undefined;
  if (name === undefined) {
    problems.push(report("mcp/unknown-notification", methodNode.range, { method: describeValue(methodNode) }));
    return problems;
  }
  const schema = definitionOf(mcpSchemas(), name);
  if (schema) problems.push(...schemaProblems(checkOnly("params"), schema, object, []));
  return problems;
}

/** Looks at one member only: the ones beside it are JSON-RPC's, and checked as such. */
function checkOnly(member: string): SchemaCheck<"mcp"> {
  return {
    ...replyCheck,
    special: (finding) => {
      const isMissing = finding.kind === "missing" && finding.path.length === 0 && finding.name === member;
      return isMissing || finding.path[0] === member ? undefined : [];
    },
  };
}

function checkResult(result: JsonNode, method: string | undefined): Problem[] {
  const library = mcpSchemas();
  const resultType = memberOf(result, "resultType")?.value;
  const type = resultType?.kind === "string" && !resultType.hasPlaceholder ? resultType.value : undefined;
  if (type === "input_required" && result.kind === "object") return checkInputRequired(result, method);
  const problems: Problem[] = [];
  if (type !== undefined && type !== "complete" && resultType) {
    problems.push(report("mcp/unknown-result-type", resultType.range, { found: describeValue(resultType) }));
    return problems;
  }
  const answered = method ?? methodOfResult(result);
  const known = mcpMethods.find((candidate) => candidate.name === answered);
  const schema = definitionOf(library, known?.result ?? "Result");
  if (schema) problems.push(...schemaProblems(resultCheck, schema, result, ["result"]));
  return problems;
}

/** Values that keep nothing, for a server's author to replace. */
const cacheHints: Readonly<Record<string, string>> = { ttlMs: "0", cacheScope: '"private"' };

/** The official examples leave the cache hints out in places, and callers do well without them. */
const resultCheck: SchemaCheck<"mcp"> = {
  ...replyCheck,
  special: (finding) => {
    if (finding.kind !== "missing" || finding.path.length > 0 || !Object.hasOwn(cacheHints, finding.name))
      return undefined;
    const { name, object } = finding;
    const fix = insertMember(object, name, cacheHints[name] ?? "0");
    return [report("mcp/missing-cache-hint", openingOf(object), { name }, [fix])];
  },
};

function checkInputRequired(result: JsonObjectNode, method: string | undefined): Problem[] {
  const problems: Problem[] = [];
  const schema = definitionOf(mcpSchemas(), "InputRequiredResult");
  if (schema) problems.push(...schemaProblems(replyCheck, schema, result, ["result"]));
  const resultType = memberOf(result, "resultType");
  if (method !== undefined && !methodsWithInput.has(method) && resultType)
    problems.push(report("mcp/input-not-allowed", resultType.range, { method }));
  const asks = memberOf(result, "inputRequests") || memberOf(result, "requestState") || hasVariableKey(result);
  if (!asks) problems.push(report("mcp/input-without-question", openingOf(result)));
  return problems;
}

const earlierCodes: ReadonlySet<number> = new Set([-32002, -32042]);

/** Definitions of errors whose `data` has a form of its own. */
const errorDefinitions: Readonly<Record<number, string>> = {
  [-32022]: "UnsupportedProtocolVersionError",
  [-32021]: "MissingRequiredClientCapabilityError",
};

function checkError(error: JsonObjectNode, code: number): Problem[] {
  const codeNode = memberOf(error, "code")?.value;
  if (earlierCodes.has(code) && codeNode) return [report("mcp/earlier-code", codeNode.range, { code })];
  const library = mcpSchemas();
  const definition = definitionOf(library, errorDefinitions[code] ?? "");
  const schema: JsonSchema | undefined = definition && schemaAt(library, definition, ["error"]);
  if (schema) return schemaProblems(checkOnly("data"), schema, error, ["error"]);
  return checkErrorCode("mcp", error, code, explainErrorCode("mcp", code) !== undefined);
}
