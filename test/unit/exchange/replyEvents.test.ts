import { expect, it } from "vitest";
import { createReplyEvents } from "../../../src/exchange/replyEvents.ts";

const bob = { sender: "Bob", senderId: "@2", kind: "text", notes: [] } as const;

it("counts and times the replies and the end, in the order of members that people read", () => {
  const events = createReplyEvents("/_call mcp {}", 1_000);
  const lines = [
    events.reply({ ...bob, text: "one" }, 1_000),
    events.reply({ ...bob, text: "two" }, 1_250),
    events.end({ outcome: "answered" }, 2_000),
  ].map((event) => JSON.stringify(event));
  expect(lines).toEqual([
    '{"event":"reply","sequence":1,"sender":"Bob","senderId":"@2","at":"1970-01-01T00:00:01.000Z","elapsedMs":0,"kind":"text","notes":[],"text":"one"}',
    '{"event":"reply","sequence":2,"sender":"Bob","senderId":"@2","at":"1970-01-01T00:00:01.250Z","elapsedMs":250,"kind":"text","notes":[],"text":"two"}',
    '{"event":"end","outcome":"answered","at":"1970-01-01T00:00:02.000Z","elapsedMs":1000,"replies":2,"sent":"/_call mcp {}"}',
  ]);
  expect(events.count).toBe(2);
});

it("ends a call without replies with its failure", () => {
  const failure = { code: "cancelled", message: "You cancelled the call." };
  expect(createReplyEvents("{}", 5).end({ outcome: "cancelled", failure }, 5)).toEqual({
    event: "end",
    outcome: "cancelled",
    at: "1970-01-01T00:00:00.005Z",
    elapsedMs: 0,
    replies: 0,
    sent: "{}",
    failure,
  });
});
