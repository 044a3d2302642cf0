#!/usr/bin/env node
// Packs the command line as npm would publish it, installs the tarball in an empty folder without a registry, and uses it
// there: on this Node, and on every other one that is named.
//
//   node scripts/test-package.mjs [--node PATH]… [--report FILE]
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { repository } from "./fresh-machine.mjs";

const { values: options } = parseArgs({
  options: { node: { type: "string", multiple: true, default: [] }, report: { type: "string" } },
});
const folder = mkdtempSync(join(tmpdir(), "simplex-agents-package-"));
const report = { passed: 0, failed: 0, skipped: 0 };
const curl = `curl http://localhost/mcp -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`;
const secret = "planted-in-the-environment";

try {
  const tarball = pack();
  check("the tarball holds neither source maps nor sources, tests or examples", () => {
    const files = filesOf(tarball);
    const strange = files.filter((file) =>
      /\.map$|\.ts$|^package\/(test|src\/(?!protocol\/vendor)|examples|scripts)\//.test(file),
    );
    return strange.length === 0 && files.includes("package/dist/cli.js") ? true : strange.join(", ");
  });
  install(tarball);
  check("nothing else is installed: everything is bundled", () => {
    const installed = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
    return installed.join() === "simplex-agent-protocols" ? true : installed.join(", ");
  });
  cpSync(join(repository, "examples"), join(folder, "examples"), { recursive: true });
  writeFileSync(join(folder, "broken.call"), "### One\n# @tp nowhere\n/_call mcp {\n");
  for (const node of [process.execPath, ...options.node]) use(resolve(node));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${report.passed} passed, ${report.failed} failed`);
if (options.report) writeFileSync(options.report, JSON.stringify(report));
process.exitCode = report.failed > 0 ? 1 : 0;

function pack() {
  const { stdout } = run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: repository });
  return join(folder, JSON.parse(stdout)[0].filename);
}

function filesOf(tarball) {
  return run("tar", ["tzf", tarball]).stdout.trim().split("\n");
}

function install(tarball) {
  writeFileSync(join(folder, "package.json"), '{"private": true}\n');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
}

/** What a user does first, with one version of Node. */
function use(node) {
  const version = run(node, ["--version"]).stdout.trim();
  const on = (args, input) =>
    spawnSync(node, [join(folder, "node_modules/.bin/simplex-agents"), ...args], {
      cwd: folder,
      input: input ?? "",
      encoding: "utf8",
      timeout: 120_000,
      env: { PATH: process.env.PATH, HOME: folder, acme: secret },
    });
  const expect = (what, args, code, output, input) =>
    check(`${what} on Node ${version}`, () => {
      const result = on(args, input);
      const text = result.stdout + result.stderr;
      if (result.status !== code) return `code ${result.status ?? result.signal}: ${text}`;
      if (!output.test(text)) return `other output: ${text}`;
      if (text.includes(secret)) return "a secret in the output";
      return /\u001b/.test(text) ? "colours in a pipe" : true;
    });
  expect("--version", ["--version"], 0, /^\d+\.\d+\.\d+\n$/);
  expect("no command", [], 2, /Usage: simplex-agents/);
  for (const command of ["send", "run", "check", "sandbox", "serve", "discover", "import", "export", "inspect"]) {
    expect(`${command} --help`, [command, "--help"], 0, new RegExp(`^Usage: simplex-agents ${command}`));
  }
  expect("check of the examples", ["check", "examples"], 0, /./);
  expect("check of a broken file", ["check", "broken.call", "--format", "sarif"], 1, /call\/unknown-directive/);
  expect(
    "send",
    ["send", "examples/mcp.call", "--request", "List tools", "--format", "ndjson"],
    0,
    /"outcome":"answered"/,
  );
  expect("run with JUnit", ["run", "examples", "--junit", "results.xml"], 0, /passed/);
  check(`the JUnit file on Node ${version}`, () => {
    const xml = readFileSync(join(folder, "results.xml"), "utf8");
    return /<testsuites [^>]*failures="0" errors="0" skipped="0"/.test(xml) ? true : xml;
  });
  check(`a reader that leaves early on Node ${version}`, () => {
    const program = join(folder, "node_modules/.bin/simplex-agents");
    const shell = 'set -o pipefail; "$1" "$2" run examples/mcp.call --format ndjson --junit early.xml | head -c 10';
    const { status, stdout, stderr } = run("bash", ["-c", shell, "bash", node, program], { cwd: folder });
    const isWhole = readFileSync(join(folder, "early.xml"), "utf8").endsWith("</testsuites>\n");
    return status === 0 && stdout.length === 10 && stderr === "" && isWhole ? true : `code ${status}: ${stderr}`;
  });
  expect("standard input", ["check", "-", "--as", "call"], 1, /call\/unknown-directive/, "### One\n# @tp x\n");
  expect("sandbox --list", ["sandbox", "--list"], 0, /Acme shop/);
  expect("import", ["import", "-"], 0, /\/_call mcp/, curl);
  expect("export", ["export", "examples/mcp.call", "--line", "7", "--as", "python"], 0, /import asyncio/);
  expect("a core that is not there", ["run", "examples/mcp.call", "--core", "ws://127.0.0.1:9"], 2, /cannot be used/);
}

function check(what, test) {
  const outcome = test();
  if (outcome === true) report.passed++;
  else report.failed++;
  console.log(outcome === true ? `✓ ${what}` : `✗ ${what}\n    ${outcome}`);
}

function run(command, args, settings = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", ...settings });
  if (result.status === 0) return result;
  throw new Error(`${command} ${args.join(" ")} failed:\n${result.stderr ?? result.error}`);
}
