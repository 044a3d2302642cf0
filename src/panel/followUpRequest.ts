import type { CallReply, TransportKind } from "../exchange/callEvent.ts";
import { type JsonNode, memberOf, nodeAt } from "../protocol/json/jsonNode.ts";
import { isObject } from "../protocol/json/jsonObject.ts";
import { parseJsonText } from "../protocol/json/jsonText.ts";
import type { ContextReference, InputAnswer, TaskReference } from "./messages.ts";
import { protocolMessageOf } from "./replyContent.ts";
import { sentRequest } from "./sentRequest.ts";

/** A request that follows from a call: what it asks and everything it takes over from the request before it. */
export type FollowUp =
  | ({ readonly kind: "subscribe-task" | "get-task" | "cancel-task" } & TaskReference)
  | ({ readonly kind: "continue-context" } & ContextReference)
  | { readonly kind: "answer-input"; readonly reply: CallReply; readonly answer: InputAnswer["answer"] };

export type FollowUpResult =
  | { readonly kind: "request"; readonly text: string }
  /** Why it cannot be built, as a sentence for the user. */
  | { readonly kind: "impossible"; readonly message: string };

const taskMethods = {
  "subscribe-task": "SubscribeToTask",
  "get-task": "GetTask",
  "cancel-task": "CancelTask",
} as const;

/**
 * Builds the request that follows `sentText` in the same form: command, envelope or bare message, with the mention,
 * service parameters and `_meta` of the request before it. Values taken from replies stay as received, token by token.
 * `newId` must differ from the ids of earlier requests.
 */
export function followUpRequest(
  transport: TransportKind,
  sentText: string,
  followUp: FollowUp,
  newId: string,
): FollowUpResult {
  const place = sentRequest(sentText);
  if (!place) return impossible("The request that was sent cannot be read as JSON, so nothing can follow from it.");
  if (transport === "rpc" && followUp.kind !== "answer-input") {
    return impossible(
      "Service RPC carries one-shot requests only. Connect to the address and send this over a conversation.",
    );
  }
  const built = followUpJson(place.json, followUp, newId);
  if (built.kind === "impossible") return built;
  const before = followUp.kind === "answer-input" ? toMember(place.before, followUp.reply) : place.before;
  if (before === undefined) {
    return impossible("The name of the member who asks has a quote in it, so the member cannot be mentioned.");
  }
  return { kind: "request", text: before + built.text + place.after };
}

/**
 * The start of a command, directed to the member of a group who asks: the others of a broadcast know nothing of it.
 * Undefined for a name that cannot be mentioned.
 */
function toMember(before: string, reply: CallReply): string | undefined {
  if (!reply.senderId.startsWith("#") || !/^\s*\/_call\s+[^@\s]/.test(before)) return before;
  if (reply.sender.includes("'")) return undefined;
  const mention = /^[\p{Letter}\p{Number}_-]+$/u.test(reply.sender) ? reply.sender : `'${reply.sender}'`;
  return before.replace("/_call", () => `/_call @${mention}`);
}

function followUpJson(requestJson: string, followUp: FollowUp, newId: string): FollowUpResult {
  const request = parseJsonText(requestJson).root;
  const source = (path: readonly string[]): string | undefined => sourceAt(requestJson, request, path);
  const base = { jsonrpc: '"2.0"', id: JSON.stringify(newId) };
  const parameters = source(["a2a-service-parameters"]);
  const a2a = (method: string, params: string): FollowUpResult => ({
    kind: "request",
    text: objectText({ ...base, method: JSON.stringify(method), "a2a-service-parameters": parameters, params }),
  });
  switch (followUp.kind) {
    case "subscribe-task":
    case "get-task":
    case "cancel-task": {
      const tenant = source(["params", "tenant"]);
      return a2a(taskMethods[followUp.kind], objectText({ id: JSON.stringify(followUp.taskId), tenant }));
    }
    case "continue-context":
      return a2a("SendStreamingMessage", messageParams(newId, followUp, "", source(["params", "tenant"])));
    case "answer-input":
      return answerJson(requestJson, followUp, newId, a2a);
  }
}

