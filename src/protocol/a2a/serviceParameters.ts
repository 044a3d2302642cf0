import { type JsonMember, type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { insertMember, openingOf, renameMember, replaceValue } from "../json/memberEdits.ts";
import { hasVariableKey, isOpen } from "../json/openValue.ts";
import type { RequestContext } from "../json-rpc/bindingContext.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { utf8Bytes } from "../size/encodedSize.ts";
import { slimrpcRules } from "../slimrpc/rules.ts";
import { checkSlimMetadataName, compactMetadataBytes } from "../slimrpc/slimMetadata.ts";
import { a2aRules } from "./rules.ts";

/** The member of the JSON-RPC request that stands for HTTP headers (A2A 1.0, section 12.3). */
export const serviceParametersMember = "a2a-service-parameters";

/** The A2A version of the binding, in the `Major.Minor` form. */
export const boundVersion = "1.0";

const minimalParameters = `{"A2A-Version": "${boundVersion}"}`;

const report = reporter(a2aRules);

/** Checks the service parameters of a request: their form, `A2A-Version`, and where credentials may go. */
export function checkServiceParameters(request: JsonObjectNode, context: RequestContext): Problem[] {
  const member = serviceParametersOf(request);
  const isVersionAdded = context.addedServiceParameters?.some(isVersionName) ?? false;
  if (!member) {
    if (isVersionAdded || hasVariableKey(request) || isInsideParams(request)) return [];
    const fix = insertMember(request, serviceParametersMember, minimalParameters);
    return [report("a2a/missing-version", openingOf(request), {}, [fix])];
  }
  const spelling = member.key.value === serviceParametersMember ? [] : [otherSpelling(member)];
  return [...spelling, ...checkParameters(member.value, context, isVersionAdded)];
}

/** The member with the service parameters: that of the exact name, or else one in other letter case. */
export function serviceParametersOf(request: JsonNode): JsonMember | undefined {
  const exact = memberOf(request, serviceParametersMember);
  if (exact || request.kind !== "object") return exact;
  return request.members.findLast(({ key }) => key.value.toLowerCase() === serviceParametersMember);
}

function otherSpelling(member: JsonMember): Problem {
  const fix = renameMember(member, serviceParametersMember);
  return report("a2a/service-parameters-spelling", member.key.range, { name: member.key.value }, [fix]);
}

function checkParameters(
  parameters: JsonNode | undefined,
  context: RequestContext,
  isVersionAdded: boolean,
): Problem[] {
  if (!parameters || parameters.kind === "placeholder") return [];
  if (parameters.kind !== "object") {
    const values = { found: describeValue(parameters) };
    const fix = replaceValue(parameters, minimalParameters);
    return [report("a2a/service-parameters-type", parameters.range, values, [fix])];
  }
  const problems = parameters.members.flatMap((parameter) => checkParameter(parameter, context));
  problems.push(...checkDuplicates(parameters));
  if (context.transport === "slimrpc") problems.push(...checkMetadataSize(parameters));
  const hasVersion = parameters.members.some((parameter) => isVersionName(parameter.key.value));
  if (!hasVersion && !isVersionAdded && !hasVariableKey(parameters)) {
    const fix = insertMember(parameters, "A2A-Version", `"${boundVersion}"`);
    problems.push(report("a2a/missing-version", openingOf(parameters), {}, [fix]));
  }
  return problems;
}

function checkMetadataSize(parameters: JsonObjectNode): Problem[] {
  const texts = parameters.members.map(({ key, value }) => key.value + (value?.kind === "string" ? value.value : ""));
  const bytes = utf8Bytes(texts.join(""));
  if (bytes <= compactMetadataBytes) return [];
  return [reporter(slimrpcRules)("slimrpc/large-metadata", openingOf(parameters), { bytes })];
}

/** True for a service parameter whose value is a secret: HTTP's own, and the usual names of API keys and tokens. */
export function isCredentialName(name: string): boolean {
  return /^(proxy-)?authorization$|^(set-)?cookie$|api[-_]?key$|access[-_]?key$|(^|[-_.])(token|secret|password)$/i.test(
    name,
  );
}

function isVersionName(name: string): boolean {
  return name.toLowerCase() === "a2a-version";
}

/** A misplaced member is told where it stands; calling it missing as well would be noise. */
function isInsideParams(request: JsonObjectNode): boolean {
  return memberOf(memberOf(request, "params")?.value, serviceParametersMember) !== undefined;
}

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function checkParameter(parameter: JsonMember, context: RequestContext): Problem[] {
  const { key, value } = parameter;
  const name = key.value;
  if (key.hasPlaceholder) return [];
  const problems: Problem[] = [];
  if (context.transport === "slimrpc") problems.push(...checkSlimMetadataName(name, key.range));
  if (!headerName.test(name))
    problems.push(report("a2a/service-parameter-name", key.range, { name: describeValue(key) }));
  if (!value) return problems;
  problems.push(...checkValue(name, value));
  if (isCredentialName(name)) problems.push(...checkCredential(name, parameter, value, context));
  if (value.kind !== "string" || isOpen(value)) return problems;
  if (isVersionName(name)) problems.push(...checkVersion(value.value, value));
  if (name.toLowerCase() === "a2a-extensions") problems.push(...checkExtensions(value.value, value));
  return problems;
}

function checkValue(name: string, value: JsonNode): Problem[] {
  if (value.kind === "placeholder") return [];
  const values = { name, found: describeValue(value) };
  if (value.kind !== "string") {
    const fixes = [];
    if (value.kind === "array" && value.items.every((item) => item.kind === "string")) {
      const joined = value.items.map((item) => (item.kind === "string" ? item.value : "")).join(", ");
      fixes.push(replaceValue(value, JSON.stringify(joined)));
    } else if (value.kind === "number" || value.kind === "boolean") {
      fixes.push(replaceValue(value, JSON.stringify(value.kind === "number" ? value.text : String(value.value))));
    }
    return [report("a2a/service-parameter-value", value.range, values, fixes)];
  }
  // A line break in a value would begin a header of its own at an HTTP proxy.
  return /[\0-\x08\x0a-\x1f\x7f]/.test(value.value)
    ? [report("a2a/service-parameter-value", value.range, { name, found: "a text with control characters" })]
    : [];
}

function checkVersion(version: string, node: JsonNode): Problem[] {
  const form = /^(\d{1,4})\.(\d{1,4})$/.exec(version);
  if (form) {
    if (form[1] === boundVersion.split(".")[0]) return [];
    const fix = { ...replaceValue(node, `"${boundVersion}"`), isPreferred: false };
    return [report("a2a/other-version", node.range, { found: version }, [fix])];
  }
  const patched = /^v?(\d{1,4}\.\d{1,4})(\.\d+)?$/i.exec(version.trim())?.[1] ?? boundVersion;
  const values = { found: describeValue(node) };
  return [report("a2a/version-form", node.range, values, [replaceValue(node, JSON.stringify(patched))])];
}

function checkExtensions(extensions: string, node: JsonNode): Problem[] {
  const strange = extensions
    .split(",")
    .map((extension) => extension.trim())
    .find((extension) => !/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(extension));
  if (strange === undefined) return [];
  const found = strange === "" ? "an empty text" : JSON.stringify(strange.slice(0, 60));
  return [report("a2a/extensions-form", node.range, { found })];
}

function checkCredential(name: string, parameter: JsonMember, value: JsonNode, context: RequestContext): Problem[] {
  if (context.chat === "group" || context.hasMention)
    return [report("a2a/credential-in-group", parameter.range, { name })];
  // A variable keeps the secret out of the file already.
  return isOpen(value) ? [] : [report("a2a/credential-in-file", parameter.range, { name })];
}

function checkDuplicates(parameters: JsonObjectNode): Problem[] {
  const firstByName = new Map<string, string>();
  return parameters.members.flatMap(({ key }) => {
    const folded = key.value.toLowerCase();
    const first = firstByName.get(folded);
    if (first === undefined) firstByName.set(folded, key.value);
    // The same spelling twice is a duplicate key of JSON, which is reported there.
    if (first === undefined || first === key.value) return [];
    return [report("a2a/duplicate-service-parameter", key.range, { name: key.value, first })];
  });
}
