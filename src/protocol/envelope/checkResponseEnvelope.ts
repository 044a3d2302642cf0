import { checkProtocolReply, type ReplyContext } from "../binding/checkRequest.ts";
import { describeValue } from "../binding/describeValue.ts";
import { insertMember, openingOf, replaceValue } from "../binding/memberEdits.ts";
import type { BoundProtocol } from "../binding/methods.ts";
import { nearestName } from "../binding/nearestName.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { jtdCheck } from "../json/jtd.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
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
  const error = memberOf(root, "error")?.value;
  return [
    ...outcomeProblems(root),
    ...schemaProblems(root),
    ...misspelledMembers(root, responseMembers),
    ...(error?.kind === "object" ? errorProblems(error) : []),
    ...messageProblems(memberOf(root, "response")?.value),
  ];
}

function outcomeProblems(root: JsonObjectNode): Problem[] {
  const error = memberOf(root, "error");
  const response = memberOf(root, "response");
  if (response && error) return [report("envelope/response-or-error", error.key.range, { found: "both" })];
  if (response || error) return [];
  return [report("envelope/response-or-error", openingOf(root), { found: "neither" })];
}

function schemaProblems(root: JsonObjectNode): Problem[] {
  return checkSchema(root).map((finding) => {
    const { node, expected } = finding;
    if (finding.kind === "missing-member" && node.kind === "object") {
      const fixes = [{ ...insertMember(node, finding.member, '"internal"'), isPreferred: false }];
      return report(
        "envelope/error-shape",
        openingOf(node),
        { member: finding.member, expected, found: "missing" },
        fixes,
      );
    }
    const member = String(finding.path.at(-1) ?? "error");
    return report("envelope/error-shape", node.range, { member, expected, found: describeValue(node) });
  });
}

function errorProblems(error: JsonObjectNode): Problem[] {
  const problems = misspelledMembers(error, errorMembers);
  const code = memberOf(error, "code")?.value;
  if (code?.kind !== "string" || code.hasPlaceholder) return problems;
  if (!Object.hasOwn(envelopeErrors, code.value)) {
    const near = nearestName(code.value, Object.keys(envelopeErrors));
    const suggestion = near === undefined ? "" : ` Did you mean ${near}?`;
    const fixes = near === undefined ? [] : [{ ...replaceValue(code, JSON.stringify(near)), isPreferred: false }];
    problems.push(report("envelope/unknown-error-code", code.range, { code: describeValue(code), suggestion }, fixes));
  }
  if (code.value === "rate_limited" && !memberOf(error, "retryAfter")) {
    problems.push(
      report("envelope/missing-retry-after", code.range, {}, [
        { ...insertMember(error, "retryAfter", "60"), isPreferred: false },
      ]),
    );
  }
  return problems;
}

function messageProblems(message: JsonNode | undefined): Problem[] {
  const protocol = message && protocolOfReply(message);
  if (!protocol) return [];
  const context: ReplyContext = { transport: "rpc", isFirst: true, isLast: true };
  return checkProtocolReply(protocol, message, context);
}

/** The protocol a reply is of, by members that only one of them has. A JSON-RPC error does not tell. */
function protocolOfReply(message: JsonNode): BoundProtocol | undefined {
  const result = memberOf(message, "result")?.value;
  if (memberOf(message, "method") || memberOf(result, "resultType")) return "mcp";
  const a2aMembers = ["task", "message", "statusUpdate", "artifactUpdate", "tasks"];
  return a2aMembers.some((name) => memberOf(result, name)) ? "a2a" : undefined;
}
