// Runs the browser tests of the panel: `node test/ui/panel/run.mjs [--report FILE]`. Exit code 1 if one fails.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(here).filter((file) => file.endsWith(".test.mjs"));
const counts = { passed: 0, failed: 0, skipped: 0 };

const tests = run({ files: files.map((file) => join(here, file)), concurrency: 1, timeout: 600_000 });
tests.on("test:pass", (event) => count(event, "passed"));
tests.on("test:fail", (event) => count(event, "failed"));
const output = tests.compose(spec);
output.pipe(process.stdout, { end: false });
await new Promise((resolve) => output.on("end", resolve));

const report = process.argv[process.argv.indexOf("--report") + 1];
if (process.argv.includes("--report") && report) {
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, JSON.stringify(counts));
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

/** Suites and files hold tests; only the tests themselves count. */
function count(event, outcome) {
  if (event.details?.type === "suite") return;
  const isFile = event.name.endsWith(".test.mjs");
  if (isFile && outcome === "passed") return;
  counts[event.skip === undefined ? outcome : "skipped"]++;
}
