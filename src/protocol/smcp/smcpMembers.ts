import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { hasVariableKey, isOpen } from "../json/openValue.ts";
import type { SmcpMember } from "./smcpEvents.ts";

/** What is wrong with a member of a payload or of an answer. */
export type SmcpMemberFinding =
  | { readonly kind: "missing"; readonly member: SmcpMember }
  | { readonly kind: "type"; readonly member: SmcpMember; readonly value: JsonNode };

/** Compares an object with the members it should have. Variables in it may become anything. */
export function memberFindings(members: readonly SmcpMember[], object: JsonObjectNode): SmcpMemberFinding[] {
  return members.flatMap((member): SmcpMemberFinding[] => {
    const found = memberOf(object, member.name);
    if (!found) return member.isRequired && !hasVariableKey(object) ? [{ kind: "missing", member }] : [];
    const { value } = found;
    return !value || isOpen(value) || hasSmcpType(member, value) ? [] : [{ kind: "type", member, value }];
  });
}

function hasSmcpType({ type }: SmcpMember, value: JsonNode): boolean {
  if (type === "integer") return value.kind === "number" && Number.isInteger(value.value);
  return value.kind === type;
}
