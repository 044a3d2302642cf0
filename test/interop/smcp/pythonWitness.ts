import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isInstalled, python, pythonEnvironment } from "../../../scripts/interop-witnesses.mjs";

const folder = import.meta.dirname;

/** The office that the protocol's own library serves, or why it is not here. */
export type Witness =
  | { readonly kind: "running"; readonly target: string; stop(): Promise<void> }
  | { readonly kind: "absent"; readonly reason: string };

/** Starts the server and the computer of the library that `npm test` installs. */
export async function startPythonWitness(): Promise<Witness> {
  if (!isInstalled(pythonEnvironment)) {
    return { kind: "absent", reason: "a2c-smcp 0.4.2 is not installed: `npm test` does it where it can." };
  }
  // The library keeps skills and settings in the home folder: not in the user's.
  const home = mkdtempSync(join(tmpdir(), "a2c-smcp-"));
  const child = spawn(python, [join(folder, "office.py")], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, HOME: home, USERPROFILE: home },
  });
  const port = await firstPort(child);
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => child.once("close", resolve));
    if (child.exitCode === null) {
      child.stdin.end();
      await closed;
    }
    rmSync(home, { recursive: true, force: true });
  };
  if (port === undefined) {
    await stop();
    return { kind: "absent", reason: "a2c-smcp 0.4.2 is installed but did not start." };
  }
  return { kind: "running", target: `smcp+http://127.0.0.1:${port}?office=witness-office&computer=witness`, stop };
}

/** The port it prints once the computer is in its office, among the lines of its log; undefined when it ends before. */
async function firstPort({ stdout }: ChildProcess): Promise<string | undefined> {
  if (stdout === null) return undefined;
  for await (const line of createInterface({ input: stdout })) {
    const port = /^port (\d+)$/.exec(line)?.[1];
    if (port !== undefined) {
      // What it logs from now on must not fill the pipe.
      stdout.resume();
      return port;
    }
  }
  return undefined;
}
