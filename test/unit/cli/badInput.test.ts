import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/runCli.ts";
import { fakeIo } from "./fakeIo.ts";

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
    ["simplex.env.json", '{"dev": {"a": }}', /simplex\.env\.json has an error in line 1/],
    ["simplex.private.env.json", '{\n"dev": [1]}', /simplex\.private\.env\.json has an error in line/],
  ])("sends nothing when %s has an error", async (name, content, reason) => {
    const own = mkdtempSync(join(folder, "env-"));
    writeFileSync(join(own, name), content);
    writeFileSync(join(own, "a.call"), request("a"));
    const io = fakeIo(own);
    expect(await runCli(["run", "a.call"], io)).toBe(2);
    expect(io.errors()).toMatch(reason);
    expect(io.out()).toBe("");
  });
});

/** The address of the bot that never answers. */
async function quietTarget(): Promise<string> {
  const io = fakeIo(folder);
  await runCli(["sandbox", "--list", "--format", "json"], io);
  const addresses: readonly { readonly title: string; readonly link: string }[] = JSON.parse(io.out());
  return addresses.find(({ title }) => title === "Quiet Bob")?.link ?? "";
}
