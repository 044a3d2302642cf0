import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/runCli.ts";
import { documentKinds } from "../../../src/protocol/documentKind.ts";
import { type FakeIo, fakeIo } from "./kit/fakeIo.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "check-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

async function check(args: readonly string[], input?: string | Uint8Array): Promise<{ code: number; io: FakeIo }> {
  const io = fakeIo(folder, input);
  const code = await runCli(["check", ...args], io);
  return { code, io };
}

const goodEnvelope = '{"protocol":"weather","request":{}}';
const badEnvelope = '{"protocol":"weather"}';
/** An error, a warning and an information. */
const mixedCall = '# @to #acme\n# @tiemout 3s\n/_call weather {"a": 1,}\n';

describe("check", () => {
  it("exits 0 without errors, 1 with errors, 2 when it cannot run", async () => {
    write("good.rpc.json", goodEnvelope);
    write("bad.rpc.json", badEnvelope);
    expect((await check(["good.rpc.json"])).code).toBe(0);
    expect((await check(["bad.rpc.json"])).code).toBe(1);
    expect((await check(["good.rpc.json", "bad.rpc.json"])).code).toBe(1);
    expect((await check(["bad.rpc.json", "missing.call"])).code).toBe(2);
  });

  it("prints a line for each problem, and a summary", async () => {
    write("a.call", mixedCall);
    const { code, io } = await check(["a.call"]);
    expect(code).toBe(1);
    const lines = io.out().trimEnd().split("\n");
    expect(lines.map((line) => /^(\S+: \w+):.*\[(.*)\]$/.exec(line)?.slice(1))).toEqual([
      ["a.call:2:4: warning", "call/unknown-directive"],
      ["a.call:3:8: information", "envelope/unknown-protocol"],
      ["a.call:3:23: error", "json/extra-comma"],
      undefined,
    ]);
    expect(lines.at(-1)).toBe("1 file checked: 1 error, 1 warning, 1 note.");
    expect(io.out()).not.toContain("\u001b");
  });

  it("has colours only on a terminal that shows them", async () => {
    write("a.call", mixedCall);
    const io = { ...fakeIo(folder), hasColours: true };
    await runCli(["check", "a.call"], io);
    expect(io.out()).toContain("\u001b[31merror\u001b[0m");
  });

  it("shows what would act on a terminal", async () => {
    write("a.call", "# @to #acme\n/_call we\u001bather\u202e {}\n");
    const { io } = await check(["a.call"]);
    expect(io.out()).toContain("we\\u001bather\\u202e");
  });

  it("prints JSON with lines and columns from 1, in UTF-16 units", async () => {
    write("a.call", '# @to #acme\r\n/_call weather {"😀": 1,}\r\n');
    const { io } = await check(["a.call", "--format", "json"]);
    const problems: unknown = JSON.parse(io.out());
    expect(problems).toEqual([
      {
        file: "a.call",
        line: 2,
        column: 8,
        endLine: 2,
        endColumn: 15,
        severity: "information",
        code: "envelope/unknown-protocol",
        message: expect.stringContaining("weather has no binding"),
        rule: "agent-protocols#protocol-names",
      },
      {
        file: "a.call",
        line: 2,
        column: 24,
        endLine: 2,
        endColumn: 25,
        severity: "error",
        code: "json/extra-comma",
        message: expect.any(String),
        rule: "rfc8259#3",
      },
    ]);
  });

  it("prints an empty array when there is nothing to say", async () => {
    write("good.rpc-response.json", '{"response":{}}');
    const { io } = await check(["good.rpc-response.json", "--format", "json"]);
    expect(JSON.parse(io.out())).toEqual([]);
  });

  it("knows what the request files beside one capture", async () => {
    const request = (name: string, use: string, set = "") =>
      `### ${name}\n# @to @shop\n${set}/_call weather {"a": "${use}"}\n`;
    write("orders.call", request("List", "x", "# @set stock = $.a\n"));
    write("use.call", request("Use", "{{orders.stock}} {{orders.stok}} {{gone.x}}"));
    const { code, io } = await check(["use.call"]);
    expect(code).toBe(0);
    expect(io.out()).toMatch(/use\.call:3:\d+: warning: No request of orders\.call has `# @set stok = …`/);
    expect(io.out()).toContain("Did you mean orders.stock?");
    expect(io.out()).not.toContain("gone");
  });

  it("names a file from the root by a URI of its own in SARIF", async () => {
    write("a b.call", mixedCall);
    const { io } = await check([join(folder, "a b.call"), "--format", "sarif"]);
    expect(io.out()).toContain(JSON.stringify(pathToFileURL(join(folder, "a b.call")).href));
  });

  it("prints SARIF 2.1.0", async () => {
    write("the folder/a.call", mixedCall);
    const { code, io } = await check(["the folder", "--format", "sarif"]);
    expect(code).toBe(1);
    const log: SarifLog = JSON.parse(io.out());
    expect(log).toMatchObject({
      $schema: expect.stringContaining("sarif-2.1.0"),
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "simplex-agents", version: expect.stringMatching(/^\d+\.\d+\.\d+/) } },
          columnKind: "utf16CodeUnits",
          results: [
            {
              ruleId: "call/unknown-directive",
              level: "warning",
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "the%20folder/a.call" },
                    region: { startLine: 2, startColumn: 4, endLine: 2, endColumn: 11 },
                  },
                },
              ],
            },
            { ruleId: "envelope/unknown-protocol", level: "note" },
            { ruleId: "json/extra-comma", level: "error" },
          ],
        },
      ],
    });
    const run = log.runs[0];
    for (const result of run?.results ?? []) {
      expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
      expect(result.message.text).not.toBe("");
    }
  });

  it("searches folders for files of known kinds, and skips those of others", async () => {
    for (const path of ["a.call", "b/c.rpc.json", "node_modules/d.call", ".git/e.call", "f.txt", "g.json"]) {
      write(path, path.endsWith(".call") ? mixedCall : badEnvelope);
    }
    symlinkSync(folder, join(folder, "loop"));
    const files = async (args: readonly string[]) => {
      const { io } = await check([...args, "--format", "json"]);
      const problems: { file: string }[] = JSON.parse(io.out());
      return [...new Set(problems.map(({ file }) => file))];
    };
    expect(await files(["."])).toEqual(["a.call", "b/c.rpc.json"]);
    expect(await files(["b/"])).toEqual(["b/c.rpc.json"]);
    expect(await files([".", "--as", "rpc-request"])).toEqual(["b/c.rpc.json"]);
  });

  it("reads standard input as what it is told to be", async () => {
    expect((await check(["-", "--as", "rpc-request"], goodEnvelope)).code).toBe(0);
    const { code, io } = await check(["-", "--as", "rpc-request"], badEnvelope);
    expect([code, io.out().startsWith("-:1:1: error:")]).toEqual([1, true]);
    const nameless = await check(["-"], goodEnvelope);
    expect([nameless.code, nameless.io.errors()]).toEqual([2, expect.stringContaining("--as KIND")]);
  });

  it("checks a file as the kind it is told, whatever its name", async () => {
    write("request.txt", badEnvelope);
    expect((await check(["request.txt", "--as", "rpc-request"])).code).toBe(1);
    const unknown = await check(["request.txt"]);
    expect([unknown.code, unknown.io.errors()]).toEqual([2, expect.stringContaining("no file of a known kind")]);
  });

  it("says what it cannot read, and still checks the rest", async () => {
    write("bad.rpc.json", badEnvelope);
    mkdirSync(join(folder, "empty"));
    const { code, io } = await check(["missing.call", "empty", "bad.rpc.json"]);
    expect(code).toBe(2);
    expect(io.errors()).toContain("missing.call cannot be read: it does not exist.");
    expect(io.errors()).toContain("empty holds no file of a known kind");
    expect(io.out()).toContain("bad.rpc.json:1:1: error");
  });

  it.each([
    [[], "Name at least one file"],
    [["a.call", "--as", "nonsense"], '"nonsense" is no kind of text'],
    [["a.call", "--format", "xml"], '"xml" is no format'],
    [["a.call", "--nonsense"], "--nonsense"],
  ])("refuses a wrong command line: %j", async (args, message) => {
    const { code, io } = await check(args);
    expect([code, io.out()]).toEqual([2, ""]);
    expect(io.errors()).toContain(message);
    expect(io.errors()).toContain("check --help");
  });

  it("ends in problems for any bytes, as any kind", async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, index) => (index * 197) % 256);
    for (const kind of documentKinds) {
      const { code, io } = await check(["-", "--as", kind], bytes);
      expect([code, io.errors()]).toEqual([1, ""]);
      expect(io.out()).toContain("[text/not-utf-8]");
    }
  });

  it("knows the variables of the environments above a request file", async () => {
    write("simplex.env.json", '{"$shared": {"bot": "#acme"}}');
    write("calls/a.call", "# @to {{bot}}\n/_call weather {{other}}\n");
    const codes = async () => {
      const { io } = await check(["calls", "--format", "json"]);
      const problems: { code: string }[] = JSON.parse(io.out());
      return problems.map(({ code }) => code);
    };
    expect(await codes()).toEqual(["envelope/unknown-protocol", "call/variable-not-here"]);
    write("simplex.private.env.json", "{}");
    expect(await codes()).toEqual(["envelope/unknown-protocol", "call/unknown-variable"]);
    write("simplex.private.env.json", '{"dev": {"other": "{}"}}');
    expect(await codes()).toEqual(["envelope/unknown-protocol"]);
  });
});

interface SarifLog {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
    }[];
  }[];
}

describe("the command line", () => {
  it.each([
    [["--help"], 0, "Commands:"],
    [["help"], 0, "Commands:"],
    [["--version"], 0, "."],
    [["check", "--help"], 0, "--format FORMAT"],
    [["help", "check"], 0, "--format FORMAT"],
  ])("%j", async (args, code, text) => {
    const io = fakeIo(folder);
    expect(await runCli(args, io)).toBe(code);
    expect(io.out()).toContain(text);
    expect(io.errors()).toBe("");
  });

  it.each([[[]], [["nonsense"]], [["help", "nonsense"]]])("%j is refused with the list of commands", async (args) => {
    const io = fakeIo(folder);
    expect(await runCli(args, io)).toBe(2);
    expect(io.errors()).toContain("Commands:");
    expect(io.out()).toBe("");
  });
});
