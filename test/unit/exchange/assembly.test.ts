import { describe, expect, it } from "vitest";
import { createProgressReader } from "../../../src/exchange/assembledProgress.ts";
import { assembleTask, maxArtifactCharacters } from "../../../src/exchange/assembledTask.ts";
import type { CallReply, ReplyNote } from "../../../src/exchange/callEvent.ts";

function replies(items: readonly unknown[], notes: Readonly<Record<number, ReplyNote>> = {}): CallReply[] {
  return items.map((json, index) => ({
    event: "reply",
    sequence: index + 1,
    sender: "shop",
    senderId: "@4",
    at: "2026-10-21T12:00:00.000Z",
    elapsedMs: index * 10,
    text: JSON.stringify(json),
    kind: "task",
    json,
    notes: notes[index] ? [notes[index]] : [],
  }));
}

const ids = { taskId: "t-1", contextId: "c-1" };
const item = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });
const task = (state: string, more = {}) => item({ task: { id: "t-1", contextId: "c-1", status: { state }, ...more } });
const status = (state: string) => item({ statusUpdate: { ...ids, status: { state } } });
const chunk = (text: string, more = {}) =>
  item({ artifactUpdate: { ...ids, artifact: { artifactId: "a-1", parts: [{ text }] }, ...more } });

describe("assembleTask", () => {
  it("follows the states and joins the pieces of an artifact", () => {
    const assembled = assembleTask(
      replies([
        task("TASK_STATE_SUBMITTED"),
        status("TASK_STATE_WORKING"),
        status("TASK_STATE_WORKING"),
        chunk("EUR "),
        chunk("480", { append: true, lastChunk: true }),
        status("TASK_STATE_COMPLETED"),
      ]),
    );
    expect(assembled.taskId).toBe("t-1");
    expect(assembled.transitions.map(({ state, sequence }) => `${sequence} ${state}`)).toEqual([
      "1 TASK_STATE_SUBMITTED",
      "2 TASK_STATE_WORKING",
      "6 TASK_STATE_COMPLETED",
    ]);
    expect(assembled.artifacts).toMatchObject([
      { artifactId: "a-1", parts: [{ text: "EUR " }, { text: "480" }], chunks: 2, isComplete: true },
    ]);
    expect(assembled.oddities).toEqual([]);
  });

  it("takes the artifacts of the last task for whole", () => {
    const artifacts = [{ artifactId: "a-8", name: "order", parts: [{ text: "confirmed" }] }];
    const assembled = assembleTask(
      replies([status("TASK_STATE_WORKING"), task("TASK_STATE_COMPLETED", { artifacts })]),
    );
    expect(assembled.artifacts).toMatchObject([
      { artifactId: "a-8", name: "order", parts: [{ text: "confirmed" }], chunks: 1, isComplete: true },
    ]);
  });

  it("names what does not fit", () => {
    const assembled = assembleTask(
      replies(
        [
          chunk("late", { append: true, lastChunk: true }),
          chunk("more", { append: true }),
          chunk("more", { append: true }),
          item({ statusUpdate: { taskId: "t-2", status: { state: "TASK_STATE_WORKING" } } }),
          "text",
          item({ artifactUpdate: null }),
        ],
        { 2: "duplicate" },
      ),
    );
    expect(assembled.oddities.map(({ kind, sequence }) => `${sequence} ${kind}`)).toEqual([
      "1 no-task",
      "1 append-without-start",
      "2 after-last-chunk",
      "3 duplicate",
      "4 other-task",
    ]);
    expect(assembled.artifacts[0]?.parts).toEqual([{ text: "late" }, { text: "more" }]);
  });

  it("keeps an artifact's pieces up to its bound and counts the rest", () => {
    const piece = (text: string, append: boolean) => ({
      artifactUpdate: { taskId: "t-1", contextId: "c-1", artifact: { artifactId: "a-1", parts: [{ text }] }, append },
    });
    const large = "x".repeat(maxArtifactCharacters);
    const assembled = assembleTask(
      replies([piece("start", false), piece("second", true), piece(large, true)].map(item)),
    );
    expect(assembled.artifacts[0]).toMatchObject({
      parts: [{ text: "start" }, { text: "second" }],
      chunks: 3,
      cutParts: 1,
      firstSequence: 1,
      lastSequence: 3,
    });
  });

  it("takes the result of GetTask for the task", () => {
    const result = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } };
    const assembled = assembleTask(replies([item(result)]));
    expect(assembled).toMatchObject({
      taskId: "t-1",
      contextId: "c-1",
      transitions: [{ state: "TASK_STATE_WORKING" }],
    });
  });
});

describe("createProgressReader", () => {
  const step = (progress: number, progressToken = "p") => ({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken, progress, total: 3, message: `step ${progress}` },
  });

  it("reads the steps and tells which did not grow", () => {
    const reader = createProgressReader();
    const steps = replies([step(1), step(2), { method: "other" }, step(2), step(1), step(3)]).map(reader.read);
    expect(steps[0]).toEqual({ progress: 1, total: 3, message: "step 1", isIncreasing: true });
    expect(steps.map((one) => one?.isIncreasing)).toEqual([true, true, undefined, false, false, true]);
  });

  it("lets each member of a broadcast and each token grow by itself", () => {
    const reader = createProgressReader();
    const [one, other, token] = replies([step(2), step(1), step(1, "q")]);
    expect(one && reader.read(one)?.isIncreasing).toBe(true);
    expect(other && reader.read({ ...other, senderId: "#7/2" })?.isIncreasing).toBe(true);
    expect(token && reader.read(token)?.isIncreasing).toBe(true);
  });
});
