import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import type { AnsweredRequest } from "./bindingContext.ts";
import { describeValue } from "./describeValue.ts";
import { insertMember, openingOf, removeMember, renameMember, replaceValue } from "./memberEdits.ts";
import type { BoundProtocol } from "./methods.ts";
import { methodsOf } from "./methods.ts";
import { nearestName } from "./nearestName.ts";
import { jsonRpcRules } from "./rules.ts";

const report = reporter(jsonRpcRules);

const protocolTitles: Readonly<Record<BoundProtocol, string>> = { mcp: "MCP", a2a: "A2A" };

/** What is known of a JSON-RPC request after its outer members are checked. */
export interface JsonRpcRequestShape {
  readonly problems: Problem[];
  /** Undefined when the message is not an object: then nothing else can be checked. */
  readonly object: JsonObjectNode | undefined;
  /** Undefined when it is missing, no string, or holds a variable. */
  readonly method: string | undefined;
  readonly methodNode: JsonNode | undefined;
  /** Undefined when it is missing or no object. */
  readonly params: JsonObjectNode | undefined;
}

/** Members of the Service RPC envelope, which are never part of the request inside it. */
const envelopeMembers = new Set(["protocol", "version", "requestKey", "request"]);

/** Checks the outer members of a JSON-RPC request. `extraMembers` are those the protocol adds to JSON-RPC's own. */
export function checkJsonRpcRequest(
  protocol: BoundProtocol,
  node: JsonNode,
  extraMembers: readonly string[],
): JsonRpcRequestShape {
  const problems: Problem[] = [];
  const none = { problems, object: undefined, method: undefined, methodNode: undefined, params: undefined };
  if (node.kind === "placeholder") return none;
  if (node.kind !== "object") {
    problems.push(notAnObject(protocol, node));
    return none;
  }
  problems.push(...checkVersion(node), ...checkRequestId(protocol, node), ...checkSentMembers(node, extraMembers));
  const methodMember = memberOf(node, "method");
  const methodNode = methodMember?.value;
  const isResponse = ["result", "error"].some((name) => memberOf(node, name));
  if (!methodMember && !isResponse && !hasVariableKey(node)) {
    const example = `"${methodsOf(protocol)[0]?.name ?? ""}"`;
    problems.push(report("json-rpc/missing-method", openingOf(node), { example }));
  }
  if (methodNode && methodNode.kind !== "string" && methodNode.kind !== "placeholder")
    problems.push(report("json-rpc/method-type", methodNode.range, { found: describeValue(methodNode) }));
  const params = memberOf(node, "params")?.value;
  if (params && params.kind !== "object" && params.kind !== "placeholder") {
    const values = { protocol: protocolTitles[protocol], found: describeValue(params) };
    problems.push(report("json-rpc/params-type", params.range, values));
  }
  return {
    problems,
    object: node,
    method: methodNode?.kind === "string" && !methodNode.hasPlaceholder ? methodNode.value : undefined,
    methodNode,
    params: params?.kind === "object" ? params : undefined,
  };
}

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
  problems.push(...checkVersion(node));
  const result = memberOf(node, "result");
  const error = memberOf(node, "error");
  if (memberOf(node, "method") && !result && !error) {
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

function notAnObject(protocol: BoundProtocol, node: JsonNode): Problem {
  if (node.kind === "array") return report("json-rpc/batch", { offset: node.range.offset, length: 1 });
  const values = { protocol: protocolTitles[protocol], found: describeValue(node) };
  return report("json-rpc/not-an-object", node.range, values);
}

function checkVersion(object: JsonObjectNode): Problem[] {
  const member = memberOf(object, "jsonrpc");
  if (!member) {
    if (hasVariableKey(object)) return [];
    return [report("json-rpc/version", openingOf(object), {}, [insertMember(object, "jsonrpc", '"2.0"')])];
  }
  const { value } = member;
  if (!value || isOpen(value) || (value.kind === "string" && value.value === "2.0")) return [];
  return [report("json-rpc/version", value.range, {}, [replaceValue(value, '"2.0"')])];
}

function checkRequestId(protocol: BoundProtocol, object: JsonObjectNode): Problem[] {
  const member = memberOf(object, "id");
  if (!member) {
    if (hasVariableKey(object)) return [];
    return [report("json-rpc/missing-id", openingOf(object), {}, [insertMember(object, "id", "1")])];
  }
  const id = member.value;
  if (!id || id.kind === "placeholder" || id.kind === "string") return [];
  if (id.kind === "null") return [report("json-rpc/null-id", id.range, {}, [replaceValue(id, "1")])];
  if (id.kind !== "number") return [report("json-rpc/id-type", id.range, { found: describeValue(id) })];
  if (Number.isInteger(id.value)) return [];
  // MCP allows strings and integers only; JSON-RPC itself, and so A2A, advises against fractions.
  if (protocol === "a2a") return [report("json-rpc/fractional-id", id.range)];
  return [report("json-rpc/id-type", id.range, { found: describeValue(id) })];
}

function checkSentMembers(object: JsonObjectNode, extraMembers: readonly string[]): Problem[] {
  const known = ["jsonrpc", "id", "method", "params", ...extraMembers];
  return object.members.flatMap((member) => {
    const name = member.key.value;
    if (known.includes(name) || member.key.hasPlaceholder) return [];
    if (name === "result" || name === "error")
      return [report("json-rpc/response-sent", member.key.range, { member: name })];
    if (envelopeMembers.has(name))
      return [
        report("json-rpc/envelope-member", member.key.range, { member: name }, [
          { ...removeMember(object, member), isPreferred: false },
        ]),
      ];
    const nearest = nearestName(name, known);
    const suggestion = nearest && !memberOf(object, nearest) ? ` Did you mean \`${nearest}\`?` : "";
    const fixes = suggestion && nearest ? [renameMember(member, nearest)] : [];
    const shown = name.length <= 60 ? name : "…";
    return [report("json-rpc/unknown-member", member.key.range, { member: shown, suggestion }, fixes)];
  });
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

/** The code lies in JSON-RPC's reserved range, and `hasMeaning` says whether the protocol gives it one. */
export function checkErrorCode(
  protocol: BoundProtocol,
  error: JsonObjectNode,
  code: number,
  hasMeaning: boolean,
): Problem[] {
  const node = memberOf(error, "code")?.value;
  if (!node || hasMeaning || code < -32768 || code > -32000) return [];
  return [report("json-rpc/reserved-code", node.range, { code, protocol: protocolTitles[protocol] })];
}

/** True for a value that a variable decides. */
export function isOpen(node: JsonNode): boolean {
  return node.kind === "placeholder" || (node.kind === "string" && node.hasPlaceholder);
}

/** True when a variable stands in a member's name: then nothing can be called missing. */
export function hasVariableKey(object: JsonObjectNode): boolean {
  return object.members.some((member) => member.key.hasPlaceholder);
}
