import { serviceParametersMember } from "../a2a/serviceParameters.ts";
import { type JsonNode, memberOf, nodeAt } from "../json/jsonNode.ts";
import type { CallRequest } from "./callFile.ts";
import { parseServiceParameter, type ServiceParameter } from "./parse/directive.ts";
import { type Fill, filledText } from "./sentText.ts";

/** `,"requestKey":"…"` with the 60 characters of a key. */
const requestKeyMember = `,"requestKey":"${"A".repeat(60)}"`;

/** The service parameters that `@param` directives add, with their variables filled as far as they are known. */
export function addedServiceParameters(request: CallRequest, fill: Fill): ServiceParameter[] {
  return request.directives.flatMap((directive) =>
    directive.key.text === "param"
      ? (parseServiceParameter(filledText(directive.value, request.variableUses, fill)) ?? [])
      : [],
  );
}

/** As much text as the directives of a request add to its body when it is sent. `root` is the body's JSON. */
export function addedText(request: CallRequest, root: JsonNode, fill: Fill): string {
  const isEnvelope = request.body?.kind === "envelope";
  const message = isEnvelope ? nodeAt(root, ["request"]) : root;
  const entries = addedServiceParameters(request, fill).map(
    ({ name, value }) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  );
  const holder =
    entries.length > 0 && !memberOf(message, serviceParametersMember) ? `"${serviceParametersMember}":{}` : "";
  const isSigned = request.directives.some((directive) => directive.key.text === "sign");
  const key = isEnvelope && isSigned && !memberOf(root, "requestKey") ? requestKeyMember : "";
  return holder + entries.join("") + key;
}
