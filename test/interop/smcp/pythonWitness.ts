import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);
const folder = import.meta.dirname;
/** Made once and kept: the packages are some 60 MB. */
const environment = join(folder, "../../../artifacts/interop/a2c-smcp-0.4.2");

/** The office that the protocol's own library serves, or why it is not here. */
export type Witness =
  | { readonly kind: "running"; readonly target: string; stop(): Promise<void> }
  | { readonly kind: "absent"; readonly reason: string };

/** Installs the library into a virtual environment, if it is not there yet, and starts its server and computer. */
export async function startPythonWitness(): Promise<Witness> {
  const python = join(environment, ...(process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"]));
  const marker = join(environment, "installed");
  if (!existsSync(marker)) {
    const reason = await install(python).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message.slice(0, 300) : String(error)),
    );
    if (reason !== undefined) {
      rmSync(environment, { recursive: true, force: true });
      return { kind: "absent", reason: `a2c-smcp 0.4.2 cannot be installed here: ${reason}` };
    }
    mkdirSync(marker);
  }
  return await start(python);
}

async function install(python: string): Promise<void> {
  await run(process.platform === "win32" ? "python" : "python3", ["-m", "venv", environment], { timeout: 60_000 });
  const options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  await run(python, [...options, "-r", join(folder, "requirements.txt")], { timeout: 150_000 });
}

async function start(python: string): Promise<Witness> {
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
