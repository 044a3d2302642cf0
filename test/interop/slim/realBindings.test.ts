import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import {
  type SlimCallOptions,
  slimEvents,
  slimRequest,
  slimSecret,
  slimSummary,
} from "../../unit/transport/slimrpc/slimCalls.ts";
import { buildSlimChild } from "../../unit/transport/slimrpc/slimChildBuild.ts";
import { type InstalledBindings, installedBindings } from "./installedBindings.ts";
import { type SlimAgent, startSlimAgent } from "./slimAgent.ts";

let installed: InstalledBindings;
let folder = "";
let childPath = "";
let agent: SlimAgent | undefined;

beforeAll(async () => {
  installed = installedBindings();
  if (installed.kind === "absent") return;
  folder = mkdtempSync(join(tmpdir(), "slim-"));
  childPath = await buildSlimChild(folder);
  try {
    agent = await startSlimAgent(installed.moduleUrl, slimSecret);
  } catch (error) {
    // It is not built for every system that its package can be installed on.
    installed = { kind: "absent", reason: error instanceof Error ? error.message : String(error) };
  }
}, 120_000);

afterAll(async () => {
  if (installed.kind === "absent") process.stderr.write(`SLIM was not tested: ${installed.reason}\n`);
  await agent?.stop();
  if (folder !== "") rmSync(folder, { recursive: true, force: true });
});

interface Ready {
  readonly target: string;
  /** What a call is made with. */
  readonly options: SlimCallOptions;
}

/** What a test needs, or its end: where the library cannot be had, this is skipped and says why. */
function readyOr(context: TestContext): Ready {
  if (installed.kind === "absent") return context.skip(installed.reason);
  if (agent === undefined) throw new Error("The agent is not there.");
  return { target: agent.target, options: { packageFolder: installed.packageFolder, childPath } };
}

const message = { message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } };

describe("with the real @agntcy/slim-bindings", () => {
  it("gets a response, a stream and an error, one after the other", async (context) => {
    const { target, options } = readyOr(context);
    const call = (method: string, params: unknown) => slimEvents(slimRequest(method, params, { target }), options);
    const response = await call("SendMessage", message);
    expect(slimSummary(response)).toBe("sent 13,response,answered");
    expect(response[1]).toMatchObject({ json: { result: { message: { parts: [{ text: "Hello" }] } } } });
    expect(slimSummary(await call("SendStreamingMessage", message))).toBe("sent 13,task,status,answered");
    const error = await call("GetTask", { id: "x" });
    expect(slimSummary(error)).toBe("sent 3,error,protocol-error -32001");
    expect(error[1]).toMatchObject({ json: { error: { message: "asked with 1.0" } } });
    expect(slimSummary(await call("ListTasks", {}))).toBe("sent 0,error,protocol-error -32601");
  }, 120_000);

  it("cannot tell an absent agent from a wrong secret", async (context) => {
    const { target, options } = readyOr(context);
    const absent = slimRequest("GetTask", { id: "x" }, { target: target.replace("echo", "nobody"), timeoutMs: 1000 });
    expect(slimSummary(await slimEvents(absent, options))).toMatch(/timeout timeout$/);
    const wrong = slimRequest(
      "GetTask",
      { id: "x" },
      { target, timeoutMs: 1000, connection: [{ name: "slim.secret", value: "other".repeat(8) }] },
    );
    expect(slimSummary(await slimEvents(wrong, options))).toMatch(/timeout timeout$/);
  }, 120_000);
});
