import { isObject } from "../protocol/json/jsonObject.ts";
import type { AnsweredRequest } from "./answeredRequest.ts";
import { readMcpReply } from "./mcpAnswer.ts";
import type { ReplyReading } from "./replyReading.ts";

/**
 * The answer of a protocol without a binding here. A JSON-RPC message is read as in MCP; of anything else, the first JSON
 * object is taken for the answer, since nothing says what ends it.
 */
export function readGenericReply(request: AnsweredRequest, text: string): ReplyReading {
  const reading = readMcpReply(request, text);
  return reading.kind === "text" && isObject(reading.json) ? { ...reading, kind: "response", isFinal: true } : reading;
}
