import type { CallReply } from "../exchange/callEvent.ts";
import { type JsonRpcReply, jsonRpcReplyOf } from "../exchange/jsonRpcReply.ts";
import { isObject } from "../protocol/json/jsonObject.ts";
import { taskStateName } from "./taskState.ts";

/** The protocol's message in a reply: the reply itself, or over Service RPC the envelope's `response`. */
export function protocolMessageOf(reply: CallReply): JsonRpcReply {
  const { json } = reply;
  if (json === undefined) return { kind: "text" };
  if (isObject(json) && !("jsonrpc" in json) && "response" in json) return jsonRpcReplyOf(json["response"]);
  return jsonRpcReplyOf(json);
}

/** Members of a result that say nothing about its content. */
const envelopeMembers: ReadonlySet<string> = new Set(["_meta", "resultType", "ttlMs", "cacheScope", "isError"]);

/** True for a result without content: `null`, `{}`, or an object whose only content is empty lists and objects. */
export function isEmptyResult(result: unknown): boolean {
  if (result === null || result === undefined || result === "") return true;
  if (Array.isArray(result)) return result.length === 0;
  if (!isObject(result)) return false;
  return Object.entries(result).every(([name, value]) => envelopeMembers.has(name) || isEmptyValue(value));
}

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** The text of A2A parts, with a line for each part that is no text, up to `maxCharacters`. */
export function partsText(parts: readonly unknown[], maxCharacters: number): { text: string; isCut: boolean } {
  let text = "";
  for (const part of parts) {
    text += partText(part);
    if (text.length > maxCharacters) return { text: text.slice(0, maxCharacters), isCut: true };
  }
  return { text, isCut: false };
}

function partText(part: unknown): string {
  if (!isObject(part)) return "";
  if (typeof part["text"] === "string") return part["text"];
  const name = typeof part["filename"] === "string" ? ` ${part["filename"]}` : "";
  const mediaType = typeof part["mediaType"] === "string" ? ` (${part["mediaType"]})` : "";
  if (typeof part["url"] === "string") return `[file${name}${mediaType} at ${part["url"]}]\n`;
  if (typeof part["raw"] === "string") return `[file${name}${mediaType}, ${part["raw"].length} base64 characters]\n`;
  // Data is not printed again: its digits would not survive. The reply itself shows it as received.
  if ("data" in part) return `[data${name}${mediaType}]\n`;
  return "";
}

/** Longest text of a message that is shown outside its own reply. */
const maxMessageCharacters = 2000;

/** The text of an A2A message or artifact, or undefined if it holds none. */
export function messageText(message: unknown): string | undefined {
  if (!isObject(message) || !Array.isArray(message["parts"])) return undefined;
  const { text } = partsText(message["parts"], maxMessageCharacters);
  return text === "" ? undefined : text;
}

/** What a message says in plain words, as far as it does: the text of its parts or content, an error's message. */
export function spokenText(message: JsonRpcReply): string | undefined {
  if (message.kind === "error") return message.error.message === "" ? undefined : message.error.message;
  if (message.kind === "notification") {
    return isObject(message.params) && typeof message.params["message"] === "string"
      ? message.params["message"]
      : undefined;
  }
  if (message.kind !== "result" || !isObject(message.result)) return undefined;
  const { task, statusUpdate, artifactUpdate, message: alone, content, tools } = message.result;
  if (isObject(artifactUpdate) && isObject(artifactUpdate["artifact"])) return messageText(artifactUpdate["artifact"]);
  if (alone !== undefined) return messageText(alone);
  if (Array.isArray(content)) return messageText({ parts: content });
  if (Array.isArray(tools)) return namesOf(tools);
  const item = isObject(task) ? task : isObject(statusUpdate) ? statusUpdate : message.result;
  const said = isObject(item["status"]) ? messageText(item["status"]["message"]) : undefined;
  const lastArtifact: unknown = Array.isArray(item["artifacts"]) ? item["artifacts"].at(-1) : undefined;
  return said ?? messageText(lastArtifact) ?? taskSentence(item);
}

/** A task that says nothing but its state. */
function taskSentence(item: { readonly [member: string]: unknown }): string | undefined {
  const id = item["taskId"] ?? item["id"];
  if (typeof id !== "string" || !isObject(item["status"])) return undefined;
  return `Task ${id} is ${taskStateName(String(item["status"]["state"]))}.`;
}

function namesOf(tools: readonly unknown[]): string | undefined {
  const names = tools.flatMap((tool) => (isObject(tool) && typeof tool["name"] === "string" ? [tool["name"]] : []));
  return names.length === 0 ? undefined : names.slice(0, maxNames).join(", ");
}

/** Names of tools that a preview lists. */
const maxNames = 20;
