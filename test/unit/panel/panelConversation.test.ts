import { describe, expect, it } from "vitest";
import type { CallEvent } from "../../../src/exchange/callEvent.ts";
import type { HostMessage } from "../../../src/panel/messages.ts";
import { PanelConversation, type PanelHandlers } from "../../../src/panel/panelConversation.ts";
import type { CallHeader, Transcript } from "../../../src/runner/record/transcript.ts";

const header: CallHeader = {
  id: "call-1",
  startedAt: "2026-10-21T12:00:00.000Z",
  name: "List",
  transport: "chat",
  target: "@4",
  protocol: "mcp",
  core: "sandbox",
  timeoutMs: 30_000,
  waitMs: 10_000,
};
const text = '{"jsonrpc":"2.0","id":1,"result":{"price":480.10}}';
const reply: CallEvent = {
  event: "reply",
  sequence: 1,
  sender: "shop",
  senderId: "@4",
  at: header.startedAt,
  elapsedMs: 10,
  text,
  kind: "response",
  json: JSON.parse(text) as unknown,
  notes: [],
};
const transcript: Transcript = {
  format: "simplex-agents-transcript",
  version: 1,
  header,
  events: [reply],
  cutEvents: 0,
};

function conversation(): { posted: HostMessage[]; panel: PanelConversation } {
  const posted: HostMessage[] = [];
  const handlers = new Proxy({} as PanelHandlers, { get: () => () => Promise.reject(new Error("It cannot be done.")) });
  const panel = new PanelConversation({
    now: () => 0,
    post: (message) => posted.push(message),
    translations: undefined,
    handlers,
  });
  return { posted, panel };
}

describe("PanelConversation", () => {
  it("says nothing until the page is ready, and then everything", async () => {
    const { posted, panel } = conversation();
    panel.show({ kind: "record", transcript });
    panel.flush();
    expect(posted).toEqual([]);
    await panel.receive({ kind: "ready" });
    expect(posted).toMatchObject([{ kind: "snapshot", view: { header: { id: "call-1", isRecord: true } } }]);
  });

  it.each([
    [
      { name: "read-reply", params: { reply: 1 } },
      { ok: true, result: { text, cutCharacters: 0 } },
    ],
    [{ name: "read-reply", params: { reply: 9 } }, { ok: false }],
    [
      { name: "search", params: { query: "480.1" } },
      { ok: true, result: { replies: [1], isCut: false } },
    ],
    [
      { name: "search", params: { query: "480x1" } },
      { ok: true, result: { replies: [] } },
    ],
    [
      { name: "resend", params: {} },
      { ok: false, message: "It cannot be done." },
    ],
    [{ name: "constructor", params: {} }, { ok: false }],
    [{ name: "read-reply", params: { reply: "1" } }, { ok: false }],
  ])("answers %j exactly once", async (request, expected) => {
    const { posted, panel } = conversation();
    panel.show({ kind: "record", transcript });
    await panel.receive({ kind: "request", id: 7, ...request });
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({ kind: "response", id: 7, ...expected });
  });

  it.each([undefined, null, 5, "ready", {}, { kind: "snapshot" }])(
    "does not stumble over the message %j",
    async (message) => {
      const { posted, panel } = conversation();
      await panel.receive(message);
      expect(posted).toEqual([]);
    },
  );
});
