import { describe, expect, it } from "vitest";
import type { CallReply } from "../../../src/exchange/callEvent.ts";
import { createBoundedEvents } from "../../../src/runner/record/boundedEvents.ts";

function reply(sequence: number, text = "x"): CallReply {
  const times = { at: "2026-10-21T12:00:00.000Z", elapsedMs: sequence };
  return { event: "reply", sequence, sender: "bot", senderId: "@4", ...times, text, kind: "text", notes: [] };
}

function kept(bounds: { maxEvents: number; maxCharacters: number }, events: readonly CallReply[]) {
  const bounded = createBoundedEvents(bounds);
  for (const event of events) bounded.add(event);
  const sequences = bounded.events.map((event) => (event.event === "reply" ? event.sequence : 0));
  return { sequences, cutEvents: bounded.cutEvents };
}

const replies = (count: number) => Array.from({ length: count }, (_, index) => reply(index + 1));

describe("bounded events", () => {
  it.each([
    [9, [1, 2, 3, 4, 5, 6, 7, 8, 9], 0],
    [10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0],
    [11, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11], 1],
    [13, [1, 2, 3, 4, 5, 9, 10, 11, 12, 13], 3],
  ])("of 10 keep the beginning and the end of %i", (count, sequences, cutEvents) => {
    expect(kept({ maxEvents: 10, maxCharacters: 1_000 }, replies(count))).toEqual({ sequences, cutEvents });
  });

  it("are bounded by size too, and always keep the last one", () => {
    const large = [reply(1), reply(2, "x".repeat(60)), reply(3, "x".repeat(60)), reply(4, "x".repeat(500))];
    expect(kept({ maxEvents: 100, maxCharacters: 100 }, large)).toEqual({ sequences: [1, 4], cutEvents: 2 });
  });
});
