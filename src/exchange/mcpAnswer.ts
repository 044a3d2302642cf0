import { type AnsweredRequest, answersRequest } from "./answeredRequest.ts";
import { parseReply } from "./jsonRpcReply.ts";
import type { ReplyReading } from "./replyReading.ts";

/** An MCP answer: notifications for the request, then the response that ends it (agent-protocols#messages). */
export function readMcpReply(request: AnsweredRequest, text: string): ReplyReading {
  const { message, json } = parseReply(text);
  switch (message.kind) {
    case "notification":
      return { kind: "notification", isFinal: false, notes: [], json };
    case "result": {
      const isAnswer = answersRequest(request, message.id, false);
      return { kind: "response", isFinal: isAnswer, notes: isAnswer ? [] : ["wrong-id"], json };
    }
    case "error": {
      const isAnswer = answersRequest(request, message.id, true);
      const notes = isAnswer ? ([] as const) : (["wrong-id"] as const);
      return { kind: "error", isFinal: isAnswer, notes, json, ...(isAnswer && { error: message.error }) };
    }
    case "json":
      return { kind: "text", isFinal: false, notes: [], json };
    case "text":
      return { kind: "text", isFinal: false, notes: [] };
  }
}
