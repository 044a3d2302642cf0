import { describe, expect, it } from "vitest";
import { continuedTask } from "../../../src/bots/continuedTask.ts";
import type { JsonObject } from "../../../src/protocol/json/jsonObject.ts";

const task = (state: string) => ({ result: { task: { id: "t", contextId: "c", status: { state } } } });
const status = (state: string) => ({ result: { statusUpdate: { taskId: "t", status: { state } } } });
const artifact = { result: { artifactUpdate: { taskId: "t", artifact: { artifactId: "a" } } } };
const answer = { result: { message: { messageId: "m" } } };
const asked = task("TASK_STATE_INPUT_REQUIRED");

async function toldOf(items: readonly JsonObject[], method = "SendStreamingMessage", taskId = "t") {
  const request = { id: 1, method, params: { message: { taskId } }, message: {} };
  async function* stream() {
    yield* items;
  }
  const told: JsonObject[] = [];
  for await (const item of continuedTask(request, stream())) told.push(item);
  return told;
}

describe("the stream of the next message of a task", () => {
  it.each([
    [
      "begins with the task as the next status shows it",
      [asked, status("TASK_STATE_WORKING"), artifact, status("TASK_STATE_COMPLETED")],
      [task("TASK_STATE_WORKING"), artifact, status("TASK_STATE_COMPLETED")],
    ],
    [
      "ends with the task when the next status ends it",
      [asked, status("TASK_STATE_COMPLETED")],
      [task("TASK_STATE_COMPLETED")],
    ],
    ["is at work when an artifact comes", [asked, artifact], [task("TASK_STATE_WORKING"), artifact]],
    ["is a message alone when the agent answers with one", [asked, answer], [answer]],
    [
      "is the task of the next item when that is one",
      [asked, task("TASK_STATE_WORKING")],
      [task("TASK_STATE_WORKING")],
    ],
    ["is the task as it was when nothing follows", [asked], [asked]],
    [
      "stays as it is when the task was at work",
      [task("TASK_STATE_WORKING"), artifact],
      [task("TASK_STATE_WORKING"), artifact],
    ],
  ])("%s", async (_name, items, expected) => {
    expect(await toldOf(items)).toEqual(expected);
  });

  it("is no business of other requests", async () => {
    const items = [asked, status("TASK_STATE_COMPLETED")];
    expect(await toldOf(items, "SubscribeToTask")).toEqual(items);
    expect(await toldOf(items, "SendStreamingMessage", "")).toEqual(items);
  });
});
