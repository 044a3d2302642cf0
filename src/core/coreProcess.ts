import { type ChildProcess, spawn } from "node:child_process";
import { type Clock, sleep } from "./clock.ts";
import { type ProcessOutput, processOutput } from "./processOutput.ts";

/** How long a core may take to end by itself before it is killed, in milliseconds. */
const stopTimeoutMs = 5000;

/** A running `simplex-chat`, in a process group of its own, so that what it starts ends with it. */
export interface CoreProcess {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  readonly output: ProcessOutput;
  /** Resolves with what happened when the process has ended. */
  readonly ended: Promise<string>;
  readonly isRunning: boolean;
  /** Asks it to end, then kills it. Resolves when it has ended. Stopping twice is harmless. */
  stop(): Promise<void>;
}

export function startProcess(binary: string, args: readonly string[], clock: Clock): CoreProcess {
  const output = processOutput();
  const isGroup = process.platform !== "win32";
  const child = spawn(binary, args, { stdio: ["ignore", "pipe", "pipe"], detached: isGroup, windowsHide: true });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", output.append);
  let isRunning = child.pid !== undefined;
  const signal = (name: NodeJS.Signals): void => signalGroup(child, name, isGroup);
  const onOwnerExit = (): void => signal("SIGKILL");
  process.once("exit", onOwnerExit);
  const ended = new Promise<string>((resolve) => {
    const end = (how: string): void => {
      isRunning = false;
      process.removeListener("exit", onOwnerExit);
      resolve(how);
    };
    child.once("error", (error) => end(`It could not be started: ${error.message}.`));
    // "close" comes after the last output was read.
    child.once("close", (code, by) => end(by === null ? `It ended with code ${code}.` : `It was ended by ${by}.`));
  });
  return {
    pid: child.pid,
    output,
    ended,
    get isRunning() {
      return isRunning;
    },
    stop: async () => {
      if (!isRunning) return;
      signal("SIGTERM");
      const patience = new AbortController();
      await Promise.race([ended, sleep(clock, stopTimeoutMs, patience.signal)]);
      patience.abort();
      if (!isRunning) return;
      signal("SIGKILL");
      await ended;
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals, isGroup: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(isGroup ? -child.pid : child.pid, signal);
  } catch (error) {
    // It ended between the check and the signal; anything else is a bug.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
