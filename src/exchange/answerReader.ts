import { createA2aReader } from "./a2aAnswer.ts";
import { answeredRequest } from "./answeredRequest.ts";
import { readGenericReply } from "./genericAnswer.ts";
import { readMcpReply } from "./mcpAnswer.ts";
import type { AnswerReader } from "./replyReading.ts";

/** A reader by the binding of `protocol`; a protocol without one is read as JSON-RPC as far as it is that. */
export function createAnswerReader(protocol: string, requestJson: string): AnswerReader {
  const request = answeredRequest(requestJson);
  if (protocol === "mcp") return { read: (text) => readMcpReply(request, text) };
  if (protocol === "a2a") return createA2aReader(request);
  return { read: (text) => readGenericReply(request, text) };
}
