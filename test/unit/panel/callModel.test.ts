import { describe, expect, it } from "vitest";
import type { CallOutcome, CallReply } from "../../../src/exchange/callEvent.ts";
import { CallModel } from "../../../src/panel/callModel.ts";
import type { CallHeader } from "../../../src/runner/record/transcript.ts";

const header: CallHeader = {
  id: "call-1",
  startedAt: "2026-10-21T12:00:00.000Z",
  name: "Order",
  transport: "chat",
  target: "https://smp1.sandbox.invalid/a#1",
  protocol: "a2a",
  core: "sandbox",
  timeoutMs: 30_000,
  waitMs: 10_000,
};
const ids = { taskId: "t-8", contextId: "c-7" };
const item = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });
const task = (state: string) => item({ task: { id: "t-8", contextId: "c-7", status: { state } } });
const piece = (more: object) =>
  item({ artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text: "x" }] }, ...more } });
const progress = (value: number) => ({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: "p", progress: value },
});
const asking = item({ resultType: "input_required", requestState: "s", inputRequests: {} });
const answer = item({ resultType: "complete", content: [{ type: "text", text: "12" }] });

function model(replies: readonly Partial<CallReply>[], more: Partial<CallHeader> = {}): CallModel {
  const made = new CallModel({ ...header, ...more }, { isRecord: false });
  replies.forEach((reply, index) => {
    made.add({
      event: "reply",
      sequence: index + 1,
      sender: "shop",
      senderId: "@4",
      at: header.startedAt,
      elapsedMs: index,
      text: JSON.stringify(reply.json),
      kind: "response",
      notes: [],
      ...reply,
    });
  });
  return made;
}

function end(made: CallModel, outcome: CallOutcome): void {
  made.add({ event: "end", outcome, at: header.startedAt, elapsedMs: 9, replies: 1, sent: "" });
}

const marksOf = (made: CallModel) => made.view.replies.map(({ marks }) => marks);

describe("CallModel", () => {
  it("marks the replies that do not fit into the stream, and keeps them", () => {
    const made = model([
      { json: task("TASK_STATE_WORKING"), kind: "task" },
      { json: piece({ append: true }), kind: "artifact" },
      { json: piece({ append: true, lastChunk: true }), kind: "artifact" },
      { json: piece({ append: true }), kind: "artifact" },
    ]);
    expect(marksOf(made)).toEqual([[], ["append-without-start"], [], ["after-last-chunk"]]);
    expect(made.view.task?.marks.map(({ sequence }) => sequence)).toEqual([2, 4]);
  });

  it("explains an error over A2C-SMCP by that protocol's codes", () => {
    const error = { jsonrpc: "2.0", id: 1, error: { code: 4001, message: "no" } };
    const made = model([{ json: error, kind: "error" }], { protocol: "mcp", transport: "smcp" });
    expect(made.view.replies[0]?.failure).toMatchObject({ code: "4001", name: "Tool not found" });
  });

  it("marks progress that does not grow", () => {
    const made = model(
      [1, 3, 3, 2, 4].map((value) => ({ json: progress(value), kind: "notification" as const })),
      { protocol: "mcp" },
    );
    expect(marksOf(made)).toEqual([[], [], ["progress-not-increasing"], ["progress-not-increasing"], []]);
    expect(made.view.progress).toEqual({ progress: 4, notIncreasing: [3, 4] });
  });

  it("tells an answer that asks for input from one that does not", () => {
    const [asked, answered, empty] = [asking, answer, item({})].map((json) => {
      const made = model([{ json }], { protocol: "mcp" });
      end(made, "answered");
      return made.view.state.kind;
    });
    expect([asked, answered, empty]).toEqual(["asks-for-input", "answered", "answered-empty"]);
  });

  it("tells what a task without words is", () => {
    const made = model([{ json: task("TASK_STATE_SUBMITTED"), kind: "task" }]);
    expect(made.view.replies[0]?.preview).toBe("Task t-8 is submitted.");
  });

  it("keeps the members of a broadcast apart: states, questions, progress and tasks", () => {
    const ada = { sender: "ada", senderId: "#7/1" };
    const bert = { sender: "bert", senderId: "#7/2" };
    const made = model(
      [
        { ...ada, json: progress(2), kind: "notification" },
        { ...bert, json: progress(1), kind: "notification" },
        { ...ada, json: asking },
        { ...bert, json: asking },
        { ...bert, json: answer },
      ],
      { protocol: "mcp", target: "#market" },
    );
    end(made, "answered");
    expect(made.view.members?.rows.map(({ member, state }) => [member, state])).toEqual([
      ["ada", "asks-for-input"],
      ["bert", "answered"],
    ]);
    expect(made.view.questions?.map(({ member, sequence }) => [member, sequence])).toEqual([
      ["ada", 3],
      ["bert", 4],
    ]);
    expect(made.view.progress).toEqual({ progress: 1, member: "bert", notIncreasing: [] });
    expect(made.view.state.kind).toBe("answered");
    const tasks = model([
      { ...ada, json: task("TASK_STATE_WORKING"), kind: "task" },
      { ...bert, json: item({ task: { id: "t-9", status: { state: "TASK_STATE_WORKING" } } }), kind: "task" },
    ]);
    expect(marksOf(tasks)).toEqual([[], []]);
    expect(tasks.view.task).toBeUndefined();
  });
});
