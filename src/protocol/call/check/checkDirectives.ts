import { a2aRules } from "../../a2a/rules.ts";
import { isCredentialName } from "../../a2a/serviceParameters.ts";
import { boundProtocols } from "../../binding/methods.ts";
import { memberOf } from "../../json/jsonNode.ts";
import type { Problem } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import type { CallRequest, Directive } from "../callFile.ts";
import { type CallTarget, chatOfTarget } from "../callTarget.ts";
import { bodyTree } from "../convert.ts";
import { parseServiceParameter } from "../parse/directive.ts";
import { parseDuration } from "../parse/duration.ts";
import { hasPlaceholder } from "../parse/placeholder.ts";
import { checkSlimDirectives } from "./checkSlimDirectives.ts";
import { callRules } from "./rules.ts";

const report = reporter(callRules);
const reportA2a = reporter(a2aRules);

/** Checks that the directives of a request have an effect on its body and target. */
export function checkDirectives(request: CallRequest, target: CallTarget | undefined): Problem[] {
  const found = request.directives.flatMap((directive) => {
    switch (directive.key.text) {
      case "sign":
        return needs("envelope", "call/sign-needs-envelope", request, directive);
      case "incognito":
        return needs("command", "call/incognito-needs-conversation", request, directive);
      case "timeout":
        return timeoutProblems(request, directive);
      case "wait":
        return waitProblems(request, directive, target);
      case "param":
        return parameterProblems(request, directive, target);
      default:
        return [];
    }
  });
  return [...found, ...checkSlimDirectives(request, target)];
}

function needs(
  kind: "envelope" | "command",
  code: "call/sign-needs-envelope" | "call/incognito-needs-conversation",
  request: CallRequest,
  directive: Directive,
): Problem[] {
  const { body } = request;
  return !body || body.kind === kind || body.kind === "unknown" ? [] : [report(code, directive.range)];
}

/** How long a responder's core accepts a response to a request (agent-protocols#exchange). */
const responseLimitMs = 180_000;

function timeoutProblems(request: CallRequest, directive: Directive): Problem[] {
  const timeoutMs = parseDuration(directive.value.text) ?? 0;
  if (request.body?.kind !== "envelope" || timeoutMs <= responseLimitMs) return [];
  return [report("call/timeout-beyond-response", directive.value, { limit: responseLimitMs / 1000 })];
}

function waitProblems(request: CallRequest, directive: Directive, target: CallTarget | undefined): Problem[] {
  const { body } = request;
  if (!body || body.kind === "unknown") return [];
  const mayBeBroadcast =
    body.kind === "command" && !body.mention && (target === undefined || chatOfTarget(target) !== "direct");
  return mayBeBroadcast ? [] : [report("call/wait-needs-group", directive.range)];
}

function parameterProblems(request: CallRequest, directive: Directive, target: CallTarget | undefined): Problem[] {
  const parameter = parseServiceParameter(directive.value.text);
  const protocol = protocolOf(request);
  if (protocol !== undefined && protocol !== "a2a") {
    return [report("call/param-needs-a2a", directive.range, { protocol })];
  }
  if (!parameter || !isCredentialName(parameter.name)) return [];
  const isInGroup = request.body?.kind === "command" && (request.body.mention || chatOfTarget(target) === "group");
  if (isInGroup) return [reportA2a("a2a/credential-in-group", directive.range, { name: parameter.name })];
  // A variable keeps the secret out of the file already.
  if (hasPlaceholder(parameter.value)) return [];
  return [reportA2a("a2a/credential-in-file", directive.range, { name: parameter.name })];
}

/** The protocol a request names, if it is one that can be told to be A2A or not. */
function protocolOf(request: CallRequest): string | undefined {
  const { body } = request;
  const name = body?.kind === "command" ? body.protocol?.text : envelopeProtocol(request);
  return boundProtocols.find((protocol) => protocol === name);
}

function envelopeProtocol(request: CallRequest): string | undefined {
  if (request.body?.kind !== "envelope") return undefined;
  const value = memberOf(bodyTree(request), "protocol")?.value;
  return value?.kind === "string" ? value.value : undefined;
}
