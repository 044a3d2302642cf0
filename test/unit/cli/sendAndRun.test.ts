import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDemoSandbox } from "../../../src/bots/demoSandbox.ts";
import { runCli } from "../../../src/cli/runCli.ts";
import { generateSigningKey } from "../../../src/core/ed25519Keys.ts";
import { serveSandbox } from "../../../src/core/sandbox/webSocketServer.ts";
import { fakeIo } from "./kit/fakeIo.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "send-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function cli(
  args: readonly string[],
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly input?: string;
    readonly signal?: AbortSignal;
  } = {},
): Promise<CliResult> {
  const base = fakeIo(folder, options.input);
  const io = {
    ...base,
    environment: options.environment ?? {},
    signal: options.signal ?? new AbortController().signal,
  };
  const code = await runCli(args, io);
  return { code, out: base.out(), error: base.errors() };
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const meta =
  '{"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
const call = (name: string) =>
  `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "${name}", "arguments": {"item": "anvil"}, "_meta": ${meta}}}`;
const request = (name: string, body: string, directives = "") =>
  `### ${name}\n# @to @acme-shop.testing\n${directives}${body}\n\n`;
const available = `/_call mcp ${call("availability")}`;
const envelope = `{"protocol": "mcp", "request": ${call("availability")}}`;

describe("send", () => {
  it("prints one event a line as it comes, the end last", async () => {
    write("shop.call", request("stock", envelope));
    const { code, out, error } = await cli(["send", "shop.call", "--format", "ndjson"]);
    const events = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map((event) => event.event)).toEqual(["sent", "reply", "end"]);
    expect(events[1]).toMatchObject({ kind: "response", sequence: 1, notes: [] });
    expect(events[1].json).toEqual(JSON.parse(events[1].text));
    expect(events[2]).toMatchObject({ outcome: "answered", replies: 1, sent: events[0].text });
    expect({ code, error }).toEqual({ code: 0, error: "" });
  });

  it.each([
    ["an answer", request("r", available), 0],
    ["an error of the protocol", request("r", `/_call mcp ${call("no-such-tool")}`), 1],
    ["an expected error", request("r", `/_call mcp ${call("no-such-tool")}`, "# @expect $error.code == -32602\n"), 0],
    ["a failed expectation", request("r", available, "# @expect $.result.isError == true\n"), 1],
    ["an envelope error", request("r", envelope.replace('"mcp"', '"acp"')), 1],
    ["an unknown variable", request("r", available.replace("anvil", "{{what}}")), 2],
    ["an unknown target", request("r", available).replace("acme-shop.testing", "nobody"), 2],
    ["an error in the text", request("r", available.slice(0, -1)), 2],
    ["no answer in time", request("r", `/_call mcp ${call("inspect")}`, "# @timeout 50ms\n"), 3],
  ])("exits by how it came out: %s", async (_, text, code) => {
    write("one.call", text);
    expect((await cli(["send", "one.call"])).code).toBe(code);
  });

  it("warns of a size that may fail on its way, and refuses one that will", async () => {
    const sized = (bytes: number) => envelope.replace('"anvil"', `"${"x".repeat(bytes)}"`);
    write("large.call", request("r", sized(9_800)));
    const large = await cli(["send", "large.call", "--format", "ndjson"]);
    expect(large.error).toMatch(/^large\.call:3:1: warning: .*\[size\/service-large\]\n$/);
    expect(JSON.parse(large.out.split("\n")[0] ?? "")).toMatchObject({ event: "sent", transport: "rpc" });
    write("larger.call", request("r", sized(11_000)));
    const refused = await cli(["send", "larger.call", "--format", "ndjson"]);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.error).toContain("[size/service-too-large]");
  });

  it("chooses the request by name or line, and asks when there are several", async () => {
    write("two.call", request("first", available) + request("second", envelope));
    for (const choice of [
      ["--request", "second"],
      ["--line", "5"],
      ["--line", "7"],
    ]) {
      const { code, out } = await cli(["send", "two.call", "--format", "ndjson", ...choice]);
      expect({ code, transport: JSON.parse(out.split("\n")[0] ?? "").transport }).toEqual({
        code: 0,
        transport: "rpc",
      });
    }
    for (const choice of [[], ["--request", "third"], ["--line", "0"], ["--line", "99"], ["--env", "dev"]]) {
      const { code, out, error } = await cli(["send", "two.call", ...choice]);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(error).toMatch(/line 1: first|No environment/);
    }
  });

  it("reads standard input, and environments beside the file", async () => {
    write("simplex.env.json", '{"$shared": {"item": "rope"}, "dev": {"item": "magnet"}}');
    const text = request("r", available.replace('"anvil"', "{{item}}"));
    expect((await cli(["send", "-", "--format", "ndjson"], { input: text })).out).toContain("rope");
    expect((await cli(["send", "-", "--env", "dev"], { input: text })).out).toContain("magnet");
    write("simplex.env.json", '{"dev": {"item": "hidden value" }');
    const broken = await cli(["send", "-"], { input: text });
    expect(broken.code).toBe(2);
    expect(broken.error).toContain("simplex.env.json has an error in line 1");
    expect(broken.error).not.toContain("hidden value");
  });

  it("is cancelled by its signal", async () => {
    write("one.call", request("r", available));
    const { code } = await cli(["send", "one.call"], { signal: AbortSignal.abort() });
    expect(code).toBe(2);
  });

  it("sends over the WebSocket of a running core, and says when there is none", async () => {
    write("one.call", request("r", available));
    const sandbox = await createDemoSandbox({ stepMs: 1 });
    const server = await serveSandbox(sandbox.profile, { port: 0, shape: "flat" });
    try {
      const { code, out } = await cli(["send", "one.call", "--core", server.url, "--format", "ndjson"]);
      expect({ code, core: JSON.parse(out.split("\n")[0] ?? "").core }).toEqual({ code: 0, core: "external" });
    } finally {
      await server.close();
      await sandbox.close();
    }
    const { code, error } = await cli(["send", "one.call", "--core", server.url]);
    expect(code).toBe(2);
    expect(error).toContain("cannot be used");
  });
});

