import { describe, expect, it } from "vitest";
import { groupByTarget } from "../../../src/runner/record/callGroups.ts";
import type { HistoryEntry } from "../../../src/runner/record/history.ts";
import { createHistorySearch } from "../../../src/runner/record/historySearch.ts";
import { previousRun } from "../../../src/runner/record/previousRun.ts";
import type { CallHeader, Transcript } from "../../../src/runner/record/transcript.ts";

function entry(id: string, minute: number, change: Partial<CallHeader> = {}): HistoryEntry {
  const header: CallHeader = {
    id,
    startedAt: `2026-10-21T12:${String(minute).padStart(2, "0")}:00.000Z`,
    name: "List tools",
    file: "file:///shop.call",
    transport: "chat",
    target: "@acme",
    protocol: "mcp",
    core: "sandbox",
    timeoutMs: 1,
    waitMs: 1,
    ...change,
  };
  return { header, characters: 1 };
}

describe("the previous run of a request", () => {
  const entries = [
    entry("d", 4),
    entry("c", 3, { file: "file:///other.call" }),
    entry("b", 2, { name: "Another" }),
    entry("a", 1),
  ];

  it("is the newest call before it of the same file and name", () => {
    expect(previousRun(entries, entry("d", 4).header)?.header.id).toBe("a");
    expect(previousRun(entries, entry("a", 1).header)).toBeUndefined();
  });

  it("is found for a call that the history does not have", () => {
    expect(previousRun(entries, entry("new", 9).header)?.header.id).toBe("d");
    expect(previousRun(entries, entry("old", 2).header)?.header.id).toBe("a");
    expect(previousRun(entries, entry("older", 0).header)).toBeUndefined();
  });
});

describe("calls by target", () => {
  it("are in the order of their newest calls, under the newest title", () => {
    const groups = groupByTarget([
      entry("d", 4, { target: "@bob" }),
      entry("c", 3),
      entry("b", 2, { target: "@bob", targetTitle: "Bob" }),
      entry("a", 1, { target: "@bob", targetTitle: "Robert" }),
    ]);
    expect(groups.map(({ target, title, entries }) => [target, title, entries.map(({ header }) => header.id)])).toEqual(
      [
        ["@bob", "Bob", ["d", "b", "a"]],
        ["@acme", undefined, ["c"]],
      ],
    );
  });
});

describe("a search of the history", () => {
  const transcript: Transcript = {
    format: "simplex-agents-transcript",
    version: 1,
    header: entry("a", 1).header,
    events: [{ event: "sent", at: "", transport: "chat", target: "@acme", text: "/_call mcp LISBON", core: "sandbox" }],
    cutEvents: 0,
  };

  it.each([
    ["tools", true, 0],
    ["ACME list", true, 0],
    ["lisbon", true, 1],
    ["acme lisbon", true, 1],
    ["acme porto", false, 1],
  ])("for %j finds a call: %s, reading %d transcripts, once", async (query, isFound, reads) => {
    let read = 0;
    const search = createHistorySearch(query, {
      transcript: () => {
        read += 1;
        return Promise.resolve(transcript);
      },
    });
    expect(await search.matches(entry("a", 1))).toBe(isFound);
    expect(await search.matches(entry("a", 1))).toBe(isFound);
    expect(read).toBe(reads);
  });
});
