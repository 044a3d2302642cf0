import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, sleep } from "../clock.ts";
import { asId, asObject, asString } from "../records/jsonShape.ts";

/** Who uses a database folder: the process that owns the core, and the core. */
interface Ownership {
  readonly ownerPid: number;
  readonly ownerCommand: string;
  readonly corePid: number | undefined;
}

export type Claim = { readonly kind: "claimed" } | { readonly kind: "taken"; readonly ownerPid: number };

const fileName = "owner.json";
const orphanPollMs = 50;
const orphanPatienceMs = 5000;

/**
 * Claims a database folder for this process. Two cores must not use one database, and a core outlives an owner that was
 * killed: such an orphan is ended. A process id alone may belong to somebody else by now, so the command lines have to fit.
 */
export async function claimFolder(folder: string, databasePrefix: string, clock: Clock): Promise<Claim> {
  const before = await readOwnership(folder);
  if (before !== undefined && before.ownerPid !== process.pid) {
    const owner = await commandOf(before.ownerPid);
    if (owner !== undefined && owner === before.ownerCommand) return { kind: "taken", ownerPid: before.ownerPid };
    if (before.corePid !== undefined) await endOrphan(before.corePid, databasePrefix, clock);
  }
  await noteCore(folder, undefined);
  return { kind: "claimed" };
}

/** Notes which core this process runs in the folder. */
export async function noteCore(folder: string, corePid: number | undefined): Promise<void> {
  const ownership: Ownership = {
    ownerPid: process.pid,
    ownerCommand: await ownCommand(),
    corePid,
  };
  await writeFile(join(folder, fileName), JSON.stringify(ownership), { mode: 0o600 });
}

/** Gives the folder free. */
export async function releaseFolder(folder: string): Promise<void> {
  await rm(join(folder, fileName), { force: true });
}

let ownCommandAsked: Promise<string> | undefined;

function ownCommand(): Promise<string> {
  ownCommandAsked ??= commandOf(process.pid).then((command) => command ?? "");
  return ownCommandAsked;
}

async function readOwnership(folder: string): Promise<Ownership | undefined> {
  try {
    const value = asObject(JSON.parse(await readFile(join(folder, fileName), "utf8")));
    const ownerPid = asId(value?.["ownerPid"]);
    const ownerCommand = asString(value?.["ownerCommand"]);
    if (ownerPid === undefined || ownerCommand === undefined) return undefined;
    return { ownerPid, ownerCommand, corePid: asId(value?.["corePid"]) };
  } catch {
    // Absent or broken: nobody is known to own the folder.
    return undefined;
  }
}

/** The command line of a running process; undefined when there is none, or where the system has no `ps`. */
function commandOf(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile("ps", ["-o", "args=", "-p", String(pid)], (error, output) => {
      const command = output.trim();
      resolve(error === null && command !== "" ? command : undefined);
    });
  });
}

async function endOrphan(pid: number, databasePrefix: string, clock: Clock): Promise<void> {
  const isOrphan = async (): Promise<boolean> => (await commandOf(pid))?.includes(databasePrefix) === true;
  if (!(await isOrphan())) return;
  process.kill(pid, "SIGTERM");
  for (let waitedMs = 0; waitedMs < orphanPatienceMs; waitedMs += orphanPollMs) {
    if (!(await isOrphan())) return;
    await sleep(clock, orphanPollMs, new AbortController().signal);
  }
  process.kill(pid, "SIGKILL");
}
