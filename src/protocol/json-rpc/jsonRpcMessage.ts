import type { BoundProtocol } from "../binding/methods.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { insertMember, openingOf, replaceValue } from "../json/memberEdits.ts";
import { hasVariableKey, isOpen } from "../json/openValue.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { jsonRpcRules } from "./rules.ts";

const report = reporter(jsonRpcRules);

export const protocolTitles: Readonly<Record<BoundProtocol, string>> = { mcp: "MCP", a2a: "A2A" };

/** The problem of a message of `protocol` that is no object: an array is a batch, which nobody answers. */
export function notAnObject(protocol: BoundProtocol, node: JsonNode): Problem {
  if (node.kind === "array") return report("json-rpc/batch", { offset: node.range.offset, length: 1 });
  const values = { protocol: protocolTitles[protocol], found: describeValue(node) };
  return report("json-rpc/not-an-object", node.range, values);
}

/** Checks the member `jsonrpc`, which requests and responses share. */
export function checkJsonRpcVersion(object: JsonObjectNode): Problem[] {
  const member = memberOf(object, "jsonrpc");
  if (!member) {
    if (hasVariableKey(object)) return [];
    return [report("json-rpc/version", openingOf(object), {}, [insertMember(object, "jsonrpc", '"2.0"')])];
  }
  const { value } = member;
  if (!value || isOpen(value) || (value.kind === "string" && value.value === "2.0")) return [];
  return [report("json-rpc/version", value.range, {}, [replaceValue(value, '"2.0"')])];
}
