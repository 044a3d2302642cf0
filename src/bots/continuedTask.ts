import { asObject } from "../core/records/jsonShape.ts";
import { endsStream } from "../protocol/a2a/taskState.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";
import type { JsonRpcRequest } from "./jsonRpcRequest.ts";

/**
 * The items of a stream, as callers in a conversation can read them. An agent that is sent the next message of an
 * interrupted task first repeats the task as it was, and the reply with an interrupted state would end the stream
 * (agent-protocols#streaming). That task waits for the item after it and is told as it is then.
 */
export async function* continuedTask(
  request: JsonRpcRequest,
  items: AsyncIterable<JsonObject>,
): AsyncGenerator<JsonObject> {
  let stale: JsonObject | undefined;
  let isFirst = continuesTask(request);
  for await (const item of items) {
    if (isFirst && isInterruptedTask(item)) stale = item;
    else {
      yield* stale ? resumed(stale, item) : [item];
      stale = undefined;
    }
    isFirst = false;
  }
  if (stale) yield stale;
}

function continuesTask({ method, params }: JsonRpcRequest): boolean {
  return method === "SendStreamingMessage" && (asObject(params["message"])?.["taskId"] ?? "") !== "";
}

function isInterruptedTask(item: JsonObject): boolean {
  return endsStream(asObject(taskOf(item)?.["status"])?.["state"]);
}

/** The task as the next item shows it, and that item unless the task says it all. */
function resumed(stale: JsonObject, next: JsonObject): readonly JsonObject[] {
  const result = asObject(next["result"]);
  if (asObject(result?.["artifactUpdate"])) return [withStatus(stale, { state: "TASK_STATE_WORKING" }), next];
  const status = asObject(asObject(result?.["statusUpdate"])?.["status"]);
  return status ? [withStatus(stale, status)] : [next];
}

function withStatus(item: JsonObject, status: JsonObject): JsonObject {
  return { ...item, result: { ...asObject(item["result"]), task: { ...taskOf(item), status } } };
}

function taskOf(item: JsonObject): JsonObject | undefined {
  return asObject(asObject(item["result"])?.["task"]);
}
