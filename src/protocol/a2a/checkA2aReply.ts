import { explainErrorCode } from "../binding/explainError.ts";
import { type JsonNode, type JsonObjectNode, memberOf, nodeAt } from "../json/jsonNode.ts";
import { openingOf, wrapValue } from "../json/memberEdits.ts";
import type { ReplyContext } from "../json-rpc/bindingContext.ts";
import { checkErrorCode, checkJsonRpcReply, checkResultType } from "../json-rpc/checkJsonRpcReply.ts";
import { jsonRpcRules } from "../json-rpc/rules.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { checkA2aMessage } from "./a2aMessages.ts";
import { a2aMethods, legacyA2aMethods } from "./a2aMethods.ts";
import { a2aRules } from "./rules.ts";
import { endsStream } from "./taskState.ts";

const report = reporter(a2aRules);

/** Checks one A2A reply: a response, or one item of a stream, which is a response too. */
export function checkA2aReply(node: JsonNode, context: ReplyContext): Problem[] {
  const shape = checkJsonRpcReply("a2a", node, context.request);
  const { problems, object } = shape;
  if (!object) return problems;
  if (shape.kind === "notification") {
    // A2A has no notifications, so a reply with a method has no outcome.
    return [...problems, reporter(jsonRpcRules)("json-rpc/result-or-error", openingOf(object), { found: "neither" })];
  }
  if (shape.error && shape.code !== undefined) problems.push(...checkError(shape.error, shape.code));
  if (shape.result) problems.push(...checkResult(shape.result, context));
  return problems;
}

function checkResult(result: JsonNode, context: ReplyContext): Problem[] {
  const name = context.request?.method;
  if (name === undefined) return checkResultType(result);
  const current = Object.hasOwn(legacyA2aMethods, name) ? legacyA2aMethods[name] : name;
  const method = a2aMethods.find((candidate) => candidate.name === current);
  if (!method?.result) return [];
  const bare = isWrapped(method.result) ? bareResult(result, method.name) : undefined;
  if (bare) return bare;
  const problems = checkA2aMessage(method.result, result, ["result"]);
  if (method.kind === "streaming") problems.push(...checkStreamItem(result, context));
  if (context.transport === "rpc") problems.push(...checkFinished(result));
  return problems;
}

/** True for a result that holds what it says in a member of its own. */
function isWrapped(definition: string): boolean {
  return definition === "SendMessageResponse" || definition === "StreamResponse";
}

/** What stands by itself in a result of A2A 0.3, by the member that holds it in 1.0 and by members that only it has. */
const bareResults = [
  { member: "statusUpdate", definition: "TaskStatusUpdateEvent", kind: "status-update", has: ["taskId", "status"] },
  {
    member: "artifactUpdate",
    definition: "TaskArtifactUpdateEvent",
    kind: "artifact-update",
    has: ["taskId", "artifact"],
  },
  { member: "message", definition: "Message", kind: "message", has: ["messageId", "parts"] },
  { member: "task", definition: "Task", kind: "task", has: ["id", "status"] },
] as const;

/** One problem for a task, a message or an update that is not in its member, with those inside of it. */
function bareResult(result: JsonNode, method: string): Problem[] | undefined {
  if (result.kind !== "object" || bareResults.some(({ member }) => memberOf(result, member))) return undefined;
  const kind = memberOf(result, "kind")?.value;
  const found = bareResults.find((one) =>
    kind?.kind === "string" ? kind.value === one.kind : one.has.every((name) => memberOf(result, name)),
  );
  if (!found) return undefined;
  const fix = wrapValue(result, `Put it in "${found.member}"`, `{"${found.member}": `, "}");
  const values = { method, member: found.member };
  return [
    report("a2a/bare-result", openingOf(result), values, [fix]),
    ...checkA2aMessage(found.definition, result, ["result"]),
  ];
}

function checkStreamItem(item: JsonNode, context: ReplyContext): Problem[] {
  const problems: Problem[] = [];
  const update = memberOf(item, "statusUpdate") ?? memberOf(item, "artifactUpdate");
  if (context.isFirst && update)
    problems.push(report("a2a/stream-start", update.key.range, { item: update.key.value }));
  if (context.isLast && item.kind === "object" && !isStreamEnd(item))
    problems.push(report("a2a/stream-end", openingOf(item)));
  return problems;
}

/** True for the item with which a stream ends: a lone message, or a task or status in a terminal or interrupted state. */
function isStreamEnd(item: JsonObjectNode): boolean {
  if (memberOf(item, "message")) return true;
  const state = nodeAt(item, ["task", "status", "state"]) ?? nodeAt(item, ["statusUpdate", "status", "state"]);
  return state?.kind === "string" && (state.hasPlaceholder || endsStream(state.value));
}

function checkFinished(result: JsonNode): Problem[] {
  const state = nodeAt(result, ["task", "status", "state"]);
  if (state?.kind !== "string" || state.hasPlaceholder || !state.value.startsWith("TASK_STATE_")) return [];
  return endsStream(state.value) ? [] : [report("a2a/unfinished-task", state.range, { state: describeValue(state) })];
}

function checkError(error: JsonObjectNode, code: number): Problem[] {
  const problems = checkErrorCode("a2a", error, code, explainErrorCode("a2a", code) !== undefined);
  const data = memberOf(error, "data")?.value;
  if (!data || data.kind === "placeholder") return problems;
  if (data.kind !== "array") {
    problems.push(report("a2a/error-data", data.range, { what: `here it is ${describeValue(data)}` }));
    return problems;
  }
  for (const item of data.items) {
    if (item.kind === "placeholder") continue;
    if (item.kind !== "object")
      problems.push(report("a2a/error-data", item.range, { what: `here an item is ${describeValue(item)}` }));
    else if (!memberOf(item, "@type"))
      problems.push(report("a2a/error-data", openingOf(item), { what: "here an item has no `@type`" }));
  }
  return problems;
}
