// The entry that VS Code loads inside the extension host: it calls run() and takes a rejection for a failure.
import { writeFileSync } from "node:fs";
import { format } from "node:util";
import Mocha from "mocha";

const perTestMs = 20_000;

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: perTestMs, color: false, reporter: "spec" });
  // The harness shows the lines that start like this, out of all that the host logs.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    for (const line of format(...args).split("\n")) console.log(`[test] ${line}`);
  };
  // Some suites by name, while one of them is worked on.
  const only = process.env["HOST_TEST_GREP"];
  if (only) mocha.grep(only);
  // Bundled suites have no files for Mocha to load; each is loaded after the globals are in place.
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  // First: it sees the extension before anything else has loaded it whole.
  await import("./suite/activation.test.ts");
  await import("./suite/language.test.ts");
  await import("./suite/editing.test.ts");
  await import("./suite/largeFiles.test.ts");
  await import("./suite/sending.test.ts");
  await import("./suite/neighbours.test.ts");
  await import("./suite/history.test.ts");
  await import("./suite/largeTranscript.test.ts");
  await import("./suite/fromReplies.test.ts");
  await import("./suite/addresses.test.ts");
  await import("./suite/discovery.test.ts");
  await import("./suite/conversations.test.ts");
  await import("./suite/keys.test.ts");
  await import("./suite/core.test.ts");
  await import("./suite/captures.test.ts");
  await import("./suite/testing.test.ts");
  await import("./suite/importExport.test.ts");
  await import("./suite/plantedSecret.test.ts");

  const report = { passed: 0, failed: 0, skipped: 0 };
  await new Promise<void>((done) => {
    const runner = mocha.run(() => done());
    runner.on("pass", () => report.passed++);
    runner.on("fail", () => report.failed++);
    runner.on("pending", () => report.skipped++);
  });
  // The harness demands this file, so a suite that never ran cannot pass for a green one.
  const file = process.env["HOST_TEST_REPORT"];
  if (file) writeFileSync(file, JSON.stringify(report));
  if (report.failed > 0) throw new Error(`${report.failed} of ${report.passed + report.failed} tests failed`);
}
