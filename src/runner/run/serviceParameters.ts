import { serviceParametersMember } from "../../protocol/a2a/serviceParameters.ts";
import type { ServiceParameter } from "../../protocol/call/parse/directive.ts";
import { type JsonMember, memberOf } from "../../protocol/json/jsonNode.ts";
import { parseJsonText } from "../../protocol/json/jsonText.ts";

/**
 * The request with the parameters in its `a2a-service-parameters` (agent-protocols#service-parameters). Names ignore case;
 * a parameter of the same name is replaced. Every other token stays as written.
 */
export function withServiceParameters(requestJson: string, parameters: readonly ServiceParameter[]): string {
  return parameters.reduce(withServiceParameter, requestJson);
}

function withServiceParameter(requestJson: string, parameter: ServiceParameter): string {
  const { root } = parseJsonText(requestJson);
  if (root?.kind !== "object") return requestJson;
  const entry = `${JSON.stringify(parameter.name)}:${JSON.stringify(parameter.value)}`;
  const existing = memberOf(root, serviceParametersMember)?.value;
  if (existing?.kind !== "object") {
    const start = root.range.offset + 1;
    const separator = root.members.length === 0 ? "" : ",";
    return splice(requestJson, start, start, `"${serviceParametersMember}":{${entry}}${separator}`);
  }
  const sameName = existing.members.find((member) => isSameName(member, parameter.name));
  if (sameName) {
    const { offset, length } = sameName.range;
    return splice(requestJson, offset, offset + length, entry);
  }
  const end = existing.range.offset + existing.range.length - 1;
  return splice(requestJson, end, end, existing.members.length === 0 ? entry : `,${entry}`);
}

function isSameName(member: JsonMember, name: string): boolean {
  return member.key.value.toLowerCase() === name.toLowerCase();
}

function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
