#!/usr/bin/env node
// Runs an extension's test suite inside a real VS Code extension host. Exit code 0 means that the
// suite ran and passed.
//
//   node run-in-host.mjs --extension DIR --tests BUNDLE.js [--workspace DIR] [--artifacts DIR]
//                        [--timeout SECONDS] [--report FILE] [--verbose]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { format, parseArgs } from "node:util";
import { developmentPayload, launchBrowser, startServer, workbenchUrl } from "./host-lib.mjs";

const { values: options } = parseArgs({
  options: {
    extension: { type: "string" },
    tests: { type: "string" },
    workspace: { type: "string" },
    artifacts: { type: "string" },
    timeout: { type: "string", default: "120" },
    report: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
if (!options.extension || !options.tests) {
  console.error(
    "usage: run-in-host.mjs --extension DIR --tests BUNDLE.js [--workspace DIR] [--artifacts DIR] [--timeout SECONDS] [--report FILE] [--verbose]",
  );
  process.exit(2);
}

const started = Date.now();
const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
const scratch = mkdtempSync(join(tmpdir(), "vscode-host-run-"));
// Absolute: the extension host runs in another folder.
const reportFile = resolve(options.report ?? join(scratch, "report.json"));
const artifacts = options.artifacts;
if (artifacts) mkdirSync(artifacts, { recursive: true });

const hostLog = [];
let server;
let browser;
let exitCode = 1;

async function cleanUp() {
  await browser?.close().catch(() => {});
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.on("error", () => {}); // the reader of our output may leave early
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

try {
  server = await startServer({
    development: true,
    env: { HOST_TEST_REPORT: reportFile },
    logFile: artifacts && join(artifacts, "server.log"),
  });
  const launched = await launchBrowser(server);
  browser = launched.browser;
  const page = await launched.context.newPage();

  const outcome = new Promise((done, fail) => {
    const limit = Number(options.timeout);
    setTimeout(() => fail(new Error(`no result within ${limit} s`)), limit * 1000).unref();
    server.exited.then(() => fail(new Error("the VS Code server ended during the run")));
    page.once("crash", () => fail(new Error("the workbench page crashed")));
    page.exposeFunction("codeAutomationLog", forward).catch(fail);
    // VS Code calls this when the suite's run() has settled: 0 if it resolved, 1 if it rejected.
    page.exposeFunction("codeAutomationExit", (code) => done(code)).catch(fail);
    page
      .goto(
        workbenchUrl(server, {
          workspace: options.workspace,
          payload: developmentPayload(server, { extension: options.extension, tests: options.tests }),
        }),
      )
      .catch(fail);
  });

  try {
    const code = await outcome;
    const report = readReport();
    exitCode = code === 0 && report && report.failed === 0 && report.passed > 0 ? 0 : 1;
    if (report) {
      console.log(`\nvscode-host: done after ${seconds()}`);
      console.log(`${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`);
    } else {
      console.error(`vscode-host: the suite wrote no report (exit code ${code}); it did not run to its end`);
    }
  } finally {
    if (artifacts) {
      writeFileSync(join(artifacts, "host.log"), hostLog.join("\n"));
      if (exitCode !== 0) await page.screenshot({ path: join(artifacts, "workbench.png") }).catch(() => {});
    }
  }
} catch (error) {
  console.error(`vscode-host: ${error.message}`);
} finally {
  await cleanUp();
}
process.exit(exitCode);

// The extension host's console arrives here, mixed with the workbench's own log.
function forward(type, args) {
  const text = format(...args);
  hostLog.push(`${type}: ${text}`);
  if (options.verbose) console.log(`[${type}] ${text}`);
  else if (text.startsWith("[test] ")) console.log(text.slice("[test] ".length));
}

function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, "utf8"));
  } catch {
    return undefined;
  }
}