describe("run", () => {
  const suite =
    request("uses", available.replace('"availability"', '"{{tool}}"'), "# @expect $.result.isError == false\n") +
    request("lists", envelope, "# @set tool = $.nothing\n# @expect $outcome == answered\n") +
    request("fails", available, '# @expect $.result.isError == "<&>"\n') +
    request("unknown", available.replace("anvil", "{{what}}"));

  it("runs every request, skips what cannot run with the reason, and exits with the worst", async () => {
    write("suite.call", suite);
    const { code, out } = await cli(["run", ".", "--format", "ndjson"]);
    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const results = lines.filter((line) => line.event === "result");
    expect(results.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      "lists failed",
      "uses skipped",
      "fails failed",
      "unknown not-sent",
    ]);
    expect(results[1].messages.join()).toContain('"lists", which did not give it');
    expect(results[2].messages.join()).toContain("but the value is");
    expect(lines.at(-1)).toEqual({ event: "summary", files: 1, passed: 0, failed: 2, notSent: 1, skipped: 1 });
    expect(code).toBe(2);
  });

  it("writes JUnit XML that counts and escapes", async () => {
    write("suite.call", suite);
    const { out } = await cli(["run", "suite.call", "--junit", "results.xml"]);
    const xml = readFileSync(join(folder, "results.xml"), "utf8");
    expect(xml).toContain('<testsuite name="suite.call" tests="4" failures="2" errors="1" skipped="1"');
    expect(xml).toContain("&quot;&lt;&amp;&gt;&quot;");
    expect([...xml.matchAll(/<testcase /g)]).toHaveLength(4);
    expect(xml.replace(/<\?xml[^>]*\?>/, "").replace(/<[^<>]*>/g, "")).not.toMatch(/[<>]/);
    expect(out).toContain("2 failed, 1 not sent, 1 skipped");
    expect(out).not.toContain("\u001b");
  });

  it("stops at the first request that does not pass, files after it included", async () => {
    write(
      "a.call",
      request("passes", available) + request("fails", available, "# @expect $.nothing\n") + request("rest", available),
    );
    write("b.call", request("other", available));
    const { code, out } = await cli(["run", "a.call", "b.call", "--bail"]);
    expect(out).toContain("1 passed, 1 failed, 2 skipped");
    expect(code).toBe(1);
  });

  it("gives captures to later requests and other files", async () => {
    write("a.call", request("list", envelope, "# @set text = $.response.result.content[0].text\n"));
    write("b.call", request("echo", available.replace('"anvil"', '"{{a.text}}"')));
    const { out } = await cli(["run", "a.call", "b.call", "--format", "ndjson"]);
    expect(out).toMatch(/"item\\":\\"12 anvils are in stock\./);
  });
});

