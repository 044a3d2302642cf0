import type {
  CallEnd,
  CallEvent,
  CallFailure,
  CallOutcome,
  CallReply,
  CallSent,
  ReplyKind,
  ReplyNote,
  TransportKind,
} from "../../exchange/callEvent.ts";
import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import type { LiveCall } from "../run/liveCall.ts";
import type { CallHeader, Transcript } from "./transcript.ts";

/** The end of a transcript file's name. */
export const transcriptExtension = ".transcript.json";

/** Larger files are not read: no call that this program keeps comes near it. */
export const maxTranscriptCharacters = 128_000_000;
const maxTranscriptEvents = 20_000;

export type TranscriptResult =
  | { readonly kind: "transcript"; readonly transcript: Transcript }
  | { readonly kind: "invalid"; readonly message: string };

/** The record of a call as it is now. Its secrets were removed as its events came. */
export function transcriptOf(call: LiveCall): Transcript {
  return {
    format: "simplex-agents-transcript",
    version: 1,
    header: call.header,
    events: call.events,
    cutEvents: call.cutEvents,
  };
}

/** The text of a transcript file, for people to read and compare. */
export function transcriptText(transcript: Transcript): string {
  return `${JSON.stringify(transcript, undefined, 2)}\n`;
}

/** Reads a transcript file. The text may come from anyone: whatever does not fit makes it invalid, with the place. */
export function parseTranscript(text: string): TranscriptResult {
  if (text.length > maxTranscriptCharacters) return invalid("it is too large");
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // The parser's message would quote the text.
    return invalid("it is not valid JSON");
  }
  if (!isObject(json) || json["format"] !== "simplex-agents-transcript")
    return invalid("`format` is not that of a transcript");
  if (json["version"] !== 1)
    return invalid(`its version is ${JSON.stringify(json["version"])}, and version 1 is read here`);
  const header = parseHeader(json["header"]);
  if (header === undefined) return invalid("`header` has a member that is missing or of another type");
  const { events, cutEvents } = json;
  if (!Array.isArray(events) || events.length > maxTranscriptEvents) return invalid("`events` is no list, or too long");
  if (!isCount(cutEvents)) return invalid("`cutEvents` is no count");
  const parsed: CallEvent[] = [];
  for (const [index, event] of events.entries()) {
    const known = parseEvent(event);
    if (known === undefined) return invalid(`\`events[${index}]\` has a member that is missing or of another type`);
    parsed.push(known);
  }
  return {
    kind: "transcript",
    transcript: { format: "simplex-agents-transcript", version: 1, header, events: parsed, cutEvents },
  };
}

function invalid(reason: string): TranscriptResult {
  return { kind: "invalid", message: `This is not a transcript that can be shown: ${reason}.` };
}

const transports: readonly TransportKind[] = ["chat", "rpc", "slimrpc", "smcp"];
const outcomes: readonly CallOutcome[] = [
  "answered",
  "protocol-error",
  "envelope-error",
  "core-error",
  "timeout",
  "cancelled",
  "connection-lost",
];
const replyKinds: readonly ReplyKind[] = [
  "response",
  "error",
  "notification",
  "task",
  "message",
  "status",
  "artifact",
  "envelope-error",
  "text",
];
const replyNotes: readonly ReplyNote[] = ["duplicate", "after-end", "edited", "wrong-id", "stream-without-task"];

function parseHeader(json: unknown): CallHeader | undefined {
  if (!isObject(json)) return undefined;
  const required = strings(json, ["id", "startedAt", "name", "target", "protocol", "core"]);
  const optional = optionalStrings(json, ["file", "targetTitle", "method", "version", "mention"]);
  const counts = optionalCounts(json, ["line", "sizeBytes", "limitBytes"]);
  const transport = oneOf(transports, json["transport"]);
  const { timeoutMs, waitMs } = json;
  if (!required || !optional || !counts || !transport || !isCount(timeoutMs) || !isCount(waitMs)) return undefined;
  return { ...required, ...optional, ...counts, transport, timeoutMs, waitMs };
}

function parseEvent(json: unknown): CallEvent | undefined {
  if (!isObject(json)) return undefined;
  if (json["event"] === "sent") return parseSent(json);
  if (json["event"] === "reply") return parseReplyEvent(json);
  return json["event"] === "end" ? parseEnd(json) : undefined;
}

function parseSent(json: JsonObject): CallSent | undefined {
  const required = strings(json, ["at", "target", "text", "core"]);
  const counts = optionalCounts(json, ["sizeBytes", "limitBytes"]);
  const transport = oneOf(transports, json["transport"]);
  return required && counts && transport && { event: "sent", ...required, ...counts, transport };
}

function parseReplyEvent(json: JsonObject): CallReply | undefined {
  const required = strings(json, ["sender", "senderId", "at", "text"]);
  const optional = optionalStrings(json, ["quote"]);
  const kind = oneOf(replyKinds, json["kind"]);
  const { sequence, elapsedMs } = json;
  const notes = Array.isArray(json["notes"]) ? json["notes"].map((note) => oneOf(replyNotes, note)) : [undefined];
  const known = notes.filter((note) => note !== undefined);
  if (!required || !optional || !kind || !isCount(sequence) || !isCount(elapsedMs)) return undefined;
  if (known.length !== notes.length) return undefined;
  const value = "json" in json ? { json: json["json"] } : {};
  return { event: "reply", ...required, ...optional, ...value, kind, sequence, elapsedMs, notes: known };
}

function parseEnd(json: JsonObject): CallEnd | undefined {
  const required = strings(json, ["at", "sent"]);
  const outcome = oneOf(outcomes, json["outcome"]);
  const { elapsedMs, replies } = json;
  if (!required || !outcome || !isCount(elapsedMs) || !isCount(replies)) return undefined;
  const end = { event: "end", ...required, outcome, elapsedMs, replies } as const;
  if (json["failure"] === undefined) return end;
  const failure = parseFailure(json["failure"]);
  return failure && { ...end, failure };
}

function parseFailure(json: unknown): CallFailure | undefined {
  if (!isObject(json)) return undefined;
  const required = strings(json, ["code", "message"]);
  const optional = optionalStrings(json, ["likelyCause", "nextStep"]);
  const counts = optionalCounts(json, ["retryAfterSeconds"]);
  return required && optional && counts && { ...required, ...optional, ...counts };
}

/** The members of those names if all are strings. */
function strings<const Name extends string>(
  json: JsonObject,
  names: readonly Name[],
): Record<Name, string> | undefined {
  const found = optionalStrings(json, names);
  return found && names.every((name) => name in found) ? (found as Record<Name, string>) : undefined;
}

/** The members of those names that are there, if all of these are strings. */
function optionalStrings<const Name extends string>(
  json: JsonObject,
  names: readonly Name[],
): Partial<Record<Name, string>> | undefined {
  return present(json, names, (value) => typeof value === "string");
}

function optionalCounts<const Name extends string>(
  json: JsonObject,
  names: readonly Name[],
): Partial<Record<Name, number>> | undefined {
  return present(json, names, isCount);
}

function present<const Name extends string, Value>(
  json: JsonObject,
  names: readonly Name[],
  isValue: (value: unknown) => value is Value,
): Partial<Record<Name, Value>> | undefined {
  const found: Partial<Record<Name, Value>> = {};
  for (const name of names) {
    const value = json[name];
    if (value === undefined) continue;
    if (!isValue(value)) return undefined;
    found[name] = value;
  }
  return found;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value);
}
