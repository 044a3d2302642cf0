import { describe, expect, it } from "vitest";
import { type HistoryStore, openHistory } from "../../../src/runner/record/history.ts";
import type { Transcript } from "../../../src/runner/record/transcript.ts";
import { parseTranscript, transcriptText } from "../../../src/runner/record/transcriptFile.ts";

function transcript(id: string, minute = 0): Transcript {
  const at = `2026-10-21T12:${String(minute).padStart(2, "0")}:00.000Z`;
  return {
    format: "simplex-agents-transcript",
    version: 1,
    header: {
      id,
      startedAt: at,
      name: "List tools",
      line: 3,
      transport: "chat",
      target: "@acme",
      protocol: "mcp",
      core: "sandbox",
      timeoutMs: 30_000,
      waitMs: 10_000,
    },
    events: [
      { event: "sent", at, transport: "chat", target: "@acme", text: "/_call mcp {}", core: "sandbox" },
      {
        event: "reply",
        sequence: 1,
        sender: "acme",
        senderId: "@4",
        at,
        elapsedMs: 5,
        text: "{}",
        kind: "response",
        json: {},
        notes: ["duplicate"],
      },
      {
        event: "end",
        outcome: "timeout",
        at,
        elapsedMs: 9,
        replies: 1,
        sent: "/_call mcp {}",
        failure: { code: "timeout", message: "No end." },
      },
    ],
    cutEvents: 0,
  };
}

describe("a transcript file", () => {
  it("is read as it was written", () => {
    expect(parseTranscript(transcriptText(transcript("1")))).toEqual({
      kind: "transcript",
      transcript: transcript("1"),
    });
  });

  const broken = (change: (json: Record<string, unknown>) => void) => {
    const json = JSON.parse(transcriptText(transcript("1")));
    change(json);
    return JSON.stringify(json);
  };

  it.each([
    ["no JSON", "{", "not valid JSON"],
    ["another format", "{}", "`format`"],
    ["a list", "[]", "`format`"],
    ["a later version", broken((json) => Object.assign(json, { version: 2 })), "version is 2"],
    ["a broken header", broken((json) => Object.assign(json, { header: { id: 1 } })), "`header`"],
    ["an unknown event", broken((json) => Object.assign(json, { events: [{ event: "start" }] })), "`events[0]`"],
    ["an endless list", broken((json) => Object.assign(json, { events: Array(20_001).fill(0) })), "too long"],
    ["a negative count", broken((json) => Object.assign(json, { cutEvents: -1 })), "`cutEvents`"],
  ])("is refused with the place: %s", (_, text, place) => {
    const result = parseTranscript(text);
    expect(result.kind === "invalid" && result.message).toContain(place);
  });

  it("drops members it does not know, those of an object's prototype too", () => {
    const text = transcriptText(transcript("1")).replace('"id": "1"', '"id": "1", "__proto__": {"x": 1}, "more": true');
    expect(parseTranscript(text)).toEqual({ kind: "transcript", transcript: transcript("1") });
  });
});

function memoryStore(files = new Map<string, string>()): HistoryStore & { readonly files: Map<string, string> } {
  return {
    files,
    names: () => Promise.resolve([...files.keys()]),
    read: (name) => Promise.resolve(files.get(name)),
    write: (name, text) => Promise.resolve(void files.set(name, text)),
    remove: (name) => Promise.resolve(void files.delete(name)),
  };
}

describe("the history", () => {
  it("lists the newest first, keeps its bounds and survives being opened again", async () => {
    const store = memoryStore();
    const bounds = { maxCalls: 3, maxCharacters: 1_000_000 };
    const history = await openHistory(store, bounds);
    await Promise.all([4, 2, 1, 3].map((minute) => history.add(transcript(`call-${minute}`, minute))));
    expect(history.entries().map(({ header }) => header.id)).toEqual(["call-4", "call-3", "call-2"]);
    expect(store.files.size).toBe(3);
    const reopened = await openHistory(store, bounds);
    expect(reopened.entries().map(({ header }) => header.id)).toEqual(["call-4", "call-3", "call-2"]);
    expect(await reopened.transcript("call-3")).toEqual(transcript("call-3", 3));
  });

  it("is bounded by size, and keeps the newest call whatever its size", async () => {
    const store = memoryStore();
    const history = await openHistory(store, { maxCalls: 10, maxCharacters: 10 });
    await history.add(transcript("a", 1));
    await history.add(transcript("b", 2));
    expect(history.entries().map(({ header }) => header.id)).toEqual(["b"]);
  });

  it("leaves files alone that are no transcripts, and never names one outside its folder", async () => {
    const store = memoryStore(new Map([["notes", "not a transcript"]]));
    const history = await openHistory(store);
    expect(history.entries()).toEqual([]);
    await history.add(transcript("../../etc/passwd"));
    expect([...store.files.keys()].every((name) => /^[A-Za-z0-9_-]+$/.test(name))).toBe(true);
    await history.clear();
    expect([...store.files.keys()]).toEqual(["notes"]);
  });
});
