import type { CallReply } from "../exchange/callEvent.ts";
import { protocolFailure } from "../exchange/callFailure.ts";
import type { JsonRpcReply } from "../exchange/jsonRpcReply.ts";
import { readServiceResponse } from "../exchange/serviceAnswer.ts";
import { isObject } from "../protocol/json/jsonObject.ts";
import type { CallHeader } from "../runner/record/transcript.ts";
import type { FailureView, ReplyMark, ReplySummary } from "./callView.ts";
import { errorCodesOf, failureView } from "./failureView.ts";
import { protocolMessageOf, spokenText } from "./replyContent.ts";
import { taskStateName } from "./taskState.ts";

/** Characters of a reply that its row shows while it is closed, and of the quoted command. */
const maxPreviewCharacters = 240;

/** Longest label, such as the name of an artifact. */
const maxLabelCharacters = 60;

/**
 * What the list shows of a reply, before the rules have been applied to it. Its size does not depend on the reply's.
 * `marks` tell how it does not fit to the replies before it.
 */
export function summarize(header: CallHeader, reply: CallReply, marks: readonly ReplyMark[]): ReplySummary {
  const message = protocolMessageOf(reply);
  const label = labelOf(message, reply);
  const failure = failureOf(header, reply, message);
  return {
    sequence: reply.sequence,
    sender: reply.sender,
    senderId: reply.senderId,
    atMs: Date.parse(reply.at),
    elapsedMs: reply.elapsedMs,
    kind: reply.kind,
    ...(label !== undefined && { label: label.slice(0, maxLabelCharacters) }),
    notes: reply.notes,
    marks,
    ...(reply.quote !== undefined && { quote: reply.quote.slice(0, maxPreviewCharacters) }),
    preview: onOneLine((spokenText(message) ?? reply.text).slice(0, maxPreviewCharacters)),
    length: reply.text.length,
    problems: { errors: 0, warnings: 0 },
    ...(failure && { failure }),
  };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function labelOf(message: JsonRpcReply, reply: CallReply): string | undefined {
  switch (message.kind) {
    case "notification":
      return message.method;
    case "error":
      return String(message.error.code);
    case "result":
      return resultLabel(message.result);
    case "json":
    case "text": {
      const error = isObject(reply.json) ? reply.json["error"] : undefined;
      return isObject(error) && typeof error["code"] === "string" ? error["code"] : undefined;
    }
  }
}

function resultLabel(result: unknown): string | undefined {
  if (!isObject(result)) return undefined;
  const { task, statusUpdate, artifactUpdate } = result;
  const withStatus = isObject(task) ? task : isObject(statusUpdate) ? statusUpdate : result;
  const status = withStatus["status"];
  if (isObject(status) && status["state"] !== undefined) return taskStateName(String(status["state"]));
  if (isObject(artifactUpdate) && isObject(artifactUpdate["artifact"])) {
    const { name, artifactId } = artifactUpdate["artifact"];
    return String(name ?? artifactId ?? "");
  }
  if (result["resultType"] === "input_required") return "input required";
  return result["isError"] === true ? "tool error" : undefined;
}

function failureOf(header: CallHeader, reply: CallReply, message: JsonRpcReply): FailureView | undefined {
  const codes = errorCodesOf(header);
  if (message.kind === "error") return failureView(codes, protocolFailure(codes, message.error));
  if (reply.kind !== "envelope-error") return undefined;
  const { failure } = readServiceResponse(header.protocol, "{}", reply.json);
  return failure && failureView(header.protocol, failure, Date.parse(reply.at));
}
