import { describe, expect, it } from "vitest";
import type { CallEvent } from "../../../src/exchange/callEvent.ts";
import { createExchange, type ExchangeCall, type ReceivedMessage } from "../../../src/exchange/exchange.ts";

const startedAtMs = Date.UTC(2026, 9, 21, 12);

const listTools = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const directCall: ExchangeCall = {
  protocol: "mcp",
  requestJson: listTools,
  sent: `/_call mcp ${listTools}`,
  scope: { kind: "direct", senderId: "@4" },
  timeoutMs: 30_000,
  waitMs: 10_000,
};
const answer = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}';
const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}';

let nextItemId = 1000;
function reply(text: string, changes: Partial<ReceivedMessage> = {}): { kind: "message"; message: ReceivedMessage } {
  nextItemId++;
  const quote = { isOwn: true, sharedMsgId: "c2hhcmVk", text: "/_call mcp" };
  return {
    kind: "message",
    message: { itemId: nextItemId, sender: "acme", senderId: "@4", text, isLive: false, quote, ...changes },
  };
}

function sentExchange(call: ExchangeCall = directCall) {
  const exchange = createExchange(call, startedAtMs);
  exchange.accept({ kind: "sent", itemId: 7, sharedMsgId: "c2hhcmVk==" }, startedAtMs);
  return exchange;
}

function summary(events: readonly CallEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.event === "reply") return [event.sequence, event.sender, event.kind, ...event.notes].join(" ");
    return event.event === "end" ? event.outcome : event.event;
  });
}

describe("matching", () => {
  it("ends with the response, after notifications", () => {
    const exchange = sentExchange();
    expect(summary(exchange.accept(reply(progress), startedAtMs + 5))).toEqual(["1 acme notification"]);
    const events = exchange.accept(reply(answer), startedAtMs + 250);
    expect(summary(events)).toEqual(["2 acme response", "answered"]);
    expect(events[1]).toMatchObject({ elapsedMs: 250, replies: 2, sent: directCall.sent });
    expect(exchange.deadlineMs).toBeUndefined();
  });

  it.each<[string, Partial<ReceivedMessage>]>([
    ["another sender", { senderId: "@5" }],
    ["no quote", { quote: undefined }],
    ["a quote of another message", { quote: { isOwn: true, sharedMsgId: "b3RoZXI", text: "" } }],
    ["a quote of a received message", { quote: { isOwn: false, sharedMsgId: "c2hhcmVk", text: "" } }],
    ["a message still being typed", { isLive: true }],
  ])("does not take %s for a reply", (_, changes) => {
    expect(sentExchange().accept(reply(answer, changes), startedAtMs)).toEqual([]);
  });

  it("takes the local item id when the quote has no shared id", () => {
    const events = sentExchange().accept(reply(answer, { quote: { isOwn: true, itemId: 7, text: "" } }), startedAtMs);
    expect(summary(events)).toEqual(["1 acme response", "answered"]);
  });

  it("keeps replies that come before the command's ids are known", () => {
    const exchange = createExchange(directCall, startedAtMs);
    expect(exchange.accept(reply(progress), startedAtMs + 1)).toEqual([]);
    expect(exchange.accept(reply(answer), startedAtMs + 2)).toEqual([]);
    const events = exchange.accept({ kind: "sent", itemId: 7, sharedMsgId: "c2hhcmVk" }, startedAtMs + 3);
    expect(summary(events)).toEqual(["1 acme notification", "2 acme response", "answered"]);
  });

  it("waits for the update of a live message, and shows its last text once", () => {
    const exchange = sentExchange();
    expect(exchange.accept(reply('{"jsonrpc"', { itemId: 50, isLive: true }), startedAtMs)).toEqual([]);
    const events = exchange.accept(reply(answer, { itemId: 50 }), startedAtMs);
    expect(summary(events)).toEqual(["1 acme response", "answered"]);
  });

  it("shows a message that is read a second time once", () => {
    const exchange = sentExchange();
    const message = reply(progress, { itemId: 51 });
    expect(exchange.accept(message, startedAtMs)).toHaveLength(1);
    expect(exchange.accept(message, startedAtMs)).toEqual([]);
  });
});

