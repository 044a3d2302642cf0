import type { RequestContext } from "../binding/bindingContext.ts";
import { checkProtocolRequest } from "../binding/checkRequest.ts";
import { describeValue } from "../binding/describeValue.ts";
import { insertMember, openingOf, removeMember, renameMember, replaceValue } from "../binding/memberEdits.ts";
import { isBoundProtocol } from "../binding/methods.ts";
import { nearestName } from "../binding/nearestName.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { jtdCheck } from "../json/jtd.ts";
import type { Problem, Span } from "../problem.ts";
import { reporter } from "../rule.ts";
import { checkProtocolName } from "./checkProtocolName.ts";
import { requestKeyFault } from "./requestKey.ts";
import { envelopeRules } from "./rules.ts";

const report = reporter(envelopeRules);

const checkSchema = jtdCheck("rpcRequest");

const requestMembers = ["protocol", "version", "requestKey", "request"];

export interface EnvelopeContext {
  /** Whether the request will be signed; absent where the text cannot tell, as in a file that is only an envelope. */
  readonly isSigned?: boolean;
  /** Names of A2A service parameters that directives add to the request. */
  readonly addedServiceParameters?: readonly string[];
}

/** Checks a Service RPC request (agent-protocols#request) and the protocol's message in it. */
export function checkRequestEnvelope(root: JsonNode, context: EnvelopeContext = {}): Problem[] {
  if (root.kind === "placeholder") return [];
  if (root.kind !== "object") return [report("envelope/not-an-object", root.range, { found: describeValue(root) })];
  return [
    ...schemaProblems(root),
    ...misspelledMembers(root, requestMembers),
    ...protocolProblems(root),
    ...keyProblems(root, context),
    ...messageProblems(root, context),
  ];
}

/** Members that differ from one of `known`, which the object lacks, by a slip. */
export function misspelledMembers(object: JsonObjectNode, known: readonly string[]): Problem[] {
  const absent = known.filter((name) => !memberOf(object, name));
  return object.members.flatMap((member) => {
    const name = member.key.value;
    if (known.includes(name) || member.key.hasPlaceholder) return [];
    const near = nearestName(name, absent);
    if (near === undefined) return [];
    return [
      report("envelope/misspelled-member", member.key.range, { member: name, near }, [renameMember(member, near)]),
    ];
  });
}

function schemaProblems(root: JsonObjectNode): Problem[] {
  return checkSchema(root).map((finding) => {
    if (finding.kind === "missing-member") {
      const { member } = finding;
      // Which protocol and which request is the author's choice.
      const fix = { ...insertMember(root, member, member === "protocol" ? '"mcp"' : "{}"), isPreferred: false };
      const expected = member === "request" ? "the protocol's request message, an object" : finding.expected;
      return report("envelope/missing-member", openingOf(root), { member, expected }, [fix]);
    }
    const values = { member: finding.path.join("."), expected: finding.expected, found: describeValue(finding.node) };
    return report("envelope/wrong-type", finding.node.range, values);
  });
}

function protocolProblems(root: JsonObjectNode): Problem[] {
  const value = memberOf(root, "protocol")?.value;
  if (value?.kind !== "string" || value.hasPlaceholder) return [];
  const { offset, length } = value.range;
  const name: Span = { offset: offset + 1, length: length - 2, text: value.value };
  const version = memberOf(root, "version");
  const problems = checkProtocolName(name);
  if (version && isBoundProtocol(value.value)) {
    const fixes = [removeMember(root, version)];
    problems.push(report("envelope/version-present", version.range, { protocol: value.value }, fixes));
  }
  return problems;
}

function keyProblems(root: JsonObjectNode, context: EnvelopeContext): Problem[] {
  const member = memberOf(root, "requestKey");
  if (!member) return [];
  const problems: Problem[] = [];
  if (context.isSigned === false) {
    const fix = { ...removeMember(root, member), isPreferred: false };
    problems.push(report("envelope/unsigned-key", member.key.range, {}, [fix]));
  }
  const { value } = member;
  if (value?.kind !== "string" || value.hasPlaceholder) return problems;
  const fault = requestKeyFault(value.value);
  switch (fault?.kind) {
    case "private-key":
      return [...problems, report("envelope/private-key", value.range)];
    case "standard-base64": {
      const what = "This one is in the other alphabet of base64.";
      const fix = replaceValue(value, JSON.stringify(fault.corrected));
      return [...problems, report("envelope/request-key-encoding", value.range, { what }, [fix])];
    }
    case "wrong":
      return [...problems, report("envelope/request-key-encoding", value.range, { what: fault.what })];
    case undefined:
      return problems;
  }
}

function messageProblems(root: JsonObjectNode, context: EnvelopeContext): Problem[] {
  const protocol = memberOf(root, "protocol")?.value;
  const request = memberOf(root, "request")?.value;
  if (!request || protocol?.kind !== "string") return [];
  const { addedServiceParameters } = context;
  const requestContext: RequestContext = {
    transport: "rpc",
    ...(addedServiceParameters && { addedServiceParameters }),
  };
  return checkRequestMessage(protocol.value, request, requestContext);
}

/** Checks the request message of any protocol: an object, and by its binding where it has one. */
export function checkRequestMessage(protocol: string, node: JsonNode, context: RequestContext): Problem[] {
  if (isBoundProtocol(protocol)) return checkProtocolRequest(protocol, node, context);
  if (node.kind === "object" || node.kind === "placeholder") return [];
  return [report("envelope/request-not-object", node.range, { found: describeValue(node) })];
}
