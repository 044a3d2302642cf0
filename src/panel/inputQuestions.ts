import type { CallReply } from "../exchange/callEvent.ts";
import { isObject } from "../protocol/json/jsonObject.ts";
import type { Choice, Question, QuestionField, QuestionsView } from "./callView.ts";
import { messageText, protocolMessageOf } from "./replyContent.ts";

const maxQuestions = 20;
const maxFields = 50;
const maxChoices = 200;

/**
 * What a reply asks before the other side goes on: an MCP `input_required` result (mcp#multi-round-trip) or an A2A task in
 * the state input required. Undefined for a reply that asks nothing.
 */
export function questionsOf(reply: CallReply): QuestionsView | undefined {
  const message = protocolMessageOf(reply);
  if (message.kind !== "result" || !isObject(message.result)) return undefined;
  const { result } = message;
  if (result["resultType"] === "input_required") {
    return { sequence: reply.sequence, protocol: "mcp", questions: mcpQuestions(result["inputRequests"]) };
  }
  const status = statusOf(result);
  if (!isObject(status) || status["state"] !== "TASK_STATE_INPUT_REQUIRED") return undefined;
  const text = messageText(status["message"]) ?? "The agent needs more input to go on with the task.";
  const question: Question = { key: "message", method: "SendMessage", message: text, draftJson: "" };
  return { sequence: reply.sequence, protocol: "a2a", questions: [question] };
}

function statusOf(result: { readonly [member: string]: unknown }): unknown {
  for (const item of [result["task"], result["statusUpdate"], result]) {
    if (isObject(item) && isObject(item["status"])) return item["status"];
  }
  return undefined;
}

function mcpQuestions(inputRequests: unknown): readonly Question[] {
  if (!isObject(inputRequests)) return [];
  return Object.entries(inputRequests).slice(0, maxQuestions).map(mcpQuestion);
}

function mcpQuestion([key, request]: [string, unknown]): Question {
  const method = isObject(request) && typeof request["method"] === "string" ? request["method"] : "";
  const params = isObject(request) && isObject(request["params"]) ? request["params"] : {};
  const message = typeof params["message"] === "string" ? params["message"] : "";
  const base = { key, method, message };
  switch (method) {
    case "elicitation/create": {
      const fields = formFields(params["requestedSchema"]);
      return {
        ...base,
        ...(fields && { fields }),
        draftJson: JSON.stringify({ action: "accept", content: draftContent(fields) }, undefined, 2),
      };
    }
    case "roots/list":
      return { ...base, draftJson: JSON.stringify({ roots: [] }, undefined, 2) };
    case "sampling/createMessage":
      return {
        ...base,
        draftJson: JSON.stringify(
          { role: "assistant", content: { type: "text", text: "" }, model: "", stopReason: "endTurn" },
          undefined,
          2,
        ),
      };
    default:
      return { ...base, draftJson: "{}" };
  }
}

function draftContent(fields: readonly QuestionField[] | undefined): Record<string, unknown> {
  const content: Record<string, unknown> = {};
  for (const field of fields ?? []) if (field.isRequired) content[field.name] = draftValue(field);
  return content;
}

function draftValue(field: QuestionField): unknown {
  switch (field.type) {
    case "string":
      return field.initial ?? "";
    case "choice":
      return field.initial ?? field.choices?.[0]?.value ?? "";
    case "number":
    case "integer":
      return Number(field.initial ?? 0);
    case "boolean":
      return field.initial === "true";
  }
}

/** The fields of a flat schema of primitive values, which is all MCP allows; undefined for anything richer. */
function formFields(schema: unknown): readonly QuestionField[] | undefined {
  if (!isObject(schema) || schema["type"] !== "object" || !isObject(schema["properties"])) return undefined;
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const fields: QuestionField[] = [];
  for (const [name, property] of Object.entries(schema["properties"])) {
    const field = formField(name, property, required.includes(name));
    if (!field || fields.length === maxFields) return undefined;
    fields.push(field);
  }
  return fields;
}

function formField(name: string, property: unknown, isRequired: boolean): QuestionField | undefined {
  if (!isObject(property)) return undefined;
  const choices = choicesOf(property);
  const type = choices ? "choice" : property["type"];
  if (type !== "string" && type !== "number" && type !== "integer" && type !== "boolean" && type !== "choice") {
    return undefined;
  }
  const initial = property["default"];
  return {
    name,
    title: typeof property["title"] === "string" ? property["title"] : name,
    isRequired,
    type,
    ...(typeof property["description"] === "string" && { description: property["description"] }),
    ...(choices && { choices }),
    ...(initial !== undefined && typeof initial !== "object" && { initial: String(initial) }),
  };
}

function choicesOf(property: { readonly [member: string]: unknown }): readonly Choice[] | undefined {
  if (property["type"] !== "string") return undefined;
  if (Array.isArray(property["oneOf"])) {
    const titled = property["oneOf"].filter(isObject).slice(0, maxChoices);
    return titled.map((choice) => ({
      value: String(choice["const"]),
      title: String(choice["title"] ?? choice["const"]),
    }));
  }
  if (!Array.isArray(property["enum"])) return undefined;
  const titles: readonly unknown[] = Array.isArray(property["enumNames"]) ? property["enumNames"] : [];
  return property["enum"]
    .slice(0, maxChoices)
    .map((value, index) => ({ value: String(value), title: String(titles[index] ?? value) }));
}