describe("a planted secret", () => {
  const planted = 'pl"anted+secret/42';
  const key = generateSigningKey();
  const text =
    request(
      "in the body",
      available.replace('"anvil"', '"{{$secret TOKEN}}"'),
      "# @expect $.result.isError == true\n",
    ) +
    request("echoed", envelope.replace('"anvil"', '"{{wrapped}}"'), "# @expect $.nothing == {{$secret TOKEN}}\n") +
    request("as the target", available).replace("@acme-shop.testing", "@{{$secret TOKEN}}") +
    request("breaking the text", available.replace("/_call mcp", "/_call {{$secret TOKEN}}")) +
    request("signed", envelope, "# @sign KEY\n# @set tool = $.nothing\n") +
    request("as the name of a key", envelope, "# @sign {{$secret TOKEN}}\n") +
    request(
      "captured",
      available.replace('"anvil"', '"{{$secret TOKEN}}"'),
      "# @set echo = $.result.content[0].text\n",
    ) +
    request("captured and sent", available.replace('"anvil"', '"{{echo}}"'), "# @expect $.result == {{echo}}\n") +
    request("captured as a target", available).replace("@acme-shop.testing", "@{{echo}}") +
    request("after it", available, "# @expect $.id == <{{echo}}>\n");
  const secretForms = [
    planted,
    JSON.stringify(planted).slice(1, -1),
    encodeURIComponent(planted),
    btoa(planted),
    key.revealSecret(),
  ];

  it.each([
    ["send", "text", ["send", "s.call", "--request", "in the body"]],
    ["send", "ndjson", ["send", "s.call", "--request", "echoed", "--format", "ndjson"]],
    ["send with a wrong target", "text", ["send", "s.call", "--request", "as the target"]],
    ["send with a broken text", "text", ["send", "s.call", "--request", "breaking the text"]],
    ["send of a capture", "text", ["send", "s.call", "--request", "captured and sent"]],
    ["send of a capture", "ndjson", ["send", "s.call", "--request", "captured and sent", "--format", "ndjson"]],
    ["send with a key of that name", "text", ["send", "s.call", "--request", "as the name of a key"]],
    ["signed send", "ndjson", ["send", "s.call", "--request", "signed", "--format", "ndjson"]],
    ["run", "text", ["run", "s.call", "--junit", "results.xml"]],
    ["run", "ndjson", ["run", "s.call", "--format", "ndjson", "--junit", "results.xml"]],
  ])("appears in no output of %s as %s", async (_, _format, args) => {
    write("s.call", `@wrapped = <{{$secret TOKEN}}>\n\n${text}`);
    const { out, error } = await cli(args, { environment: { TOKEN: planted, KEY: key.revealSecret() } });
    const files = readdirSync(folder).filter((name) => name !== "s.call");
    const written = files.map((name) => readFileSync(join(folder, name), "utf8"));
    const everything = [out, error, ...written].join("\n");
    expect(everything.length).toBeGreaterThan(50);
    for (const form of secretForms) expect(everything).not.toContain(form);
    expect(existsSync(join(folder, "results.xml"))).toBe(args.includes("--junit"));
  });
});
