import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { type Clock, sleep } from "../clock.ts";
import { type ProcessOutput, processOutput } from "./processOutput.ts";

/** How long a core may take to end by itself before it is killed, in milliseconds. */
const stopTimeoutMs = 5000;

/**
 * Runs the program that its arguments name, and ends it when this process is gone, even killed: then the pipe it reads from
 * has no other end. It ends as the program does, takes a SIGTERM to the group for the program's alone, and kills it at
 * SIGUSR1, so that somebody is left to wait for it.
 */
const keeper = `exec 3<&0
"$@" </dev/null 3<&- &
core=$!
exec >/dev/null 2>&1
(read -r line <&3; kill -TERM "$core"; sleep 5; kill -KILL "$core") &
watch=$!
trap : TERM
trap 'kill -KILL "$core"' USR1
while kill -0 "$core"; do wait "$core"; code=$?; done
kill "$watch"
exit "$code"`;

/** What a shell adds to the number of the signal that ended a program. */
const signalledCode = 128;

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

/** Starts `binary`. A program that cannot be started counts as ended, with the reason. */
export function startProcess(binary: string, args: readonly string[], clock: Clock): CoreProcess {
  const output = processOutput();
  const isGroup = process.platform !== "win32";
  const [program, programArgs] = isGroup ? ["/bin/sh", ["-c", keeper, "sh", binary, ...args]] : [binary, args];
  const child = spawn(program, programArgs, { stdio: ["pipe", "pipe", "pipe"], detached: isGroup, windowsHide: true });
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
    child.once("close", (code, by) => {
      const signalName = by ?? signalOf(code ?? 0);
      end(signalName === undefined ? `It ended with code ${code}.` : `It was ended by ${signalName}.`);
    });
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
      if (isGroup) child.kill("SIGUSR1");
      else signal("SIGKILL");
      await ended;
    },
  };
}

function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === code - signalledCode)?.[0];
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
