import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { smcpEvents, smcpRequest, smcpSummary } from "../../unit/transport/smcp/smcpCalls.ts";
import { startPythonWitness, type Witness } from "./pythonWitness.ts";

let witness: Witness;

beforeAll(async () => {
  witness = await startPythonWitness();
}, 240_000);

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
});
