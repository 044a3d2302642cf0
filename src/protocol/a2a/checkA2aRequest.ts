import { type JsonNode, type JsonObjectNode, memberOf, nodeAt } from "../json/jsonNode.ts";
import { insertMember, openingOf, replaceValue } from "../json/memberEdits.ts";
import { hasVariableKey } from "../json/openValue.ts";
import type { RequestContext } from "../json-rpc/bindingContext.ts";
import { checkJsonRpcRequest } from "../json-rpc/checkJsonRpcRequest.ts";
import type { ProtocolMethod } from "../json-rpc/protocolMethod.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { definitionOf } from "../json-schema/jsonSchema.ts";
import { a2aSchemas } from "../json-schema/protocolSchemas.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { checkSlimMessage } from "../slimrpc/checkSlimMessage.ts";
import { nearestName } from "../text/nearestName.ts";
import { checkA2aMessage } from "./a2aMessages.ts";
import { a2aMethods, legacyA2aMethods } from "./a2aMethods.ts";
import { a2aRules, a2aSchemaRules } from "./rules.ts";
import { checkServiceParameters, serviceParametersMember, serviceParametersOf } from "./serviceParameters.ts";

const report = reporter(a2aRules);

/** Checks one A2A request: JSON-RPC, the method, the service parameters, and the parameters against A2A 1.0. */
export function checkA2aRequest(node: JsonNode, context: RequestContext): Problem[] {
  const parametersName = serviceParametersOf(node)?.key.value ?? serviceParametersMember;
  const shape = checkJsonRpcRequest("a2a", node, [parametersName]);
  const { problems, object, method, methodNode, params } = shape;
  if (!object || shape.isResponse) return problems;
  problems.push(...checkServiceParameters(object, context));
  const misplaced = memberOf(params, serviceParametersMember);
  if (misplaced) problems.push(report("a2a/service-parameters-place", misplaced.key.range));
  if (method === undefined || !methodNode) return problems;
  const known = a2aMethods.find((candidate) => candidate.name === currentName(method));
  if (known?.name !== method) problems.push(checkMethodName(method, methodNode));
  if (!known) return problems;
  problems.push(...checkTransport(known, methodNode, params, context));
  if (params) {
    const found = checkA2aMessage(known.params, params, ["params"]).filter((problem) => !isAt(problem, misplaced));
    problems.push(...(context.transport === "slimrpc" ? checkSlimMessage(params, found) : found));
    problems.push(...checkPageSize(params, known));
  } else if (!memberOf(object, "params") && !hasVariableKey(object))
    problems.push(...checkMissingParams(object, known));
  return problems;
}

function isAt(problem: Problem, member: { key: { range: { offset: number } } } | undefined): boolean {
  return member !== undefined && problem.range.offset === member.key.range.offset;
}

function currentName(method: string): string {
  return Object.hasOwn(legacyA2aMethods, method) ? (legacyA2aMethods[method] ?? method) : method;
}

function checkMethodName(method: string, node: JsonNode): Problem {
  const current = currentName(method);
  if (current !== method) {
    return report("a2a/legacy-method", node.range, { method, current }, [replaceValue(node, JSON.stringify(current))]);
  }
  const nearest = nearestName(
    method,
    a2aMethods.map((known) => known.name),
  );
  const suggestion = nearest ? ` Did you mean \`${nearest}\`?` : "";
  const fixes = nearest ? [replaceValue(node, JSON.stringify(nearest))] : [];
  return report("a2a/unknown-method", node.range, { method: describeValue(node), suggestion }, fixes);
}

/** What a bot answers with an error although the request is well formed. SLIMRPC serves every method. */
function checkTransport(
  method: ProtocolMethod,
  methodNode: JsonNode,
  params: JsonObjectNode | undefined,
  context: RequestContext,
): Problem[] {
  if (context.transport !== "chat" && context.transport !== "rpc") return [];
  if (method.kind === "push") return [report("a2a/push-not-used", methodNode.range, { method: method.name })];
  const found = pushConfigProblems(params);
  return context.transport === "chat" ? found : [...found, ...checkServiceRpc(method, methodNode, params)];
}

/** A web hook inside of a message's configuration, which asks for the same as the push methods. */
function pushConfigProblems(params: JsonObjectNode | undefined): Problem[] {
  const member = memberOf(memberOf(params, "configuration")?.value, "taskPushNotificationConfig");
  return member ? [report("a2a/push-config-not-used", member.key.range)] : [];
}

/** What Service RPC answers with `conversation_required` (agent-protocols#service-rpc). */
function checkServiceRpc(method: ProtocolMethod, methodNode: JsonNode, params: JsonObjectNode | undefined): Problem[] {
  if (method.kind === "streaming") return [report("a2a/streaming-over-rpc", methodNode.range, { method: method.name })];
  if (method.name !== "SendMessage") {
    const what = `this is \`${method.name}\``;
    return [report("a2a/conversation-required", methodNode.range, { what })];
  }
  const message = memberOf(params, "message")?.value;
  const continued = [memberOf(message, "contextId"), memberOf(message, "taskId")].filter(
    (member) => member?.value?.kind === "string" && member.value.value !== "",
  );
  const returnsAtOnce = memberOf(memberOf(params, "configuration")?.value, "returnImmediately");
  const problems = continued.flatMap((member) => {
    if (!member) return [];
    const what = `\`${member.key.value}\` continues earlier work`;
    return [report("a2a/conversation-required", member.range, { what })];
  });
  if (returnsAtOnce?.value?.kind === "boolean" && returnsAtOnce.value.value) {
    const what = "`returnImmediately` asks for the answer before the work ends";
    problems.push(report("a2a/conversation-required", returnsAtOnce.range, { what }));
  }
  return problems;
}

function checkPageSize(params: JsonObjectNode, method: ProtocolMethod): Problem[] {
  const node = method.name === "ListTasks" ? nodeAt(params, ["pageSize"]) : undefined;
  if (node?.kind !== "number" || (node.value >= 1 && node.value <= 100)) return [];
  return [report("a2a/page-size", node.range, { found: describeValue(node) })];
}

function checkMissingParams(object: JsonObjectNode, method: ProtocolMethod): Problem[] {
  const required = definitionOf(a2aSchemas(), method.params)?.required ?? [];
  if (required.length === 0) return [];
  const about = ` \`${method.name}\` needs \`${required.join("`, `")}\` in it.`;
  const fix = { ...insertMember(object, "params", JSON.stringify(method.exampleParams)), isPreferred: false };
  return [reporter(a2aSchemaRules)("a2a/missing-member", openingOf(object), { path: "`params`", about }, [fix])];
}
