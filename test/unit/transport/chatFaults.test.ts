import { describe, expect, it } from "vitest";
import type { CallEvent } from "../../../src/exchange/callEvent.ts";
import { acmeAnswer, reply, scriptedCore } from "./kit/scriptedCore.ts";
import { chatRequest, eventsOf, summary } from "./kit/sending.ts";

const answer = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}';
const progress = (step: number) =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":${step}}}`;

/** Runs `then` once the command has been sent and its response was read. */
function afterSending(then: () => void) {
  return (event: CallEvent) => {
    if (event.event === "sent") setImmediate(then);
  };
}

describe("a conversation with a difficult core", () => {
  it("matches a reply that comes before the response to the command", async () => {
    const core = scriptedCore((command) => {
      if (command.startsWith("/_send")) core.emit(reply(8, answer));
      return acmeAnswer(command);
    });
    expect(summary(await eventsOf(core, chatRequest("@acme")))).toEqual(["sent", "acme response", "answered"]);
  });

  it("loses none of 10,000 replies in a burst", async () => {
    const core = scriptedCore(acmeAnswer);
    const events = await eventsOf(core, chatRequest("@acme"), {
      onEvent: afterSending(() => {
        for (let step = 1; step < 10_000; step++) core.emit(reply(100 + step, progress(step)));
        core.emit(reply(20_000, answer));
      }),
    });
    const replies = events.filter((event) => event.event === "reply");
    expect(replies).toHaveLength(10_000);
    expect(replies.every((event, index) => event.sequence === index + 1)).toBe(true);
    expect(summary(events).at(-1)).toBe("answered");
  });

  it("goes on when the connection is made again, and shows what is delivered twice once", async () => {
    const core = scriptedCore(acmeAnswer);
    const events = await eventsOf(core, chatRequest("@acme"), {
      onEvent: afterSending(() => {
        core.emit(reply(8, progress(1)));
        core.setState({ kind: "retrying", cause: "closed", retryAtMs: 0 });
        core.setState({ kind: "ready" });
        core.emit(reply(8, progress(1)));
        core.emit(reply(9, answer));
      }),
    });
    expect(summary(events)).toEqual(["sent", "acme notification", "acme response", "answered"]);
  });

  it.each(["ready", "stopped"] as const)(
    "waits for a connection that is being made again, until it is %s",
    async (kind) => {
      const core = scriptedCore((command) => {
        if (command.startsWith("/_send")) core.emit(reply(8, answer));
        return acmeAnswer(command);
      });
      core.setState({ kind: "retrying", cause: "closed", retryAtMs: 0 });
      const call = eventsOf(core, chatRequest("@acme"));
      await new Promise((resolve) => setImmediate(resolve));
      expect(core.commands).toEqual([]);
      core.setState({ kind });
      expect(await call).not.toEqual([]);
      expect(core.commands.filter((command) => command === "/u")).toHaveLength(1);
    },
  );

  it("ends when the core is stopped in the middle", async () => {
    const core = scriptedCore(acmeAnswer);
    const events = await eventsOf(core, chatRequest("@acme"), {
      onEvent: afterSending(() => {
        core.emit(reply(8, progress(1)));
        core.setState({ kind: "stopped", cause: "The process ended with code 1." });
      }),
    });
    expect(summary(events)).toEqual(["sent", "acme notification", "connection-lost connection-lost"]);
  });

  it("says that the connection is lost when it is still gone at the deadline", async () => {
    const core = scriptedCore(acmeAnswer);
    const events = await eventsOf(core, chatRequest("@acme", { timeoutMs: 50 }), {
      onEvent: afterSending(() => core.setState({ kind: "retrying", cause: "closed", retryAtMs: 0 })),
    });
    expect(summary(events)).toEqual(["sent", "connection-lost connection-lost"]);
  });

  it("tells of replies that come after the end, marked", async () => {
    const core = scriptedCore(acmeAnswer);
    const late: string[] = [];
    const events = await eventsOf(core, chatRequest("@acme"), {
      onEvent: afterSending(() => core.emit(reply(8, answer))),
      onLateReply: (event) => late.push(...summary([event])),
    });
    core.emit(reply(9, answer));
    core.emit(reply(9, answer));
    core.emit(reply(10, "Anything else?"));
    expect(summary(events)).toEqual(["sent", "acme response", "answered"]);
    expect(late).toEqual(["acme response duplicate after-end", "acme text after-end"]);
  });

  it("sends a command once, with its text as it is", async () => {
    const core = scriptedCore((command) => {
      if (command.startsWith("/_send")) core.emit(reply(8, answer));
      return acmeAnswer(command);
    });
    const request = chatRequest("@acme");
    await eventsOf(core, request);
    const sends = core.commands.filter((command) => command.startsWith("/_send"));
    expect(sends).toHaveLength(1);
    expect(sends[0]).toContain(JSON.stringify(request.text));
  });
});
