import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/runCli.ts";
import { fakeIo } from "./kit/fakeIo.ts";

const shop = "https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns";
const planted = "planted-secret-51c3";
const curl = `curl http://localhost:3000/mcp -H 'Authorization: Bearer ${planted}' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`;
const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';

const folder = mkdtempSync(join(tmpdir(), "import-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("import", () => {
  it("prints a request file that run takes once the address is written in", async () => {
    const io = fakeIo(folder, curl);
    expect(await runCli(["import", "-"], io)).toBe(0);
    expect(io.out() + io.errors()).not.toContain(planted);
    const checking = fakeIo(folder, io.out().replace("@agent =", `@agent = ${shop}`));
    expect(await runCli(["run", "-"], checking)).toBe(0);
  });

  it("reads a file and tells what it left out", async () => {
    writeFileSync(
      join(folder, "calls.http"),
      '### A\nGET http://a.example\n\n### B\nPOST http://a.example/mcp\n\n{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n',
    );
    const io = fakeIo(folder);
    expect(await runCli(["import", "calls.http", "--as", "http"], io)).toBe(0);
    expect(io.out()).toContain("### B");
    expect(io.errors()).toMatch(/^Left out: "A"/);
  });

  it.each([
    [["import"], "", /Name one file/],
    [["import", "nothing.http"], "", /does not exist/],
    [["import", "-"], "hello", /nothing was imported/],
    [["import", "-", "--as", "postman"], curl, /http, curl, mcp-json, agent-card/],
  ])("%j ends with code 2 and the reason", async (args, input, reason) => {
    const io = fakeIo(folder, input);
    expect(await runCli(args, io)).toBe(2);
    expect(io.out()).toBe("");
    expect(io.errors()).toMatch(reason);
  });
});

describe("export", () => {
  const file = `@key = Bearer {{$secret acme}}
### List
# @to ${shop}
/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {${meta}}}

### Ask
# @to ${shop}
# @param Authorization: {{key}}
# @param A2A-Version: 1.0
/_call a2a {"jsonrpc": "2.0", "id": 2, "method": "SendMessage", "params": {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Hi"}]}}}
`;

  it.each([
    ["core", "{{$secret acme}}"],
    ["typescript", 'secret("acme")'],
    ["python", 'secret("acme")'],
  ])("as %s names the secret and does not hold it", async (as, name) => {
    const io = { ...fakeIo(folder, file), environment: { acme: planted } };
    expect(await runCli(["export", "-", "--request", "Ask", "--as", as], io)).toBe(0);
    expect(io.out()).toContain(name);
    expect(io.out() + io.errors()).not.toContain(planted);
  });

  it.each([
    [["export", "-", "--line", "2"], /Write --as core, --as typescript, --as python/],
    [["export", "-", "--as", "java"], /no form to export to/],
    [["export", "-", "--as", "core"], /several requests/],
    [["export", "-", "--as", "core", "--request", "Nobody"], /No request is named/],
  ])("%j ends with code 2 and the reason", async (args, reason) => {
    const io = fakeIo(folder, file);
    expect(await runCli(args, io)).toBe(2);
    expect(io.errors()).toMatch(reason);
  });

  it("tells where a request that cannot be sent is wrong", async () => {
    const io = fakeIo(folder, file.replace(shop, "{{nobody}}"));
    expect(await runCli(["export", "-", "--line", "2", "--as", "core"], io)).toBe(2);
    expect(io.errors()).toMatch(/^-:3:7: error: "nobody" has no value/);
  });
});
