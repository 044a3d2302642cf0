import { checkProtocolReply, type ReplyContext } from "../binding/checkRequest.ts";
import { explainErrorCode } from "../binding/explainError.ts";
import { protocolOfReply } from "../binding/protocolOfReply.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { jtdCheck } from "../json/jtd.ts";
import { insertMember, openingOf, renameMember, replaceValue, wrapValue } from "../json/memberEdits.ts";
import { checkJsonRpcReply, checkResultType, isReservedCode } from "../json-rpc/checkJsonRpcReply.ts";
import { jsonRpcRules } from "../json-rpc/rules.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { slipOf } from "../json-schema/slipOf.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { misspelledMembers } from "./checkRequestEnvelope.ts";
import { envelopeErrors } from "./envelopeErrors.ts";
import { envelopeRules } from "./rules.ts";

const report = reporter(envelopeRules);

const checkSchema = jtdCheck("rpcResponse");

const responseMembers = ["response", "error"];
const errorMembers = ["code", "message", "retryAfter"];

/** Checks a Service RPC response (agent-protocols#response) and the protocol's message in it, where that can be told. */
export function checkResponseEnvelope(root: JsonNode): Problem[] {
  if (root.kind === "placeholder") return [];
  if (root.kind !== "object") return [report("envelope/not-an-object", root.range, { found: describeValue(root) })];
  const stray = strayProblems(root);
  if (stray) return stray;
  const error = memberOf(root, "error")?.value;
  const hasOutcome = responseMembers.some((name) => memberOf(root, name));
  return [
    ...outcomeProblems(root),
    ...schemaProblems(root),
    ...misspelledMembers(root, responseMembers, hasOutcome ? [] : responseMembers),
    ...(error?.kind === "object" ? errorProblems(error) : []),
    ...messageProblems(memberOf(root, "response")?.value),
  ];
}

/** Problems of a JSON-RPC response, or of a request, that stands where the envelope of a response is expected. */
function strayProblems(root: JsonObjectNode): Problem[] | undefined {
  if (memberOf(root, "response")) return undefined;
  if (memberOf(root, "jsonrpc")) {
    const fix = wrapValue(root, "Wrap it in an envelope", '{"response": ', "}");
    return [report("envelope/bare-message", openingOf(root), { what: "response" }, [fix]), ...messageProblems(root)];
  }
  if (memberOf(root, "error") || !memberOf(root, "request")) return undefined;
  return [
    report("envelope/other-kind", openingOf(root), { found: "request", expected: "response", ending: ".rpc.json" }),
  ];
}

function outcomeProblems(root: JsonObjectNode): Problem[] {
  const error = memberOf(root, "error");
  const response = memberOf(root, "response");
  if (response && error) return [report("envelope/response-or-error", error.key.range, { found: "both" })];
  if (response || error) return [];
  const slips = responseMembers.flatMap((name) => {
    const member = slipOf(root, name, responseMembers);
    return member ? [{ member, name }] : [];
  });
  const range = slips[0]?.member.key.range ?? openingOf(root);
  const fixes = slips.slice(0, 1).map(({ member, name }) => renameMember(member, name));
  return [report("envelope/response-or-error", range, { found: "neither" }, fixes)];
}

function schemaProblems(root: JsonObjectNode): Problem[] {
  return checkSchema(root).map((finding) => {
    const { node, expected } = finding;
    if (finding.kind === "missing-member" && node.kind === "object") {
      const { member } = finding;
      const slip = slipOf(node, member, errorMembers);
      const range = slip?.key.range ?? openingOf(node);
      const fix = slip
        ? renameMember(slip, member)
        : { ...insertMember(node, member, '"internal"'), isPreferred: false };
      const values = { member: `error.${member}`, expected, found: "missing" };
      return report("envelope/error-shape", range, values, [fix]);
    }
    const member = finding.path.join(".") || "error";
    return report("envelope/error-shape", node.range, { member, expected, found: describeValue(node) });
  });
}

function errorProblems(error: JsonObjectNode): Problem[] {
  const problems = misspelledMembers(error, errorMembers, ["code"]);
  const code = memberOf(error, "code")?.value;
  if (code?.kind !== "string" || code.hasPlaceholder) return problems;
  if (!Object.hasOwn(envelopeErrors, code.value)) {
    const near = nearestName(code.value, Object.keys(envelopeErrors));
    const suggestion = near === undefined ? "" : ` Did you mean ${near}?`;
    const fixes = near === undefined ? [] : [{ ...replaceValue(code, JSON.stringify(near)), isPreferred: false }];
    problems.push(report("envelope/unknown-error-code", code.range, { code: describeValue(code), suggestion }, fixes));
  }
  const hasRetryAfter = memberOf(error, "retryAfter") ?? slipOf(error, "retryAfter", errorMembers);
  if (code.value === "rate_limited" && !hasRetryAfter) {
    problems.push(
      report("envelope/missing-retry-after", code.range, {}, [
        { ...insertMember(error, "retryAfter", "60"), isPreferred: false },
      ]),
    );
  }
  return problems;
}

function messageProblems(message: JsonNode | undefined): Problem[] {
  if (!message || message.kind === "placeholder") return [];
  if (message.kind !== "object")
    return [report("envelope/response-not-object", message.range, { found: describeValue(message) })];
  const context: ReplyContext = { transport: "rpc", isFirst: true, isLast: true };
  const protocol = protocolOfReply(message);
  switch (protocol) {
    case "mcp":
      return checkProtocolReply("mcp", message, context);
    case "a2a":
      // Service RPC serves no other method of A2A (agent-protocols#service-rpc).
      return checkProtocolReply("a2a", message, { ...context, request: { id: undefined, method: "SendMessage" } });
    case undefined:
      return memberOf(message, "jsonrpc") ? sharedProblems(message) : [];
  }
}

/** What both protocols share can be checked without knowing which of them it is. */
function sharedProblems(message: JsonObjectNode): Problem[] {
  const { problems, error, code, result } = checkJsonRpcReply("mcp", message, undefined);
  const codeNode = memberOf(error, "code")?.value;
  const hasMeaning =
    code !== undefined && (["mcp", "a2a"] as const).some((protocol) => explainErrorCode(protocol, code));
  if (codeNode && code !== undefined && !hasMeaning && isReservedCode(code)) {
    problems.push(reporter(jsonRpcRules)("json-rpc/reserved-code", codeNode.range, { code, protocol: "MCP or A2A" }));
  }
  return result ? [...problems, ...checkResultType(result)] : problems;
}
