// Runs the grammar tests and, with `--report FILE`, leaves the counts that `npm test` sums up.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "..");
const runner = join(repository, "node_modules", "vscode-tmgrammar-test", "dist", "unit.js");
const folder = join("test", "grammar");
const counts = { passed: 0, failed: 0, skipped: 0 };

for (const file of readdirSync(join(repository, folder)).sort()) {
  const { status } = spawnSync(process.execPath, [runner, join(folder, file)], { cwd: repository, stdio: "inherit" });
  counts[status === 0 ? "passed" : "failed"] += 1;
}

const report = process.argv.indexOf("--report");
if (report !== -1) {
  const path = process.argv[report + 1];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(counts));
}
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
