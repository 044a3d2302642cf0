import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished } from "vitest";
import { isAlive } from "./kit/isAlive.ts";

const standIn = join(import.meta.dirname, "../../fixtures/standIn/simplex-chat.mjs");
const isWindows = process.platform === "win32";

/** A process that owns a core, as a window's extension host does. */
const owner = `
import { startProcess } from "../../../src/core/managed/coreProcess.ts";
import { systemTime } from "../../../src/core/clock.ts";
const [binary, ...args] = process.argv.slice(2);
const core = startProcess(binary, args, systemTime);
console.log("started");
void core.ended.then((how) => console.log(how));
setInterval(() => {}, 1_000);
`;

describe("the process of a core", () => {
  it.skipIf(isWindows).each([false, true])(
    "ends when its owner is killed, also when it ignores being asked: %s",
    async (ignoresTermination) => {
      const folder = mkdtempSync(join(tmpdir(), "core-process-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      writeFileSync(join(folder, "behaviour.json"), JSON.stringify({ ignoresTermination }));
      const script = join(folder, "owner.mjs");
      await build({
        stdin: { contents: owner, resolveDir: import.meta.dirname, loader: "ts" },
        outfile: script,
        bundle: true,
        platform: "node",
        format: "esm",
      });
      const args = [standIn, "-d", join(folder, "core"), "-y", "-p", "0", "--user-display-name", "tester"];
      const window = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
      onTestFinished(() => void window.kill("SIGKILL"));
      const log = join(folder, "starts.log");
      await until(() => existsSync(log) && readFileSync(log, "utf8").endsWith("\n"));
      const pid = Number.parseInt(readFileSync(log, "utf8"), 10);
      expect(isAlive(pid)).toBe(true);
      window.kill("SIGKILL");
      await until(() => !isAlive(pid));
    },
    30_000,
  );
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