describe("notes", () => {
  it("marks what is odd and hides nothing", () => {
    const exchange = sentExchange();
    const outcomes = [
      reply(progress, { itemId: 60 }),
      reply(progress, { itemId: 61 }),
      reply("wait a moment", { itemId: 62 }),
      reply("wait a minute", { itemId: 62 }),
      reply('{"jsonrpc":"2.0","id":2,"result":{}}'),
      reply(answer),
      reply(answer),
    ].flatMap((input) => exchange.accept(input, startedAtMs));
    expect(summary(outcomes)).toEqual([
      "1 acme notification",
      "2 acme notification duplicate",
      "3 acme text",
      "4 acme text edited",
      "5 acme response wrong-id",
      "6 acme response",
      "answered",
      "7 acme response duplicate after-end",
    ]);
  });
});

describe("the end", () => {
  it("comes at the deadline and not before", () => {
    const exchange = sentExchange();
    expect(exchange.accept({ kind: "tick" }, startedAtMs + 29_999)).toEqual([]);
    expect(summary(exchange.accept({ kind: "tick" }, startedAtMs + 30_000))).toEqual(["timeout"]);
  });

  it("comes once", () => {
    const exchange = sentExchange();
    expect(summary(exchange.accept({ kind: "cancel" }, startedAtMs))).toEqual(["cancelled"]);
    expect(exchange.accept({ kind: "tick" }, startedAtMs + 60_000)).toEqual([]);
    expect(exchange.accept({ kind: "connection-lost", cause: "closed" }, startedAtMs)).toEqual([]);
  });

  it.each<[string, ReturnType<typeof reply>[], string]>([
    ["nothing", [], "No reply came within 30 s."],
    ["a message without a quote", [reply("hello", { quote: undefined })], "but none quotes the command"],
    ["text only", [reply("what?")], "only text came"],
    ["another id", [reply('{"jsonrpc":"2.0","id":9,"result":{}}')], "1 reply had the id of another request"],
    ["an unfinished answer", [reply(progress)], "began but did not end"],
  ])("explains a timeout after %s", (_, inputs, message) => {
    const exchange = sentExchange();
    for (const input of inputs) exchange.accept(input, startedAtMs);
    const [end] = exchange.accept({ kind: "tick" }, startedAtMs + 30_000);
    expect(end).toMatchObject({ outcome: "timeout", failure: { code: "timeout" } });
    expect(end?.event === "end" && end.failure?.message).toContain(message);
  });

  it("explains a timeout of a command that the core never said it sent", () => {
    const [end] = createExchange(directCall, startedAtMs).accept({ kind: "tick" }, startedAtMs + 30_000);
    expect(end).toMatchObject({ outcome: "timeout", failure: { message: expect.stringContaining("did not say") } });
  });

  it("is a protocol error when the answer is one, an error without id included", () => {
    const text = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';
    const [, end] = sentExchange().accept(reply(text), startedAtMs);
    expect(end).toMatchObject({ outcome: "protocol-error", failure: { code: "-32700" } });
  });
});

