import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/runCli.ts";
import { fakeIo } from "./kit/fakeIo.ts";

const folder = mkdtempSync(join(tmpdir(), "bad-input-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const meta =
  '{"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';

/** A request to list tools; `id` may be a placeholder. */
function request(name: string, directives: readonly string[] = [], id = '"1"', target = "@acme-shop.testing"): string {
  const lines = directives.map((directive) => `# @${directive}\n`).join("");
  return `### ${name}\n# @to ${target}\n${lines}/_call mcp {"jsonrpc": "2.0", "id": ${id}, "method": "tools/list", "params": {"_meta": ${meta}}}\n\n`;
}

interface Result {
  readonly name: string;
  readonly verdict: string;
  readonly messages: readonly string[];
}

/** The exit code, and each request's verdict with its messages. */
async function runText(text: string): Promise<{ readonly code: number; readonly results: Map<string, string> }> {
  const io = fakeIo(folder, text);
  const code = await runCli(["run", "-", "--format", "ndjson"], io);
  const events: readonly (Result & { readonly event: string })[] = io
    .out()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const results = events.filter(({ event }) => event === "result");
  return {
    code,
    results: new Map(results.map(({ name, verdict, messages }) => [name, [verdict, ...messages].join(" ")])),
  };
}

describe("a run with bad input", () => {
  it("skips a circle of captures of any length and what needs it, and runs the rest", async () => {
    const { code, results } = await runText(
      request("self", ["set self = $.id"], '"{{self}}"') +
        request("a", ["set a = $.id"], '"{{c}}"') +
        request("b", ["set b = $.id"], '"{{a}}"') +
        request("c", ["set c = $.id"], '"{{b}}"') +
        request("needs a", [], '"{{a}}"') +
        request("free"),
    );
    for (const name of ["a", "b", "c"]) expect(results.get(name)).toMatch(/^skipped .*circle/);
    expect(results.get("self")).toMatch(/^(skipped .*circle|not-sent .*)/);
    expect(results.get("needs a")).toMatch(/^skipped .*"a", which did not give it/);
    expect(results.get("free")).toBe("passed");
    expect(code).toBeGreaterThan(0);
  });

  it("fails a capture that selects nothing, skips what needs it, and runs the rest", async () => {
    const { code, results } = await runText(
      request("gives nothing", ["set gone = $.result.nothing"]) +
        request("needs it", [], '"{{gone}}"') +
        request("free"),
    );
    expect(results.get("gives nothing")).toMatch(/^failed .*"gone" was not captured/);
    expect(results.get("needs it")).toMatch(/^skipped .*which did not give it/);
    expect(results.get("free")).toBe("passed");
    expect(code).toBe(1);
  });

  it("goes on after a request that times out, and exits with 3", async () => {
    const { code, results } = await runText(
      request("before") + request("silent", ["timeout 1s"], '"1"', await quietTarget()) + request("after"),
    );
    expect(results.get("before")).toBe("passed");
    expect(results.get("silent")).toMatch(/^failed /);
    expect(results.get("after")).toBe("passed");
    expect(code).toBe(3);
  }, 20_000);

  it.each([
    ["simplex.env.json", '{"dev": {"a": }}', "a/simplex.env.json has an error in line 1: A value is missing."],
    ["simplex.env.json", "", "a/simplex.env.json has an error in line 1"],
    ["simplex.env.json", '{"dev": {"a": planted}}', "a/simplex.env.json has an error in line 1"],
    ["simplex.env.json", '{"dev": {"a": null}}', "a/simplex.env.json has an error in line 1"],
    ["simplex.env.json", Uint8Array.of(0x7b, 0xff, 0x7d), "a/simplex.env.json is not UTF-8"],
    ["simplex.private.env.json", '{\n"dev": [1]}', "a/simplex.private.env.json has an error in line 2"],
  ])("skips what depends on %s with an error, runs the rest, and exits with 2", async (name, content, reason) => {
    const own = mkdtempSync(join(folder, "env-"));
    mkdirSync(join(own, "a"));
    writeFileSync(join(own, "a", name), content);
    writeFileSync(join(own, "a", "a.call"), request("a"));
    writeFileSync(join(own, "b.call"), request("b"));
    const io = fakeIo(own);
    expect(await runCli(["run", ".", "--junit", "results/all.xml"], io)).toBe(2);
    expect(io.errors()).toContain(reason);
    expect(io.out()).toContain(`a/a.call:1: skipped: ${reason}`);
    expect(io.out()).toContain("1 passed, 1 skipped");
    expect(readFileSync(join(own, "results/all.xml"), "utf8")).toContain(`<skipped message="${reason}`);
    expect(io.out() + io.errors()).not.toContain("planted");
    const other = fakeIo(join(own, "a"));
    expect(await runCli(["send", "a.call"], other)).toBe(2);
    expect(other.out()).toBe("");
  });

  it.each([
    ["duplicate keys", '{"$shared": {"id": "first", "id": "last"}}'],
    ["a byte order mark and CRLF", '\uFEFF{\r\n"$shared": {\r\n"id": "last"\r\n}\r\n}\r\n'],
  ])("takes the values of an environment file with %s", async (_, content) => {
    const own = mkdtempSync(join(folder, "env-"));
    writeFileSync(join(own, "simplex.env.json"), content);
    writeFileSync(join(own, "a.call"), request("a", ["expect $.id == last"], '"{{id}}"'));
    expect(await runCli(["run", "a.call"], fakeIo(own))).toBe(0);
  });

  it.each([
    [["run", "empty"], "empty holds no request file (*.call), so nothing was run."],
    [["run", "nowhere"], "nowhere cannot be read: it does not exist."],
    [["run", "empty/*.call"], "empty/*.call holds no request file"],
    [["run", "none.call"], "There is no request in none.call, so nothing was run."],
    [["run", "-"], "There is no request in -, so nothing was run."],
    [["run", "a.call", "--bogus"], '"--bogus" is no option of "simplex-agents run".'],
    [["run", "a.call", "-x"], '"-x" is no option of "simplex-agents run".'],
    [["run", "a.call", "--junit"], "--junit"],
    [["run", "a.call", "--format", "json"], '"json" is no format'],
    [["run", "a.call", "--env", "dev"], 'No environment is named "dev"'],
    [["run", "a.call", "--core", "tcp://x"], '"tcp://x" is no core'],
    [["run"], "Name at least one request file"],
    [["send", "twice.call", "--request", "same"], 'Several requests are named "same". Choose one with --line.'],
    [["send", "a.call", "b.call"], "Name one request file to send from."],
  ])("says what is wrong with %j, and exits with 2", async (args, message) => {
    const own = mkdtempSync(join(folder, "usage-"));
    mkdirSync(join(own, "empty"));
    writeFileSync(join(own, "none.call"), "# only a comment\n");
    writeFileSync(join(own, "a.call"), request("a"));
    writeFileSync(join(own, "twice.call"), request("same") + request("same"));
    const io = fakeIo(own);
    expect(await runCli(args, io)).toBe(2);
    expect(io.errors()).toContain(message);
    expect(io.errors()).toMatch(/See "simplex-agents (run|send) --help"\.\n$/);
    expect(io.out()).toBe("");
  });

  it("runs a file once, however often it is named, and after those whose captures it uses", async () => {
    const own = mkdtempSync(join(folder, "order-"));
    mkdirSync(join(own, "deep"));
    writeFileSync(join(own, "a.call"), request("uses", [], '"{{z.id}}"'));
    writeFileSync(join(own, "deep", "z.call"), request("gives", ["set id = $.id"], '"seven"'));
    const io = fakeIo(own);
    expect(await runCli(["run", ".", "a.call", "./a.call", "**/*.call"], io)).toBe(0);
    expect([...io.out().matchAll(/✓ (\w+)/g)].map(([, name]) => name)).toEqual(["gives", "uses"]);
    const alone = fakeIo(own);
    expect(await runCli(["run", "a.call"], alone)).toBe(2);
    expect(alone.out()).toContain("Run the request of z.call that has `# @set id = …` first");
  });

  it("takes the captures of an expected error, too", async () => {
    const { code, results } = await runText(
      request("fails", ["expect $error.code == -32601", "set code = $.error.code"]).replace("tools/list", "no/such") +
        request("uses", ["expect $.id == -32601"], "{{code}}"),
    );
    expect([...results]).toEqual([
      ["fails", "passed"],
      ["uses", "passed"],
    ]);
    expect(code).toBe(0);
  });

  it("tells with send why a request that it needs did not pass", async () => {
    const text =
      request("first", ["timeout 100ms", "set id = $.id"], "1", await quietTarget()) + request("second", [], "{{id}}");
    const io = fakeIo(folder, text);
    expect(await runCli(["send", "-", "--request", "second"], io)).toBe(3);
    expect(io.errors()).toMatch(
      /^"first", which was sent first because its captures are used, did not pass:\n= timeout/,
    );
  });

  it("shows what differs as lines, and cuts what is long", async () => {
    const { results } = await runText(request("a", ['expect $.result._meta == {"a": 1}', "expect $.result == {}"]));
    const text = results.get("a") ?? "";
    expect(text).toMatch(/- {3}"a": 1 /);
    expect(text).toMatch(/\+ {3}"io\.modelcontextprotocol\/serverInfo": \{/);
    expect(text).toMatch(/… and \d+ more lines/);
  });
});

/** The address of the bot that never answers. */
async function quietTarget(): Promise<string> {
  const io = fakeIo(folder);
  await runCli(["sandbox", "--list", "--format", "json"], io);
  const addresses: readonly { readonly title: string; readonly link: string }[] = JSON.parse(io.out());
  return addresses.find(({ title }) => title === "Quiet Bob")?.link ?? "";
}
