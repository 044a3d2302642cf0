import type { BoundProtocol } from "../binding/methods.ts";
import { methodsOf } from "../binding/methods.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { insertMember, openingOf, removeMember, renameMember, replaceValue } from "../json/memberEdits.ts";
import { hasVariableKey } from "../json/openValue.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { checkJsonRpcVersion, notAnObject, protocolTitles } from "./jsonRpcMessage.ts";
import { jsonRpcRules } from "./rules.ts";

const report = reporter(jsonRpcRules);

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
  /** True when it is a response: what a request must have is not asked of it. */
  readonly isResponse: boolean;
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
  const none = {
    problems,
    object: undefined,
    method: undefined,
    methodNode: undefined,
    params: undefined,
    isResponse: false,
  };
  if (node.kind === "placeholder") return none;
  if (node.kind !== "object") {
    problems.push(notAnObject(protocol, node));
    return none;
  }
  problems.push(
    ...checkJsonRpcVersion(node),
    ...checkRequestId(protocol, node),
    ...checkSentMembers(node, extraMembers),
  );
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
    isResponse: isResponse && !methodMember,
  };
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
