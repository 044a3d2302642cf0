import type { BoundProtocol } from "../binding/methods.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { openingOf } from "../json/memberEdits.ts";
import { hasVariableKey, isOpen } from "../json/openValue.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import type { AnsweredRequest } from "./bindingContext.ts";
import { checkJsonRpcVersion, notAnObject, protocolTitles } from "./jsonRpcMessage.ts";
import { jsonRpcRules } from "./rules.ts";

const report = reporter(jsonRpcRules);

/** What is known of a reply after its outer members are checked. */
export interface JsonRpcReplyShape {
  readonly problems: Problem[];
  readonly kind: "result" | "error" | "notification" | "unknown";
  readonly object: JsonObjectNode | undefined;
  readonly result: JsonNode | undefined;
  readonly error: JsonObjectNode | undefined;
  /** The error's code, if it is an integer. */
  readonly code: number | undefined;
}

/** Checks the outer members of a JSON-RPC response, or of a notification sent before one. */
export function checkJsonRpcReply(
  protocol: BoundProtocol,
  node: JsonNode,
  request: AnsweredRequest | undefined,
): JsonRpcReplyShape {
  const problems: Problem[] = [];
  const unknown = { kind: "unknown", result: undefined, error: undefined, code: undefined } as const;
  if (node.kind === "placeholder") return { problems, object: undefined, ...unknown };
  if (node.kind !== "object") {
    problems.push(notAnObject(protocol, node));
    return { problems, object: undefined, ...unknown };
  }
  problems.push(...checkJsonRpcVersion(node));
  const result = memberOf(node, "result");
  const error = memberOf(node, "error");
  const method = memberOf(node, "method");
  if (method && !result && !error) {
    if (memberOf(node, "id")) {
      problems.push(report("json-rpc/request-received", method.key.range, { protocol: protocolTitles[protocol] }));
      return { problems, object: node, ...unknown };
    }
    return { problems, object: node, ...unknown, kind: "notification" };
  }
  if ((result && error) || (!result && !error && !hasVariableKey(node))) {
    const found = result ? "both" : "neither";
    problems.push(report("json-rpc/result-or-error", error?.key.range ?? openingOf(node), { found }));
  }
  problems.push(...checkReplyId(node, request, error !== undefined && !result));
  const shape = error ? checkErrorObject(error.value) : undefined;
  problems.push(...(shape?.problems ?? []));
  return {
    problems,
    object: node,
    kind: result ? "result" : error ? "error" : "unknown",
    result: result?.value,
    error: error?.value?.kind === "object" ? error.value : undefined,
    code: shape?.code,
  };
}

/** The code lies in JSON-RPC's reserved range, and `hasMeaning` says whether the protocol gives it one. */
export function checkErrorCode(
  protocol: BoundProtocol,
  error: JsonObjectNode,
  code: number,
  hasMeaning: boolean,
): Problem[] {
  const node = memberOf(error, "code")?.value;
  if (!node || hasMeaning || !isReservedCode(code)) return [];
  return [report("json-rpc/reserved-code", node.range, { code, protocol: protocolTitles[protocol] })];
}

/** The result of a reply to a request that is not known: whatever it was, the result is an object. */
export function checkResultType(result: JsonNode): Problem[] {
  if (result.kind === "object" || isOpen(result)) return [];
  return [report("json-rpc/result-type", result.range, { found: describeValue(result) })];
}

/** True in the range that JSON-RPC keeps for itself and for protocols built on it. */
export function isReservedCode(code: number): boolean {
  return code >= -32768 && code <= -32000;
}

function checkReplyId(object: JsonObjectNode, request: AnsweredRequest | undefined, isError: boolean): Problem[] {
  const member = memberOf(object, "id");
  const expected = request?.id;
  if (!member) {
    // JSON-RPC answers a request it could not read with no id of its own; MCP lets such an error omit the member.
    if (isError || hasVariableKey(object)) return [];
    const id = expected === undefined ? "" : `, which is ${JSON.stringify(expected)}`;
    return [report("json-rpc/missing-reply-id", openingOf(object), { id })];
  }
  const id = member.value;
  if (!id || isOpen(id)) return [];
  if (id.kind === "null" && isError) return [];
  if (id.kind !== "string" && id.kind !== "number")
    return [report("json-rpc/id-type", id.range, { found: describeValue(id) })];
  if (expected === undefined || id.value === expected) return [];
  const values = { found: describeValue(id), expected: JSON.stringify(expected) };
  return [report("json-rpc/id-mismatch", id.range, values)];
}

function checkErrorObject(error: JsonNode | undefined): { problems: Problem[]; code: number | undefined } {
  if (!error || error.kind === "placeholder") return { problems: [], code: undefined };
  if (error.kind !== "object")
    return {
      problems: [report("json-rpc/error-shape", error.range, { what: `it is ${describeValue(error)}` })],
      code: undefined,
    };
  const problems: Problem[] = [];
  const code = memberOf(error, "code");
  const message = memberOf(error, "message");
  if (!hasVariableKey(error)) {
    if (!code) problems.push(report("json-rpc/error-shape", openingOf(error), { what: "the code is missing" }));
    if (!message) problems.push(report("json-rpc/error-shape", openingOf(error), { what: "the message is missing" }));
  }
  const isInteger = code?.value?.kind === "number" && Number.isInteger(code.value.value);
  if (code?.value && !isInteger && !isOpen(code.value))
    problems.push(
      report("json-rpc/error-shape", code.value.range, { what: `the code is ${describeValue(code.value)}` }),
    );
  if (message?.value && message.value.kind !== "string" && !isOpen(message.value)) {
    const what = `the message is ${describeValue(message.value)}`;
    problems.push(report("json-rpc/error-shape", message.value.range, { what }));
  }
  return { problems, code: code?.value?.kind === "number" && isInteger ? code.value.value : undefined };
}
