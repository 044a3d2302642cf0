import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { type DemoComputer, startDemoComputer } from "../../../src/bots/smcp/demoComputer.ts";
import { checkProtocolReply } from "../../../src/protocol/binding/checkRequest.ts";
import { parseJsonText } from "../../../src/protocol/json/jsonText.ts";
import { smcpEvents, smcpRequest, smcpSummary } from "../../unit/transport/smcp/smcpCalls.ts";
import { startPythonWitness, type Witness } from "./pythonWitness.ts";

let witness: Witness;

beforeAll(async () => {
  witness = await startPythonWitness();
}, 120_000);

afterAll(async () => {
  if (witness.kind === "running") await witness.stop();
  else process.stderr.write(`The protocol's own library was not tested with: ${witness.reason}\n`);
});

/** The target of the office, or the end of the test: where the library cannot be had, this is skipped and says why. */
function targetOr(context: TestContext): string {
  return witness.kind === "running" ? witness.target : context.skip(witness.reason);
}

describe("with the server and the computer of a2c-smcp 0.4.2", () => {
  it("lists tools", async (context) => {
    const events = await smcpEvents(smcpRequest(targetOr(context), "tools/list", {}));
    expect(smcpSummary(events)).toEqual(["sent", "witness response", "answered"]);
    expect(JSON.stringify(events[1])).toContain('"name":"desk__add"');
    expect(events[1]).toMatchObject({
      json: {
        result: { tools: expect.arrayContaining([expect.objectContaining({ inputSchema: expect.anything() })]) },
      },
    });
  });

  it("calls a tool, and one that fails", async (context) => {
    const target = targetOr(context);
    const call = (name: string, toolArguments: unknown) =>
      smcpEvents(smcpRequest(target, "tools/call", { name, arguments: toolArguments }));
    const sum = await call("desk__add", { a: 2, b: 3 });
    expect(sum[1]).toMatchObject({ json: { result: { content: [{ type: "text", text: "5" }] } } });
    const failed = await call("desk__fail", {});
    expect(failed[1]).toMatchObject({ json: { result: { isError: true } } });
  });

  it.for<[string, object]>([
    ["server:list_room", {}],
    ["client:get_tools", {}],
    ["client:get_config", {}],
    ["client:get_desktop", {}],
    ["client:get_skills", {}],
    ["client:tool_call", { tool_name: "desk__add", params: { a: 2, b: 3 }, timeout: 20 }],
    ["tools/list", {}],
    ["tools/call", { name: "desk__add", arguments: { a: 2, b: 3 } }],
  ])("answers %s in a way that no rule objects to", async ([method, params], context) => {
    const events = await smcpEvents(smcpRequest(targetOr(context), method, params));
    const reply = events.find((event) => event.event === "reply");
    expect(reply).toMatchObject({ kind: "response", notes: [] });
    const { root } = parseJsonText(reply?.event === "reply" ? reply.text : "");
    const found = root && checkProtocolReply("mcp", root, { transport: "smcp", request: { id: 1, method } });
    expect(found?.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });

  it("lists the room with itself in it, and has left it before the next call", async (context) => {
    const target = targetOr(context);
    for (const _ of [1, 2]) {
      const events = await smcpEvents(smcpRequest(target, "server:list_room", {}));
      expect(smcpSummary(events).at(-1)).toBe("answered");
      expect(JSON.stringify(events[1])).toContain('"simplex-agents"');
    }
  });

  it("is told of a computer that is not there", async (context) => {
    const events = await smcpEvents(smcpRequest(`${targetOr(context)}&computer=nobody`, "tools/list", {}));
    expect(smcpSummary(events)).toEqual(["sent", "nobody error", "protocol-error 404"]);
  });

  it("is refused with another version, and told which one is spoken", async (context) => {
    const events = await smcpEvents(smcpRequest(`${targetOr(context)}&version=0.2.0`, "tools/list", {}));
    expect(smcpSummary(events)).toEqual(["core-error 4008"]);
    expect(events[0]).toMatchObject({ failure: { nextStep: expect.stringContaining("version=0.4.0") } });
  });

  it("cancels a call", async (context) => {
    const cancellation = new AbortController();
    const request = smcpRequest(targetOr(context), "tools/call", { name: "desk__wait", arguments: { seconds: 1 } });
    const events = await smcpEvents(request, {
      signal: cancellation.signal,
      onEvent: ({ event }) => event === "sent" && cancellation.abort(),
    });
    expect(smcpSummary(events)).toEqual(["sent", "cancelled cancelled"]);
  });

  it("is told while it waits that another computer enters the office and leaves it", async (context) => {
    const target = targetOr(context);
    const origin = /http:\/\/[^?]+/.exec(target)?.[0] ?? "";
    const cancellation = new AbortController();
    let other: DemoComputer | undefined;
    const request = smcpRequest(target, "tools/call", { name: "desk__wait", arguments: { seconds: 60 } }, 60_000);
    const events = await smcpEvents(request, {
      signal: cancellation.signal,
      onEvent: (event) => {
        const text = event.event === "reply" ? event.text : "";
        if (event.event === "sent")
          void startDemoComputer({ origin, officeId: "witness-office", name: "other" }).then((computer) => {
            other = computer;
          });
        if (text.includes("notify:enter_office")) void waitFor(() => other).then((computer) => computer.close());
        if (text.includes("notify:leave_office")) cancellation.abort();
      },
    });
    expect(events.flatMap((event) => (event.event === "reply" ? [event.json] : []))).toEqual([
      { jsonrpc: "2.0", method: "notify:enter_office", params: { office_id: "witness-office", computer: "other" } },
      { jsonrpc: "2.0", method: "notify:leave_office", params: { office_id: "witness-office", computer: "other" } },
    ]);
    expect(smcpSummary(events).at(-1)).toBe("cancelled cancelled");
  }, 90_000);
});

async function waitFor<Value>(read: () => Value | undefined): Promise<Value> {
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
