import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SlimChildCall } from "../../../../src/transport/slimrpc/slimMessages.ts";
import { runSlimProcess } from "../../../../src/transport/slimrpc/slimProcess.ts";
import type { PreparedRequest } from "../../../../src/transport/transport.ts";
import { type SlimCallOptions, slimEvents, slimRequest, slimSecret, slimSummary } from "./slimCalls.ts";
import { buildSlimChild } from "./slimChildBuild.ts";

let folder = "";
let childPath = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "slim-"));
  childPath = await buildSlimChild(folder);
  const installed = join(folder, "node_modules", "@agntcy", "slim-bindings");
  mkdirSync(installed, { recursive: true });
  cpSync(join(import.meta.dirname, "../../../fixtures/standIn/slimBindings"), installed, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const eventsOf = (request: PreparedRequest, options: Partial<SlimCallOptions> = {}) =>
  slimEvents(request, { packageFolder: folder, childPath, ...options });

const message = { message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } };

describe("a call over SLIMRPC", () => {
  it("gives the response as the JSON-RPC response it would be", async () => {
    const events = await eventsOf(slimRequest("SendMessage", message));
    expect(slimSummary(events)).toBe("sent 13,response,answered");
    expect(events[1]).toMatchObject({
      sender: "acme/demo/echo",
      json: { jsonrpc: "2.0", id: 1, result: { message: { messageId: "r-1", parts: [{ text: "Hello" }] } } },
    });
  });

  it("gives the items of a stream as they come", async () => {
    const events = await eventsOf(slimRequest("SendStreamingMessage", message));
    expect(slimSummary(events)).toBe("sent 13,task,status,answered");
  });

  it.each([
    ["closed", "sent 8,task,protocol-error slim-stream-closed"],
    ["broken", "sent 8,task,error,protocol-error -32603"],
  ])("says of a stream that is %s before its end how to follow the task", async (id, expected) => {
    const events = await eventsOf(slimRequest("SubscribeToTask", { id }));
    expect(slimSummary(events)).toBe(expected);
    if (id === "closed")
      expect(events.at(-1)).toMatchObject({
        failure: { nextStep: expect.stringContaining('SubscribeToTask` and the id "t-1"') },
      });
  });

  it("says how to follow the task of a stream that is cancelled", async () => {
    const cancellation = new AbortController();
    const events = await eventsOf(slimRequest("SubscribeToTask", { id: "endless" }), {
      signal: cancellation.signal,
      onEvent: (event) => event.event === "reply" && cancellation.abort(),
    });
    expect(events.at(-1)).toMatchObject({
      outcome: "cancelled",
      failure: { nextStep: expect.stringContaining("CancelTask") },
    });
  });

  it("keeps the details of an error as bytes", async () => {
    const events = await eventsOf(slimRequest("GetTask", { id: "detailed" }));
    expect(events[1]).toMatchObject({ json: { error: { code: -32001, data: { detailsBase64: "CgF4" } } } });
  });

  it("tells the status that the binding has for an error, where the agent gives another", async () => {
    const events = await eventsOf(slimRequest("GetTask", { id: "otherwise" }));
    expect(events[1]).toMatchObject({
      json: { error: { code: -32002, data: { statusName: "NOT_FOUND", bindingStatus: "FAILED_PRECONDITION" } } },
    });
  });

  it("sends service parameters as metadata, and to the service of A2A 1.0", async () => {
    const events = await eventsOf(slimRequest("GetTask", { id: "echo" }));
    expect(events[1]).toMatchObject({ json: { error: { code: -32603 } } });
    expect(events[1]).toMatchObject({ text: expect.stringContaining("lf.a2a.v1.A2AService") });
    expect(events[1]).toMatchObject({ text: expect.stringContaining('[[\\"a2a-version\\",\\"1.0\\"]]') });
  });

  it.each([
    ["missing", "sent 9,error,protocol-error -32001", "TaskNotFoundError: no such task"],
    ["unnamed", "sent 9,error,protocol-error -32601", "MethodNotFoundError"],
    ["empty", "sent 7,error,protocol-error -32603", "No response received"],
    ["late", "sent 6,timeout timeout", "during session setup"],
    ["strange", "sent 9,text,protocol-error slim-decoding", "not the protobuf message"],
    ["exit", "sent 6,core-error slim-exited", "panicked"],
  ])("tells the failure %s", async (id, expected, said) => {
    const events = await eventsOf(slimRequest("GetTask", { id }));
    expect(slimSummary(events)).toBe(expected);
    expect(events.at(-1)).toMatchObject({ failure: { message: expect.stringContaining(said) } });
    expect(JSON.stringify(events)).not.toContain(slimSecret);
  });

  it("ends a process whose thread is blocked", async () => {
    const call: SlimChildCall = {
      kind: "call",
      moduleUrl: new URL(`file://${folder}/node_modules/@agntcy/slim-bindings/index.js`).href,
      endpoint: "http://127.0.0.1:2",
      ownName: ["a", "b", "c"],
      secret: slimSecret,
      remoteName: ["a", "b", "d"],
      service: "s",
      method: "GetTask",
      isStreaming: false,
      request: new TextEncoder().encode("\n\u0006freeze"),
      timeoutMs: 20_000,
      metadata: [],
    };
    const kinds: string[] = [];
    const options = { childPath, signal: new AbortController().signal, deadlineMs: 25_000, silenceMs: 3000 };
    for await (const { kind } of runSlimProcess(call, options)) kinds.push(kind);
    expect(kinds).toEqual(["calling", "frozen"]);
  });

  it("is cancelled", async () => {
    const cancellation = new AbortController();
    const events = await eventsOf(slimRequest("GetTask", { id: "never" }), {
      signal: cancellation.signal,
      onEvent: ({ event }) => event === "sent" && cancellation.abort(),
    });
    expect(slimSummary(events)).toBe("sent 7,cancelled cancelled");
  });

  it.each([
    ["a node that is not there", { target: "slim://127.0.0.1:1/a/b/c" }, "connection-lost slim-node"],
    [
      "a secret SLIM rejects",
      { connection: [{ name: "slim.secret", value: `rejected${slimSecret}` }] },
      "core-error slim-identity",
    ],
    ["no secret", { connection: [] }, "core-error slim-secret"],
  ])("is not sent with %s", async (_, changes, expected) => {
    expect(slimSummary(await eventsOf(slimRequest("GetTask", { id: "x" }, changes)))).toBe(expected);
  });

  it.each([
    [3_499_995, "sent 3500000"],
    [3_499_996, "core-error slim-too-large"],
  ])("is limited: an id of %d bytes", async (length, expected) => {
    const events = await eventsOf(slimRequest("GetTask", { id: "x".repeat(length) }));
    expect(slimSummary(events.slice(0, 1))).toBe(expected);
  });

  it("says what to install when the package is missing", async () => {
    const events = await eventsOf(slimRequest("GetTask", { id: "x" }), { packageFolder: tmpdir() });
    expect(slimSummary(events)).toBe("core-error slim-missing");
    expect(events[0]).toMatchObject({ failure: { nextStep: expect.stringContaining("npm install @agntcy") } });
  });

  it("names the member that protobuf cannot carry", async () => {
    const events = await eventsOf(slimRequest("GetTask", { identity: "x" }));
    expect(events[0]).toMatchObject({
      failure: { code: "slim-encoding", message: expect.stringContaining("identity") },
    });
  });
});
