import { describe, expect, it } from "vitest";
import { createAnswerReader } from "../../../src/exchange/answerReader.ts";

const streaming = '{"jsonrpc":"2.0","id":2,"method":"SendStreamingMessage"}';
const unary = '{"jsonrpc":"2.0","id":2,"method":"SendMessage"}';
const result = (value: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 2, result: value });
const status = (state: unknown) => result({ statusUpdate: { taskId: "t", contextId: "c", status: { state } } });
const task = (state: unknown) => result({ task: { id: "t", status: { state } } });

describe("an A2A stream", () => {
  it.each([
    ["TASK_STATE_SUBMITTED", false],
    ["TASK_STATE_WORKING", false],
    ["TASK_STATE_UNSPECIFIED", false],
    ["TASK_STATE_COMPLETED", true],
    ["TASK_STATE_FAILED", true],
    ["TASK_STATE_CANCELED", true],
    ["TASK_STATE_REJECTED", true],
    ["TASK_STATE_INPUT_REQUIRED", true],
    ["TASK_STATE_AUTH_REQUIRED", true],
    [2, false],
    [3, true],
    [6, true],
  ])("at state %s ends: %s, as an update and as a task", (state, isFinal) => {
    const reader = createAnswerReader("a2a", streaming);
    expect(reader.read(task(state))).toMatchObject({ kind: "task", isFinal, notes: [] });
    expect(reader.read(status(state))).toMatchObject({ kind: "status", isFinal, notes: [] });
  });

  it("notes a first item that is not a task, once", () => {
    const reader = createAnswerReader("a2a", streaming);
    expect(reader.read(status("TASK_STATE_WORKING")).notes).toEqual(["stream-without-task"]);
    expect(reader.read(status("TASK_STATE_WORKING")).notes).toEqual([]);
  });

  it("ends with a lone message", () => {
    const reading = createAnswerReader("a2a", streaming).read(result({ message: { messageId: "m" } }));
    expect(reading).toMatchObject({ kind: "message", isFinal: true, notes: [] });
  });

  it("goes on after an artifact and after a result that is no stream item", () => {
    const reader = createAnswerReader("a2a", streaming);
    reader.read(task("TASK_STATE_WORKING"));
    expect(reader.read(result({ artifactUpdate: {} }))).toMatchObject({ kind: "artifact", isFinal: false });
    expect(reader.read(result({}))).toMatchObject({ kind: "response", isFinal: false });
    expect(reader.read(result(null))).toMatchObject({ kind: "response", isFinal: false });
  });

  it("ends with an error of the protocol", () => {
    const text = '{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"no task"}}';
    const reading = createAnswerReader("a2a", streaming).read(text);
    expect(reading).toMatchObject({ kind: "error", isFinal: true, error: { code: -32001 } });
  });
});

describe("other answers", () => {
  it.each([
    ["a2a", unary, task("TASK_STATE_WORKING"), "response", true],
    ["a2a", unary, result({}), "response", true],
    ["mcp", unary, result({}), "response", true],
    ["mcp", unary, `\uFEFF${result({})}`, "response", true],
    ["mcp", unary, '{"jsonrpc":"2.0","id":"2","result":{}}', "response", false],
    ["mcp", unary, '{"jsonrpc":"2.0","id":2}', "text", false],
    ["mcp", unary, '{"id":2,"result":{}}', "text", false],
    ["mcp", unary, "[1]", "text", false],
    ["mcp", unary, "Hello!", "text", false],
    ["mcp", unary, "[".repeat(100_000), "text", false],
    ["acp", unary, '{"jsonrpc":"2.0","id":2,"result":{}}', "response", true],
    ["acp", "{}", '{"anything":1}', "response", true],
    ["acp", "{}", "Hello!", "text", false],
  ])("%s to %s: %s is %s, final: %s", (protocol, request, text, kind, isFinal) => {
    expect(createAnswerReader(protocol, request).read(text)).toMatchObject({ kind, isFinal });
  });
});
