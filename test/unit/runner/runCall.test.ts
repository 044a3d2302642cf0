import { describe, expect, it } from "vitest";
import type { CallEvent, CallReply } from "../../../src/exchange/callEvent.ts";
import { transcriptOf, transcriptText } from "../../../src/runner/record/transcriptFile.ts";
import { type CallServices, startCall } from "../../../src/runner/run/runCall.ts";
import type { Transport } from "../../../src/transport/transport.ts";
import { builtIns, prepared } from "./kit/preparing.ts";

const planted = 'pla"nted-secret';
const text = `# @to https://smp12.simplex.im/a#gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM
/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "{{$secret token}}", "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
`;

const times = { at: "2026-10-21T12:00:00.000Z", elapsedMs: 1 };

function reply(sequence: number, replyText: string): CallReply {
  const json = { echo: replyText };
  return {
    event: "reply",
    sequence,
    sender: "bot",
    senderId: "@4",
    ...times,
    text: replyText,
    kind: "response",
    json,
    notes: [],
  };
}

async function start(send: Transport["send"], changes: Partial<CallServices> = {}) {
  const call = await prepared(text);
  const events: CallEvent[] = [];
  const live = startCall(call, {
    transports: { chat: { kind: "chat", send } },
    newCallId: () => "call-1",
    now: builtIns.now,
    core: "sandbox",
    ...changes,
  });
  live.onEvent((event) => events.push(event));
  return { live, events };
}

/** What a transport gives, one event at a time. */
async function* streamOf(events: readonly CallEvent[]): AsyncIterable<CallEvent> {
  for (const event of events) yield await Promise.resolve(event);
}

const end = (sent: string): CallEvent => ({ event: "end", outcome: "answered", ...times, replies: 1, sent });

describe("a call", () => {
  it("keeps and gives out every event without its secrets, in order", async () => {
    const { live, events } = await start(({ text, requestJson }) =>
      streamOf([reply(1, `You said ${requestJson}`), end(text)]),
    );
    expect((await live.ended).outcome).toBe("answered");
    expect(events.map((event) => event.event)).toEqual(["reply", "end"]);
    expect(live.events).toEqual(events);
    const everything = JSON.stringify([events, await live.ended]) + transcriptText(transcriptOf(live));
    expect(everything).toContain("[secret]");
    expect(everything).not.toContain("nted-secret");
  });

  it("shows expectations what really came, before anything is removed", async () => {
    const raw: CallEvent[] = [];
    const { live } = await start(({ text }) => streamOf([end(text)]), { onRawEvent: (event) => raw.push(event) });
    await live.ended;
    expect(JSON.stringify(raw)).toContain("nted-secret");
  });

  it("ends when our own code fails, and reports it once", async () => {
    const bugs: unknown[] = [];
    const fail = () => {
      throw new Error("a bug");
    };
    const { live } = await start(fail, { onBug: (error) => bugs.push(error) });
    expect(await live.ended).toMatchObject({ outcome: "core-error", failure: { code: "bug" } });
    expect(bugs).toHaveLength(1);
  });

  it("ends when a transport gives no end, and when there is no such transport", async () => {
    const silent = await start(() => streamOf([]));
    expect(await silent.live.ended).toMatchObject({ failure: { code: "bug" } });
    const absent = await start(() => streamOf([]), { transports: {} });
    expect(await absent.live.ended).toMatchObject({ failure: { code: "no-transport" } });
  });

  it("adds late replies after its end", async () => {
    let late: ((reply: CallReply) => void) | undefined;
    const { live, events } = await start(({ text }, _signal, onLateReply) => {
      late = onLateReply;
      return streamOf([end(text)]);
    });
    await live.ended;
    late?.(reply(1, planted));
    expect(events.map((event) => event.event)).toEqual(["end", "reply"]);
    expect(JSON.stringify(live.events)).not.toContain("nted-secret");
  });
});
