import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { findSlimBindings } from "../../../src/transport/slimrpc/findSlimBindings.ts";
import { slimEvents, slimRequest, slimSecret, slimSummary } from "../../unit/transport/slimrpc/slimCalls.ts";
import { buildSlimChild } from "../../unit/transport/slimrpc/slimChildBuild.ts";
import { type SlimAgent, startSlimAgent } from "./slimAgent.ts";

/** Where the package is, if not in the repository or installed globally: it has 275 MB and is not a dependency. */
const packageFolder = process.env["SLIM_BINDINGS_FOLDER"] ?? join(import.meta.dirname, "../../..");
const moduleUrl = findSlimBindings([packageFolder]);
let folder = "";
let childPath = "";
let agent: SlimAgent | undefined;

beforeAll(async () => {
  if (moduleUrl === undefined) return;
  folder = mkdtempSync(join(tmpdir(), "slim-"));
  childPath = await buildSlimChild(folder);
  agent = await startSlimAgent(moduleUrl, slimSecret);
}, 60_000);

afterAll(async () => {
  await agent?.stop();
  if (folder !== "") rmSync(folder, { recursive: true, force: true });
});

function targetOr(context: TestContext): string {
  return agent?.target ?? context.skip("@agntcy/slim-bindings is not installed.");
}

const message = { message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } };

describe("with the real @agntcy/slim-bindings", () => {
  it("gets a response, a stream and an error, one after the other", async (context) => {
    const target = targetOr(context);
    const call = (method: string, params: unknown) =>
      slimEvents(slimRequest(method, params, { target }), { packageFolder, childPath });
    const response = await call("SendMessage", message);
    expect(slimSummary(response)).toBe("sent 13,response,answered");
    expect(response[1]).toMatchObject({ json: { result: { message: { parts: [{ text: "Hello" }] } } } });
    expect(slimSummary(await call("SendStreamingMessage", message))).toBe("sent 13,task,status,answered");
    const error = await call("GetTask", { id: "x" });
    expect(slimSummary(error)).toBe("sent 3,error,protocol-error -32001");
    expect(error[1]).toMatchObject({ json: { error: { message: "asked with 1.0" } } });
    expect(slimSummary(await call("ListTasks", {}))).toBe("sent 0,error,protocol-error -32601");
  });

  it("cannot tell an absent agent from a wrong secret", async (context) => {
    const target = targetOr(context);
    const absent = slimRequest("GetTask", { id: "x" }, { target: target.replace("echo", "nobody"), timeoutMs: 1000 });
    expect(slimSummary(await slimEvents(absent, { packageFolder, childPath }))).toBe("sent 3,timeout timeout");
    const wrong = slimRequest(
      "GetTask",
      { id: "x" },
      { target, timeoutMs: 1000, connection: [{ name: "slim.secret", value: "other".repeat(8) }] },
    );
    expect(slimSummary(await slimEvents(wrong, { packageFolder, childPath }))).toBe("sent 3,timeout timeout");
  });
});
