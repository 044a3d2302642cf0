import { describe, expect, it } from "vitest";
import type { CallEvent, CallReply } from "../../../src/exchange/callEvent.ts";
import { CallModel } from "../../../src/panel/callModel.ts";
import { ViewReplica } from "../../../src/panel/viewReplica.ts";
import type { CallHeader } from "../../../src/runner/record/transcript.ts";

const header: CallHeader = {
  id: "call-1",
  startedAt: "2026-10-21T12:00:00.000Z",
  name: "Order",
  transport: "chat",
  target: "https://smp12.sandbox.invalid/a#x",
  protocol: "a2a",
  core: "sandbox",
  timeoutMs: 30_000,
  waitMs: 10_000,
};

function reply(sequence: number, result: unknown): CallReply {
  const json = { jsonrpc: "2.0", id: 1, result };
  const at = "2026-10-21T12:00:01.000Z";
  const text = JSON.stringify(json);
  return {
    event: "reply",
    sequence,
    sender: "shop",
    senderId: "@4",
    at,
    elapsedMs: 10,
    text,
    kind: "task",
    json,
    notes: [],
  };
}

const task = (state: string): unknown => ({ task: { id: "t-1", contextId: "c-1", status: { state } } });
const end: CallEvent = { event: "end", outcome: "answered", at: header.startedAt, elapsedMs: 20, replies: 2, sent: "" };

describe("ViewReplica", () => {
  it("is the same after deltas as after a snapshot", () => {
    const model = new CallModel(header, { isRecord: false });
    const replica = new ViewReplica();
    replica.apply({ kind: "snapshot", sequence: 0, nowMs: 0, view: model.view });
    model.takeChanges();
    const events = [reply(1, task("TASK_STATE_WORKING")), reply(2, task("TASK_STATE_COMPLETED")), end];
    for (const [index, event] of events.entries()) {
      model.add(event);
      if (index > 0) model.checkReplies(() => true);
      expect(replica.apply({ kind: "delta", sequence: index + 1, changes: model.takeChanges() }).kind).toBe("changed");
    }
    expect(replica.view).toEqual(model.view);
  });

  it("draws nothing between a gap and the snapshot", () => {
    const { view } = new CallModel(header, { isRecord: false });
    const replica = new ViewReplica();
    replica.apply({ kind: "snapshot", sequence: 4, nowMs: 0, view });
    expect(replica.apply({ kind: "delta", sequence: 4, changes: [] }).kind).toBe("ignored");
    expect(replica.apply({ kind: "delta", sequence: 6, changes: [] }).kind).toBe("gap");
    expect(replica.apply({ kind: "delta", sequence: 7, changes: [] }).kind).toBe("ignored");
    expect(replica.apply({ kind: "snapshot", sequence: 7, nowMs: 0, view }).kind).toBe("replaced");
    expect(replica.apply({ kind: "delta", sequence: 8, changes: [] }).kind).toBe("changed");
  });

  it("ignores deltas before the first snapshot", () => {
    expect(new ViewReplica().apply({ kind: "delta", sequence: 1, changes: [] }).kind).toBe("ignored");
  });
});

describe("CallModel", () => {
  it("tells how many replies the recorder left out", () => {
    const model = new CallModel(header, { isRecord: true });
    model.add(reply(1, {}));
    model.add(reply(40, {}));
    expect(model.view.cutReplies).toBe(38);
  });

  it.each([
    [{}, "answered-empty"],
    [{ resultType: "complete", content: [], isError: false }, "answered-empty"],
    [{ tools: [] }, "answered-empty"],
    [{ structuredContent: { stock: 0 } }, "answered"],
  ])("calls the answer %j %s", (result, kind) => {
    const model = new CallModel({ ...header, protocol: "mcp" }, { isRecord: false });
    model.add(reply(1, result));
    model.add(end);
    expect(model.view.state.kind).toBe(kind);
  });
});
