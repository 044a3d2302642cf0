import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CliIo } from "../../../src/cli/io.ts";
import { runCli } from "../../../src/cli/runCli.ts";
import type { Core } from "../../../src/core/core.ts";
import { connectWebSocketCore } from "../../../src/core/websocket/webSocketCore.ts";
import { envelopeOf, mcpRequest } from "../bots/conversation.ts";
import { at } from "../core/sandbox/sandboxKit.ts";
import { fakeIo } from "./kit/fakeIo.ts";

/** A command that runs until it is stopped, and the lines it printed. */
function start(args: readonly string[]) {
  const stop = new AbortController();
  const lines: string[] = [];
  let wake: (() => void) | undefined;
  const base = fakeIo(".");
  const io: CliIo = {
    ...base,
    signal: stop.signal,
    writeOut: (text) => {
      lines.push(text.trim());
      wake?.();
    },
  };
  return {
    ended: runCli(args, io),
    stop: () => stop.abort(),
    errors: base.errors,
    async line(number: number): Promise<string> {
      while (lines.length < number)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return lines[number - 1] ?? "";
    },
  };
}

describe("sandbox", () => {
  it("lists its addresses as JSON", async () => {
    const io = fakeIo(".");
    expect(await runCli(["sandbox", "--list", "--format", "json"], io)).toBe(0);
    const addresses: readonly unknown[] = JSON.parse(io.out());
    expect(addresses).toContainEqual({
      title: "Acme news",
      link: expect.stringMatching(/^https:\/\/[a-z0-9.]+\.sandbox\.invalid\/c#[\w-]{43}$/),
      type: "channel",
      audience: ["human", "agent"],
      changeFrequency: "weekly",
    });
    expect(addresses.map((address) => at(address, "title"))).toContain("Acme shop");
  });

  it.each([
    [["sandbox", "--port", "x"], "is no port"],
    [["sandbox", "--list", "--format", "xml"], "is no format"],
    [["sandbox", "--nothing"], "--nothing"],
    [["serve"], "either --mcp-command or --a2a"],
    [["serve", "--a2a", "http://agent.example/"], "is not called"],
    [["serve", "--mcp-command", "node 'x"], "a quote in it has no end"],
    [["serve", "--mcp-command", "/nonexistent/server"], "did not become an MCP server"],
  ])("refuses %j", async (args, reason) => {
    const io = fakeIo(".");
    expect(await runCli(args, io)).toBe(2);
    expect(io.errors()).toContain(reason);
  });

  it("serves a core's API until it is stopped, and says when its port is taken", async () => {
    const first = start(["sandbox", "--port", "0"]);
    const url = await first.line(1);
    expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
    const io = fakeIo(".");
    expect(await runCli(["sandbox", "--port", url.split(":").at(-1) ?? ""], io)).toBe(2);
    expect(io.errors()).toContain("EADDRINUSE");
    first.stop();
    expect(await first.ended).toBe(0);
  });
});

describe("serve", () => {
  it("serves through one core of the sandbox what is called through another, over both transports", async () => {
    const sandbox = start(["sandbox", "--bot-port", "0"]);
    const [callers, bots] = [await sandbox.line(1), await sandbox.line(2)];
    const script = join(import.meta.dirname, "../../fixtures/bots/stdioServer.mjs");
    const serving = start(["serve", "--mcp-command", `"${process.execPath}" "${script}"`, "--core", bots]);
    const link = await serving.line(1);
    const request = JSON.stringify(mcpRequest("tools/call", { name: "shout", arguments: { text: "hi" } }));
    const chat = `# @to ${link}\n# @expect $.result.content[0].text == "HI"\n/_call mcp ${request}\n`;
    const rpc = `# @to ${link}\n# @expect $.response.result.content[0].text == "HI"\n{"protocol": "mcp", "request": ${request}}\n`;
    const send = async (text: string): Promise<unknown> => {
      const io = fakeIo(".", text);
      return [await runCli(["send", "-", "--core", callers], io), io.errors()];
    };
    expect(await send(chat)).toEqual([0, ""]);
    expect(await Promise.all([rpc, rpc, rpc, rpc].map(send))).toEqual(Array(4).fill([0, ""]));
    for (const command of [serving, sandbox]) {
      command.stop();
      expect(await command.ended).toBe(0);
    }
  }, 30_000);

  it("serves a local MCP server at an address that a client of the core can call", async () => {
    const script = join(import.meta.dirname, "../../fixtures/bots/stdioServer.mjs");
    const serving = start(["serve", "--mcp-command", `"${process.execPath}" "${script}"`]);
    const link = await serving.line(1);
    const core = await readyCore(await serving.line(2));
    const request = mcpRequest("tools/call", { name: "shout", arguments: { text: "hi" } });
    const envelope = await envelopeOf(core, link, { protocol: "mcp", request });
    expect(at(envelope, "response.result.content.0.text")).toBe("HI");
    await core.close();
    serving.stop();
    expect(await serving.ended).toBe(0);
  }, 30_000);

  it("changes what stands in the profile of a running core only with --change-profile", async () => {
    const sandbox = start(["sandbox", "--port", "0"]);
    const url = await sandbox.line(1);
    const core = await readyCore(url);
    await core.command("/_address 1 pq_ratchet=on");
    const script = join(import.meta.dirname, "../../fixtures/bots/stdioServer.mjs");
    const args = ["serve", "--core", url, "--mcp-command", `"${process.execPath}" "${script}"`];
    const refused = start(args);
    expect(await refused.ended).toBe(2);
    expect(refused.errors()).toMatch(/accept every contact by itself.*Nothing was changed.*--change-profile/s);
    const allowed = start([...args, "--change-profile"]);
    expect(await allowed.line(1)).toMatch(/^https:.*\/a#/);
    expect(allowed.errors()).toContain("another window or program on it takes some of the requests");
    allowed.stop();
    expect(await allowed.ended).toBe(0);
    await core.close();
    sandbox.stop();
    await sandbox.ended;
  }, 30_000);

  it("starts the server it serves again when it ends, and ends itself when it does not stay", async () => {
    const script = join(import.meta.dirname, "../../fixtures/bots/stdioServer.mjs");
    const serving = start(["serve", "--mcp-command", `"${process.execPath}" "${script}"`]);
    const link = await serving.line(1);
    const core = await readyCore(await serving.line(2));
    const request = mcpRequest("tools/call", { name: "shout", arguments: { text: "leave" } });
    const leave = () => envelopeOf(core, link, { protocol: "mcp", request });
    expect(at(await leave(), "response.error.message")).toContain("ended before it answered");
    let hasEnded = false;
    const ended = serving.ended.then((code) => {
      hasEnded = true;
      return code;
    });
    // Whether the last call is still answered is open: its connection ends with the command.
    while (!hasEnded) await Promise.race([leave().catch(() => undefined), ended]);
    expect(await ended).toBe(2);
    expect(serving.errors()).toContain("It is started again");
    expect(serving.errors()).toContain("does not keep running");
    await core.close();
  }, 60_000);

  it("can be stopped while the server is silent", async () => {
    const serving = start(["serve", "--mcp-command", `"${process.execPath}" -e "setInterval(Object, 1000)"`]);
    await new Promise((resolve) => setImmediate(resolve));
    serving.stop();
    expect(await serving.ended).toBe(2);
  }, 30_000);
});

async function readyCore(url: string): Promise<Core> {
  const core = connectWebSocketCore(url);
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (core.state.kind !== "ready") return;
      listener.dispose();
      resolve();
    };
    const listener = core.onState(check);
    check();
  });
  return core;
}
