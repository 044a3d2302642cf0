import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startSmcpSandbox } from "../../../src/bots/smcp/smcpSandbox.ts";
import { runCli } from "../../../src/cli/runCli.ts";
import { fakeIo } from "./fakeIo.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "neighbours-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function send(text: string, environment: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  writeFileSync(join(folder, "one.call"), text);
  const io = fakeIo(folder);
  const code = await runCli(["send", "one.call", "--format", "ndjson", ...args], { ...io, environment });
  return { code, out: io.out(), errors: io.errors() };
}

describe("send over a neighbouring transport", () => {
  it("calls a tool over A2C-SMCP, with expectations on MCP's answer and no secret in the output", async () => {
    const sandbox = await startSmcpSandbox({ port: 0 });
    const body =
      '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "acme-desk__count_words", "arguments": {"text": "a b"}}}';
    const { code, out, errors } = await send(
      `# @to ${sandbox.target}\n# @param auth.token: {{$secret token}}\n# @expect $.result.content[0].text == "2"\n${body}\n`,
      { token: "planted-secret" },
    );
    await sandbox.close();
    expect(errors).toBe("");
    expect(code).toBe(0);
    expect(out).toContain('"transport":"smcp"');
    expect(out).not.toContain("planted-secret");
  });

  it("opens no core, which such a request does not need", async () => {
    const body = '{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "x"}}';
    const neighbour = `# @to slim://127.0.0.1:1/a/b/c\n# @param A2A-Version: 1.0\n${body}\n`;
    const noCore = ["--core", "ws://127.0.0.1:1"];
    expect((await send(neighbour, {}, noCore)).errors).not.toContain("cannot be used");
    const io = fakeIo(folder);
    await runCli(["run", "one.call", ...noCore], io);
    expect(io.errors()).not.toContain("cannot be used");
    const simplex = `# @to @bob\n/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "ping"}\n`;
    expect(await send(simplex, {}, noCore)).toMatchObject({
      code: 2,
      errors: expect.stringContaining("cannot be used"),
    });
  });

  it("keeps what configures SLIM out of the message", async () => {
    const { code, out } = await send(
      '# @to slim://127.0.0.1:1/a/b/c\n# @param slim.secret: {{$secret slim}}\n# @param slim.name: acme/demo/caller\n# @param A2A-Version: 1.0\n{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "x"}}\n',
      { slim: "planted-secret-of-thirty-two-bytes" },
    );
    expect(code).toBe(2);
    // Where the library is installed, nothing listens at that port.
    expect(out).toMatch(/"code":"slim-(missing|node)"/);
    expect(out).toContain('{\\"A2A-Version\\":\\"1.0\\"}');
    expect(out).not.toContain("planted-secret");
  });
});