function answerJson(
  requestJson: string,
  followUp: Extract<FollowUp, { kind: "answer-input" }>,
  newId: string,
  a2a: (method: string, params: string) => FollowUpResult,
): FollowUpResult {
  const message = protocolMessageOf(followUp.reply);
  const result = message.kind === "result" && isObject(message.result) ? message.result : undefined;
  if (result?.["resultType"] === "input_required") return mcpAnswer(requestJson, followUp, newId);
  const reference = result && taskReferenceOf(result);
  if (!reference) return impossible("The reply names no task that waits for input, so there is nothing to answer.");
  const request = parseJsonText(requestJson).root;
  const tenant = sourceAt(requestJson, request, ["params", "tenant"]);
  const method = sourceAt(requestJson, request, ["method"]);
  // A task that was streamed goes on as a stream, one that was waited for is waited for again.
  const isStream = method === '"SendStreamingMessage"' || method === '"SubscribeToTask"';
  return a2a(
    isStream ? "SendStreamingMessage" : "SendMessage",
    messageParams(newId, reference, followUp.answer, tenant),
  );
}

function taskReferenceOf(result: { readonly [member: string]: unknown }): ContextReference | undefined {
  for (const item of [result["task"], result["statusUpdate"], result]) {
    if (!isObject(item)) continue;
    const { contextId } = item;
    const taskId = item["taskId"] ?? item["id"];
    if (typeof taskId === "string") return { contextId: typeof contextId === "string" ? contextId : "", taskId };
  }
  return undefined;
}

/** The same call again with the answers and exactly the `requestState` that came (mcp#multi-round-trip). */
function mcpAnswer(
  requestJson: string,
  followUp: Extract<FollowUp, { kind: "answer-input" }>,
  newId: string,
): FollowUpResult {
  const answers = parseJsonText(followUp.answer);
  if (answers.root?.kind !== "object" || answers.problems.some((problem) => problem.severity === "error")) {
    return impossible("The answer is not a JSON object of question keys and results. Mend it and send again.");
  }
  const request = parseJsonText(requestJson).root;
  const reply = parseJsonText(followUp.reply.text).root;
  const result = nodeAt(reply, ["response", "result"]) ?? nodeAt(reply, ["result"]);
  const state = memberOf(result, "requestState")?.value;
  const stateText = state && sourceOf(followUp.reply.text, state);
  const params = memberOf(request, "params")?.value;
  const replaced = new Set(["inputResponses", "requestState"]);
  const kept = params?.kind === "object" ? params.members.filter((member) => !replaced.has(member.key.value)) : [];
  const members = kept.map((member) =>
    requestJson.slice(member.range.offset, member.range.offset + member.range.length),
  );
  if (answers.root.members.length > 0) members.push(`"inputResponses": ${followUp.answer.trim()}`);
  if (stateText !== undefined) members.push(`"requestState": ${stateText}`);
  const method = sourceAt(requestJson, request, ["method"]);
  return {
    kind: "request",
    text: objectText({ jsonrpc: '"2.0"', id: JSON.stringify(newId), method, params: `{${members.join(", ")}}` }),
  };
}

function messageParams(newId: string, reference: ContextReference, text: string, tenant: string | undefined): string {
  const message = objectText({
    messageId: JSON.stringify(`m-${newId}`),
    role: '"ROLE_USER"',
    contextId: reference.contextId === "" ? undefined : JSON.stringify(reference.contextId),
    taskId: reference.taskId === undefined ? undefined : JSON.stringify(reference.taskId),
    parts: `[{"text": ${JSON.stringify(text)}}]`,
  });
  return objectText({ message, tenant });
}

/** An object of values that are JSON text already; undefined members are left out. */
function objectText(members: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(members).filter((entry) => entry[1] !== undefined);
  return `{${present.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")}}`;
}

function sourceAt(text: string, root: JsonNode | undefined, path: readonly string[]): string | undefined {
  const node = nodeAt(root, path);
  return node && sourceOf(text, node);
}

function sourceOf(text: string, node: JsonNode): string {
  return text.slice(node.range.offset, node.range.offset + node.range.length);
}

function impossible(message: string): FollowUpResult {
  return { kind: "impossible", message };
}
