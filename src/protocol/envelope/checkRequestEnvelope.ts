import { checkProtocolRequest } from "../binding/checkRequest.ts";
import { guessedProtocol } from "../binding/guessedProtocol.ts";
import { isBoundProtocol } from "../binding/methods.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { jtdCheck } from "../json/jtd.ts";
import { insertMember, openingOf, removeMember, renameMember, replaceValue, wrapValue } from "../json/memberEdits.ts";
import type { RequestContext } from "../json-rpc/bindingContext.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { slipOf } from "../json-schema/slipOf.ts";
import type { Problem, Span } from "../problem.ts";
import { meantProtocolName } from "../protocolName.ts";
import { reporter } from "../rule.ts";
import { checkProtocolName } from "./checkProtocolName.ts";
import { requestKeyFault } from "./requestKey.ts";
import { envelopeRules } from "./rules.ts";

const report = reporter(envelopeRules);

const checkSchema = jtdCheck("rpcRequest");

const requestMembers = ["protocol", "version", "requestKey", "request"];
const requiredMembers = ["protocol", "request"];

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
  const bare = bareMessageProblems(root, context);
  if (bare) return bare;
  return [
    ...schemaProblems(root),
    ...misspelledMembers(root, requestMembers, requiredMembers),
    ...protocolProblems(root),
    ...keyProblems(root, context),
    ...messageProblems(root, context),
  ];
}

/**
 * Members that differ from one of `known`, which the object lacks, by a slip. What stands in place of a `required` one is
 * told as missing, by `slipOf`.
 */
export function misspelledMembers(
  object: JsonObjectNode,
  known: readonly string[],
  required: readonly string[] = [],
): Problem[] {
  return known.flatMap((near) => {
    const member = required.includes(near) ? undefined : slipOf(object, near, known);
    if (!member) return [];
    const values = { member: member.key.value, near };
    return [report("envelope/misspelled-member", member.key.range, values, [renameMember(member, near)])];
  });
}

/** Problems of a JSON-RPC request, or of a response, that stands where the envelope of a request is expected. */
function bareMessageProblems(root: JsonObjectNode, context: EnvelopeContext): Problem[] | undefined {
  if (requiredMembers.some((name) => memberOf(root, name))) return undefined;
  if (memberOf(root, "jsonrpc") || memberOf(root, "method")) {
    const protocol = guessedProtocol(root);
    const title = "Wrap it in an envelope";
    const fix = wrapValue(root, title, `{"protocol": ${JSON.stringify(protocol)}, "request": `, "}");
    return [
      report("envelope/bare-message", openingOf(root), { what: "request" }, [fix]),
      ...checkRequestMessage(protocol, root, requestContext(context)),
    ];
  }
  if (!memberOf(root, "response") && !memberOf(root, "error")) return undefined;
  return [
    report("envelope/other-kind", openingOf(root), {
      found: "response",
      expected: "request",
      ending: ".rpc-response.json",
    }),
  ];
}

function schemaProblems(root: JsonObjectNode): Problem[] {
  return checkSchema(root).map((finding) => {
    if (finding.kind === "missing-member") {
      const { member } = finding;
      // Which protocol and which request is the author's choice.
      const expected = member === "request" ? "the protocol's request message, an object" : finding.expected;
      const slip = slipOf(root, member, requestMembers);
      const range = slip?.key.range ?? openingOf(root);
      const fix = slip
        ? renameMember(slip, member)
        : { ...insertMember(root, member, member === "protocol" ? '"mcp"' : "{}"), isPreferred: false };
      return report("envelope/missing-member", range, { member, expected }, [fix]);
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
  // Nothing stands between the quotes of an empty name that could be marked.
  const problems = checkProtocolName(name).map((problem) =>
    length > 2 ? problem : { ...problem, range: value.range },
  );
  const protocol = meantProtocolName(value.value);
  if (version && isBoundProtocol(protocol)) {
    problems.push(report("envelope/version-present", version.range, { protocol }, [removeMember(root, version)]));
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
  return checkRequestMessage(protocol.value, request, requestContext(context));
}

function requestContext({ addedServiceParameters }: EnvelopeContext): RequestContext {
  return { transport: "rpc", ...(addedServiceParameters && { addedServiceParameters }) };
}

/**
 * Checks the request message of any protocol: an object, and by its binding where it has one. A name in other letter case
 * is told elsewhere, and the message is checked as the protocol that is meant.
 */
export function checkRequestMessage(name: string, node: JsonNode, context: RequestContext): Problem[] {
  const protocol = meantProtocolName(name);
  if (isBoundProtocol(protocol)) return checkProtocolRequest(protocol, node, context);
  if (node.kind === "object" || node.kind === "placeholder") return [];
  return [report("envelope/request-not-object", node.range, { found: describeValue(node) })];
}
