import { createAnswerReader } from "../../exchange/answerReader.ts";
import type { CallEnd, CallEvent, CallReply } from "../../exchange/callEvent.ts";
import { createReplyEvents } from "../../exchange/replyEvents.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import type { Ending } from "../sendFailure.ts";
import type { PreparedRequest } from "../transport.ts";
import type { A2aMethodCodec } from "./a2aCodec.ts";
import { answeredError, endingOfProcess } from "./slimFailure.ts";
import type { SlimChildCall } from "./slimMessages.ts";
import type { SlimProcessEvent } from "./slimProcess.ts";

/** A call that is ready to be performed. */
export interface ReadyCall {
  readonly child: SlimChildCall;
  readonly codec: A2aMethodCodec;
  /** The request's `id`. */
  readonly id: unknown;
}

/** The events of a call by what its child process tells after it has sent the request. */
export type SlimReplies = (event: SlimProcessEvent, atMs: number) => readonly CallEvent[];

/**
 * Gives each message that comes as a reply. Messages are binary: their canonical JSON, as the JSON-RPC response it would be,
 * is what can be read, shown and expected.
 */
export function createSlimReplies(request: PreparedRequest, ready: ReadyCall, sentAtMs: number): SlimReplies {
  const { child, codec, id } = ready;
  const reader = createAnswerReader("a2a", request.requestJson);
  const events = createReplyEvents(request.text, sentAtMs);
  const sender = { sender: child.remoteName.join("/"), senderId: request.target };
  let undecodable: string | undefined;
  /** A stream has come to its end by its last item, not by being closed (slimrpc#7.2). */
  let isFinished = false;
  let taskId: string | undefined;

  return (event, atMs) => {
    switch (event.kind) {
      case "calling":
        return [];
      case "item":
        return [item(event.bytes, atMs)];
      case "end":
        if (undecodable !== undefined) return [end(undecodableEnding(undecodable), atMs)];
        return [end(child.isStreaming && !isFinished ? closedEarly(taskId) : undefined, atMs)];
      case "failed": {
        const answered = answeredError(event);
        if (answered === undefined) break;
        const { error, failure } = answered;
        const last = reply(JSON.stringify({ jsonrpc: "2.0", id, error }), atMs);
        return [last, end({ outcome: "protocol-error", failure }, atMs)];
      }
    }
    return [end(withResubscription(endingOfProcess(event, child.endpoint, request.timeoutMs), taskId), atMs)];
  };

  function item(bytes: Uint8Array, atMs: number): CallReply {
    const decoded = codec.decode(bytes);
    if (decoded.ok) return reply(JSON.stringify({ jsonrpc: "2.0", id, result: decoded.json }), atMs);
    undecodable = decoded.message;
    return reply(`${bytes.length.toLocaleString("en")} bytes that cannot be read: ${decoded.message}`, atMs);
  }

  function reply(text: string, atMs: number): CallReply {
    const { kind, notes, json, isFinal } = reader.read(text);
    isFinished ||= isFinal;
    taskId ??= taskIdIn(json);
    return events.reply({ ...sender, text, kind, ...(json !== undefined && { json }), notes }, atMs);
  }

  function end(ending: Ending | undefined, atMs: number): CallEnd {
    return events.end(ending ?? { outcome: "answered" }, atMs);
  }
}

/** The task that an item of a stream is of. */
function taskIdIn(json: unknown): string | undefined {
  const result = isObject(json) ? json["result"] : undefined;
  if (!isObject(result)) return undefined;
  for (const [member, id] of taskIds) {
    const item = result[member];
    if (isObject(item) && typeof item[id] === "string") return item[id];
  }
  return undefined;
}

const taskIds = [
  ["task", "id"],
  ["statusUpdate", "taskId"],
  ["artifactUpdate", "taskId"],
] as const;

function closedEarly(taskId: string | undefined): Ending {
  return withResubscription(
    {
      outcome: "protocol-error",
      failure: {
        code: "slim-stream-closed",
        message: "The agent closed the stream before its task had come to an end or asked for something.",
        likelyCause: "The agent was stopped, or it closes streams without the last status that the binding asks for.",
        nextStep: "Read the task with `GetTask`.",
      },
    },
    taskId,
  );
}

/** A task goes on when its stream is lost, and can be followed again (slimrpc#7.4). */
function withResubscription({ outcome, failure }: Ending, taskId: string | undefined): Ending {
  if (taskId === undefined) return { outcome, failure };
  const nextStep = `The task goes on at the agent: follow it with \`SubscribeToTask\` and the id ${JSON.stringify(taskId.slice(0, 100))}, or stop it with \`CancelTask\`.`;
  return { outcome, failure: { ...failure, nextStep } };
}

function undecodableEnding(reason: string): Ending {
  return {
    outcome: "protocol-error",
    failure: {
      code: "slim-decoding",
      message: `The answer is not the protobuf message that A2A 1.0 gives this method: ${reason}`,
      likelyCause: "The agent serves another version of A2A.",
      nextStep: "Compare the version in the agent's card.",
    },
  };
}
