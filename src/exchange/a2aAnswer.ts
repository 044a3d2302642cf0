import { a2aMethods } from "../protocol/a2a/a2aMethods.ts";
import { endsStream } from "../protocol/a2a/taskState.ts";
import { isObject } from "../protocol/json/jsonObject.ts";
import { type AnsweredRequest, answersRequest } from "./answeredRequest.ts";
import type { ReplyKind, ReplyNote } from "./callEvent.ts";
import { parseReply } from "./jsonRpcReply.ts";
import type { AnswerReader, ReplyReading } from "./replyReading.ts";

const streamingMethods: ReadonlySet<string | undefined> = new Set(
  a2aMethods.filter((method) => method.kind === "streaming").map((method) => method.name),
);

const streamItems = [
  ["task", "task"],
  ["message", "message"],
  ["statusUpdate", "status"],
  ["artifactUpdate", "artifact"],
] as const;

/**
 * An A2A answer: one response, or the items of a stream up to a terminal or interrupted state. A stream of one message
 * ends with it; one whose first item is an update is noted, since A2A wants a task first (a2a#3.1.2).
 */
export function createA2aReader(request: AnsweredRequest): AnswerReader {
  const isStream = streamingMethods.has(request.method);
  let hasItems = false;
  return {
    read(text) {
      const reading = readReply(request, isStream, text);
      const isUpdate = reading.kind === "status" || reading.kind === "artifact";
      if (!isUpdate && reading.kind !== "task" && reading.kind !== "message") return reading;
      const isFirst = !hasItems;
      hasItems = true;
      if (isFirst && isUpdate) return { ...reading, notes: [...reading.notes, "stream-without-task"] };
      return reading;
    },
  };
}

function readReply(request: AnsweredRequest, isStream: boolean, text: string): ReplyReading {
  const { message, json } = parseReply(text);
  switch (message.kind) {
    case "text":
      return { kind: "text", isFinal: false, notes: [] };
    case "json":
      return { kind: "text", isFinal: false, notes: [], json };
    case "notification":
      return { kind: "notification", isFinal: false, notes: [], json };
    case "error": {
      const isAnswer = answersRequest(request, message.id, true);
      return {
        kind: "error",
        isFinal: isAnswer,
        notes: wrongIdNote(isAnswer),
        json,
        ...(isAnswer && { error: message.error }),
      };
    }
    case "result": {
      const isAnswer = answersRequest(request, message.id, false);
      const item = isStream ? streamItemOf(message.result) : { kind: "response" as const, isFinal: true };
      return { kind: item.kind, isFinal: isAnswer && item.isFinal, notes: wrongIdNote(isAnswer), json };
    }
  }
}

function wrongIdNote(isAnswer: boolean): readonly ReplyNote[] {
  return isAnswer ? [] : ["wrong-id"];
}

function streamItemOf(result: unknown): { readonly kind: ReplyKind; readonly isFinal: boolean } {
  if (!isObject(result)) return { kind: "response", isFinal: false };
  for (const [member, kind] of streamItems) {
    const item = result[member];
    if (!isObject(item)) continue;
    if (kind === "message") return { kind, isFinal: true };
    if (kind === "artifact") return { kind, isFinal: false };
    const status = item["status"];
    return { kind, isFinal: isObject(status) && endsStream(status["state"]) };
  }
  // A response to a streaming method that is no stream item: kept, and it does not end the stream.
  return { kind: "response", isFinal: false };
}
