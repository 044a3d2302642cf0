import { isObject } from "../protocol/json/jsonObject.ts";
import { maxQueryCharacters, type PageMessage, type RequestName } from "./messages.ts";

type ParameterCheck = (value: unknown) => boolean;

const isText: ParameterCheck = (value) => typeof value === "string" && value.length <= maxParameterCharacters;
const isQuery: ParameterCheck = (value) => typeof value === "string" && value.length <= maxQueryCharacters;
const isOptionalText: ParameterCheck = (value) => value === undefined || isText(value);
const isNumber: ParameterCheck = (value) => Number.isSafeInteger(value);

/** What the page sends is small: the longest is a copied value. */
const maxParameterCharacters = 4_000_000;

const reply = { reply: isNumber };
const task = { taskId: isText };

const parameters: { readonly [Name in RequestName]: Readonly<Record<string, ParameterCheck>> } = {
  "read-reply": reply,
  "read-request": {},
  search: { query: isQuery },
  "copy-text": { text: isText },
  "copy-reply": reply,
  "save-reply": reply,
  "open-reply": reply,
  "open-request": {},
  "reveal-request": {},
  "cancel-call": {},
  resend: {},
  "subscribe-task": task,
  "get-task": task,
  "cancel-task": task,
  "continue-context": { contextId: isText, taskId: isOptionalText },
  "answer-input": { reply: isNumber, answer: isText },
  "add-expectation": { ...reply, path: isText, valueText: isText },
  "add-capture": { ...reply, path: isText },
  "call-tool": {},
  "compare-previous": {},
  "compare-reply": reply,
};

/** Reads a message of the page. Undefined for anything that is none: the page's document is not trusted with more. */
export function parsePageMessage(value: unknown): PageMessage | undefined {
  if (!isObject(value)) return undefined;
  if (value["kind"] === "ready") return { kind: "ready" };
  if (value["kind"] === "snapshot-wanted" && typeof value["lastSequence"] === "number") {
    return { kind: "snapshot-wanted", lastSequence: value["lastSequence"] };
  }
  const { name, params } = value;
  const isRequest = value["kind"] === "request" && Number.isSafeInteger(value["id"]) && typeof name === "string";
  if (!isRequest || !isRequestName(name) || !isObject(params)) return undefined;
  const checks = Object.entries(parameters[name]);
  if (!checks.every(([parameter, isValid]) => isValid(params[parameter]))) return undefined;
  return value as unknown as PageMessage;
}

function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(parameters, name);
}
