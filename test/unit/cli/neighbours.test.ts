import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startSmcpSandbox } from "../../../src/bots/smcp/smcpSandbox.ts";
import { runCli } from "../../../src/cli/runCli.ts";
import { fakeIo } from "./kit/fakeIo.ts";

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

  const toolCall = (target: string, name: string, directives = ""): string =>
    `# @to ${target}\n${directives}{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "acme-desk__${name}", "arguments": {"text": "a b"}}}\n`;

  it.each([
    ["a tool that is not there", 1, "", (target: string) => toolCall(target, "nothing")],
    [
      "an expectation that fails",
      1,
      "",
      (target: string) => toolCall(target, "count_words", "# @expect $.result exists\n# @expect $.error exists\n"),
    ],
    [
      "an error that is expected",
      0,
      "",
      (target: string) => toolCall(target, "nothing", "# @expect $error.code == 4001\n"),
    ],
    ["a tool that takes too long", 3, "", (target: string) => toolCall(target, "slow_report", "# @timeout 1s\n")],
    ["another version", 2, "", (target: string) => toolCall(`${target}&version=0.2.0`, "count_words")],
    [
      "a target without an office",
      2,
      "smcp/no-office",
      (target: string) => toolCall(target.replace("office=", "agent="), "count_words"),
    ],
  ])("ends with the code of the outcome: %s", async (_, code, said, text) => {
    const sandbox = await startSmcpSandbox({ port: 0, slowMs: 600_000 });
    const sent = await send(text(sandbox.target));
    await sandbox.close();
    expect(sent.code).toBe(code);
    expect(sent.errors).toContain(said);
  });

  it("prints one event a line, as over every transport", async () => {
    const sandbox = await startSmcpSandbox({ port: 0 });
    const { out } = await send(toolCall(sandbox.target, "broken_printer"));
    await sandbox.close();
    const events: readonly unknown[] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events).toMatchObject([
      { event: "sent", transport: "smcp", core: "smcp", target: sandbox.target },
      { event: "reply", sequence: 1, sender: "acme-desk", kind: "response", json: { result: { isError: true } } },
      { event: "end", outcome: "answered", replies: 1 },
    ]);
  });

  it("runs the requests of a file as tests, values of one used by the next", async () => {
    const sandbox = await startSmcpSandbox({ port: 0 });
    const list = `### List\n# @to ${sandbox.target}\n# @set tool = $.result.tools[0].name\n{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\n`;
    const call = `### Count\n# @to ${sandbox.target}\n# @expect $.result.content[0].text == "2"\n{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "{{tool}}", "arguments": {"text": "a b"}}}\n`;
    writeFileSync(join(folder, "office.call"), list + call);
    const io = fakeIo(folder);
    expect(await runCli(["run", "office.call", "--core", "ws://127.0.0.1:1"], io)).toBe(0);
    await sandbox.close();
    expect(io.out()).toContain("2 passed");
  });

  it("opens no core, which such a request does not need", async () => {
    const body = '{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "x"}}';
    const neighbour = `# @to slim://127.0.0.1:1/a/b/c\n# @param slim.secret: {{$secret slim}}\n# @param A2A-Version: 1.0\n${body}\n`;
    const noCore = ["--core", "ws://127.0.0.1:1"];
    const environment = { slim: "planted-secret-of-thirty-two-bytes" };
    const sent = await send(neighbour, environment, noCore);
    expect(sent.errors).not.toContain("cannot be used");
    expect(sent.out).toMatch(/"code":"slim-(missing|node)"/);
    const io = { ...fakeIo(folder), environment };
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
