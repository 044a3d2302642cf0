import type { JsonNode } from "../json/jsonNode.ts";
import { type Problem, type TextRange, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { encodedStringBytes } from "./encodedSize.ts";
import { largestPart } from "./largestPart.ts";
import { commandSize, compressionLimitBytes, messageLimitBytes } from "./messageSize.ts";
import { sizeRules } from "./rules.ts";
import { serviceHardLimitBytes, serviceSoftLimitBytes } from "./serviceSize.ts";

const report = reporter(sizeRules);

/** The shortest answer a bot can give: the binding's error that replaces one that is too large. */
const shortestReply = '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":""}}';

/** Encoded bytes a reply needs at least. */
export const shortestReplyBytes = encodedStringBytes(shortestReply);

/** Checks the size of a command as it is sent. `root` is its request, where the largest member is marked. */
export function checkCommandSize(
  command: string,
  chat: "direct" | "group",
  mention: string | undefined,
  root: JsonNode,
): Problem[] {
  const { bytes, replyRoomBytes, mayNotCompress } = commandSize(command, chat, mention);
  if (bytes > messageLimitBytes) {
    const values = { bytes, limit: messageLimitBytes, over: inBytes(bytes - messageLimitBytes) };
    return [report("size/message-too-large", placeToShorten(root), values)];
  }
  const problems: Problem[] = [];
  if (replyRoomBytes < shortestReplyBytes) {
    const values = { bytes, limit: messageLimitBytes, over: inBytes(shortestReplyBytes - replyRoomBytes) };
    problems.push(report("size/no-room-for-reply", placeToShorten(root), values));
  }
  if (mayNotCompress) {
    problems.push(report("size/may-not-compress", placeToShorten(root), { bytes, limit: compressionLimitBytes }));
  }
  return problems;
}

/** Checks the size of an envelope that takes `bytes` as it is sent. */
export function checkServiceSize(bytes: number, what: "request" | "response", root: JsonNode): Problem[] {
  if (bytes <= serviceSoftLimitBytes) return [];
  const code = bytes > serviceHardLimitBytes ? "size/service-too-large" : "size/service-large";
  const over = inBytes(bytes - serviceSoftLimitBytes);
  const values = { what, bytes, over, soft: serviceSoftLimitBytes, limit: serviceHardLimitBytes };
  return [report(code, placeToShorten(root), values)];
}

function inBytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}

function placeToShorten(root: JsonNode): TextRange {
  return largestPart(root)?.label ?? textRange(root.range.offset, Math.min(1, root.range.length));
}