describe("a broadcast", () => {
  const broadcast: ExchangeCall = { ...directCall, scope: { kind: "broadcast" } };
  const from = (member: number, text: string) => reply(text, { sender: `member ${member}`, senderId: `#3/${member}` });
  const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}';

  it("collects everyone until its wait ends, whoever answered first", () => {
    const exchange = sentExchange(broadcast);
    const events = [from(1, error), from(2, answer), from(1, answer), from(3, "hello")].flatMap((input) =>
      exchange.accept(input, startedAtMs + 100),
    );
    expect(summary(events)).toEqual([
      "1 member 1 error",
      "2 member 2 response",
      "3 member 1 response after-end",
      "4 member 3 text",
    ]);
    expect(exchange.accept({ kind: "tick" }, startedAtMs + 9_999)).toEqual([]);
    expect(summary(exchange.accept({ kind: "tick" }, startedAtMs + 10_000))).toEqual(["answered"]);
  });

  it("is a protocol error when only errors came, and a timeout when nothing came", () => {
    const failing = sentExchange(broadcast);
    failing.accept(from(1, error), startedAtMs);
    expect(summary(failing.accept({ kind: "tick" }, startedAtMs + 10_000))).toEqual(["protocol-error"]);
    expect(summary(sentExchange(broadcast).accept({ kind: "tick" }, startedAtMs + 10_000))).toEqual(["timeout"]);
  });

  it("counts 10,000 replies without losing one", () => {
    const exchange = sentExchange(broadcast);
    let replies = 0;
    for (let member = 0; member < 10_000; member++)
      replies += exchange.accept(from(member, answer), startedAtMs).length;
    expect(replies).toBe(10_000);
  });
});

describe("a business chat", () => {
  const business: ExchangeCall = { ...directCall, scope: { kind: "business", senderId: "#3/1" } };
  const from = (member: number, text: string) => reply(text, { sender: `member ${member}`, senderId: `#3/${member}` });

  it("collects everyone, and ends with the answer of the business", () => {
    const exchange = sentExchange(business);
    const events = [from(2, "I look at it"), from(3, answer), from(1, progress), from(1, answer)].flatMap((input) =>
      exchange.accept(input, startedAtMs + 100),
    );
    expect(summary(events)).toEqual([
      "1 member 2 text",
      "2 member 3 response",
      "3 member 1 notification",
      "4 member 1 response",
      "answered",
    ]);
  });

  it("waits as long as a direct chat, and takes a colleague's answer when that is all", () => {
    const exchange = sentExchange(business);
    exchange.accept(from(3, answer), startedAtMs);
    expect(exchange.accept({ kind: "tick" }, startedAtMs + 29_999)).toEqual([]);
    expect(summary(exchange.accept({ kind: "tick" }, startedAtMs + 30_000))).toEqual(["answered"]);
    expect(summary(sentExchange(business).accept({ kind: "tick" }, startedAtMs + 30_000))).toEqual(["timeout"]);
  });
});

describe("an answer that settles", () => {
  const settling: ExchangeCall = { ...directCall, isSettling: true };
  const second = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":2}}';

  it("ends with its last reply after everything that came before it, whatever overtook what", () => {
    const exchange = sentExchange(settling);
    exchange.accept(reply(progress, { itemId: 1 }), startedAtMs);
    expect(exchange.accept(reply(answer, { itemId: 4 }), startedAtMs)).toEqual([]);
    expect(exchange.isHeldBack).toBe(true);
    const after = [reply("bye", { itemId: 5 }), reply(second, { itemId: 2 }), reply(answer, { itemId: 4 })];
    const events = after.flatMap((input) => exchange.accept(input, startedAtMs));
    expect(summary(events)).toEqual(["2 acme notification"]);
    expect(summary(exchange.accept({ kind: "settled" }, startedAtMs + 9))).toEqual([
      "3 acme response",
      "answered",
      "4 acme text after-end",
    ]);
    expect(exchange.isHeldBack).toBe(false);
  });

  it.each(["cancel", "tick", "connection-lost"] as const)("gives what it holds back at %s", (kind) => {
    const exchange = sentExchange(settling);
    exchange.accept(reply(answer), startedAtMs);
    const input = kind === "connection-lost" ? { kind, cause: "closed" } : { kind };
    expect(summary(exchange.accept(input, startedAtMs + 30_000))).toEqual(["1 acme response", "answered"]);
  });

  it("holds nothing back in a broadcast, which ends with its time", () => {
    const exchange = sentExchange({ ...settling, scope: { kind: "broadcast" } });
    expect(summary(exchange.accept(reply(answer), startedAtMs))).toEqual(["1 acme response"]);
  });
});
