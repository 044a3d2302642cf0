import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/runCli.ts";
import { parseTranscript } from "../../../src/runner/record/transcriptFile.ts";
import { fakeIo } from "./kit/fakeIo.ts";

/** Nobody listens there: what opens a core fails. */
const noCore = ["--core", "ws://127.0.0.1:1"];

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "transcripts-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function cli(...args: readonly string[]) {
  const io = { ...fakeIo(folder), environment: { token: "planted-secret-value" } };
  const code = await runCli(args, io);
  return { code, out: io.out(), error: io.errors() };
}

function writeRequest(directives: string): void {
  const meta =
    '{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"acme.example/token":"{{$secret token}}"}';
  const params = `{"name":"availability","arguments":{"item":"anvil"},"_meta":${meta}}`;
  const body = `{"protocol":"mcp","request":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}}`;
  writeFileSync(join(folder, "shop.call"), `### Stock\n# @to @acme-shop.testing\n${directives}${body}\n`);
}

describe("a recorded call", () => {
  it("is written without its secrets, and its expectations are checked without a core", async () => {
    writeRequest("");
    expect((await cli("send", "shop.call", "--transcript", "stock.transcript.json")).code).toBe(0);
    const text = readFileSync(join(folder, "stock.transcript.json"), "utf8");
    expect(parseTranscript(text).kind).toBe("transcript");
    expect(text).not.toContain("planted-secret-value");

    writeRequest("# @expect $.response.result.isError == false\n# @set stock = $.response.result.content[0].text\n");
    const held = await cli("run", "shop.call", "--replay", "stock.transcript.json", ...noCore);
    expect(held).toMatchObject({ code: 0, error: "" });
    expect(held.out).toContain("1 passed");

    writeRequest("# @expect $.response.result.isError == true\n");
    const failed = await cli("run", "shop.call", "--replay", "stock.transcript.json", ...noCore);
    expect(failed.code).toBe(1);
    expect(failed.out).toContain("$.response.result.isError == true");
  });

  it("of another name is none of the request's", async () => {
    writeRequest("");
    await cli("send", "shop.call", "--transcript", "stock.transcript.json");
    const path = join(folder, "stock.transcript.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"name": "Stock"', '"name": "Other"'));
    const { code, out } = await cli("run", "shop.call", "--replay", "stock.transcript.json", ...noCore);
    expect(code).toBe(2);
    expect(out).toContain("No record of a call “Stock” that has ended was given");
  });

  it("must be one: what is wrong with the file is said, and nothing is run", async () => {
    writeRequest("");
    writeFileSync(join(folder, "broken.transcript.json"), "{}");
    for (const [name, reason] of [
      ["absent.transcript.json", "absent.transcript.json cannot be read: it does not exist."],
      ["broken.transcript.json", "broken.transcript.json: This is not a transcript that can be shown"],
    ] as const) {
      const { code, error } = await cli("run", "shop.call", "--replay", name, ...noCore);
      expect(code).toBe(2);
      expect(error).toContain(reason);
    }
  });
});
