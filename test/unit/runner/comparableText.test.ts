import { describe, expect, it } from "vitest";
import type { CallReply } from "../../../src/exchange/callEvent.ts";
import { comparableReply, comparableTranscript } from "../../../src/runner/record/comparableText.ts";
import type { Transcript } from "../../../src/runner/record/transcript.ts";
import { volatileKind } from "../../../src/runner/record/volatileValues.ts";

function reply(text: string, sequence = 1): CallReply {
  const at = `2026-10-21T12:00:0${sequence}.000Z`;
  return {
    event: "reply",
    sequence,
    sender: "Acme",
    senderId: "@4",
    at,
    elapsedMs: sequence * 7,
    text,
    kind: "response",
    notes: [],
  };
}

describe("what differs in every run", () => {
  it.each([
    ["id", "t-1", "id"],
    ["taskId", "t-1", "id"],
    ["context_id", "c", "id"],
    ["progressToken", 4, "id"],
    ["name", "0b3ab03e-5a0f-4e7a-9d53-b63ff8b2ab5f", "id"],
    ["text", "2026-10-21T12:00:00Z", "time"],
    ["createdAt", 1_760_000_000, "time"],
    ["elapsedMs", 12, "time"],
    ["text", "paid", undefined],
    ["paid", true.toString(), undefined],
    ["valid", "yes", undefined],
    ["format", "json", undefined],
    ["note", `on 2026-10-21T12:00:00Z`, undefined],
    ["id", "x".repeat(201), undefined],
    ["id", "x".repeat(200), "id"],
    [undefined, 4, undefined],
  ] as const)("%s: %s is %s", (name, value, kind) => {
    expect(volatileKind(name, value)).toBe(kind);
  });
});

describe("a reply to compare", () => {
  const text =
    '{"id":"7","n":1.50,"e":"\\u0041","o":{},"a":[],"at":"2026-10-21T12:00:00Z","refs":["7","8"],"ref_id":"7"}';

  it("has a member a line and every token as received", () => {
    expect(comparableReply(reply(text), { hidesVolatile: false })).toBe(`{
  "id": "7",
  "n": 1.50,
  "e": "\\u0041",
  "o": {},
  "a": [],
  "at": "2026-10-21T12:00:00Z",
  "refs": [
    "7",
    "8"
  ],
  "ref_id": "7"
}
`);
  });

  it("hides ids and times, and still shows which ids agree", () => {
    const hidden = comparableReply(reply(text), { hidesVolatile: true });
    expect(hidden).toContain('"id": "<id 1>"');
    expect(hidden).toContain('"ref_id": "<id 1>"');
    expect(hidden).toContain('"at": "<time>"');
    expect(hidden).toContain('"n": 1.50');
  });

  it("is the same for two runs that differ in ids and times alone", () => {
    const other = text.replaceAll('"7"', '"9"').replace("12:00:00Z", "13:59:59Z").replace('["9","8"]', '["7","8"]');
    const options = { hidesVolatile: true };
    expect(comparableReply(reply(other), options)).toBe(comparableReply(reply(text), options));
  });

  it("stays as it is when it is no JSON", () => {
    expect(comparableReply(reply("Hello\nthere {"), { hidesVolatile: true })).toBe("Hello\nthere {\n");
  });

  it.each([
    [9, true],
    [10, false],
    [11, false],
  ])("is cut at %d characters: %s", (maxCharacters, isCut) => {
    const cut = comparableReply(reply("123456789"), { hidesVolatile: false, maxCharacters });
    expect(cut.includes("more characters are not compared")).toBe(isCut);
  });
});

describe("a call to compare", () => {
  const transcript: Transcript = {
    format: "simplex-agents-transcript",
    version: 1,
    header: {
      id: "c-1",
      startedAt: "2026-10-21T12:00:00.000Z",
      name: "List tools",
      transport: "chat",
      target: "@acme",
      protocol: "mcp",
      method: "tools/list",
      core: "sandbox",
      timeoutMs: 30_000,
      waitMs: 10_000,
    },
    events: [
      { event: "sent", at: "", transport: "chat", target: "@acme", text: '/_call mcp {"id":1}', core: "sandbox" },
      reply('{"id":1,"result":{}}'),
      { ...reply("busy", 2), kind: "text", notes: ["duplicate"] },
      { event: "end", outcome: "answered", at: "", elapsedMs: 20, replies: 2, sent: '/_call mcp {"id":1}' },
    ],
    cutEvents: 3,
  };

  it("is one JSON document of what was sent, what came and how it ended", () => {
    const text = comparableTranscript(transcript, { hidesVolatile: false });
    expect(JSON.parse(text)).toEqual({
      request: {
        name: "List tools",
        target: "@acme",
        transport: "chat",
        protocol: "mcp",
        method: "tools/list",
        core: "sandbox",
        startedAt: "2026-10-21T12:00:00.000Z",
      },
      sent: { command: "/_call mcp", message: { id: 1 } },
      replies: [
        { sender: "Acme", kind: "response", elapsedMs: 7, body: { id: 1, result: {} } },
        { sender: "Acme", kind: "text", elapsedMs: 14, notes: ["duplicate"], body: "busy" },
      ],
      cutEvents: 3,
      end: { outcome: "answered", elapsedMs: 20 },
    });
  });

  it("is the same for another run when ids and times are hidden", () => {
    const later = JSON.parse(
      JSON.stringify(transcript)
        .replaceAll("T12:", "T15:")
        .replaceAll('"elapsedMs":7', '"elapsedMs":9')
        .replaceAll('\\"id\\":1', '\\"id\\":2'),
    );
    const options = { hidesVolatile: true };
    expect(comparableTranscript(later, options)).toBe(comparableTranscript(transcript, options));
    expect(comparableTranscript(later, { hidesVolatile: false })).not.toBe(
      comparableTranscript(transcript, { hidesVolatile: false }),
    );
  });
});
