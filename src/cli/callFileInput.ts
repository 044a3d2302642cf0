import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { decodeText } from "../protocol/text/decodeText.ts";
import {
  type EnvironmentFile,
  type EnvironmentValues,
  environmentFileName,
  parseEnvironmentFile,
  privateEnvironmentFileName,
} from "../runner/environments.ts";
import { reasonOf } from "./findFiles.ts";
import { type CliIo, UsageError } from "./io.ts";
import { nearestFileText, textIfPresent } from "./nearestFile.ts";

/** A request file as it was read, with the environments that apply to it. */
export interface CallFileInput {
  /** As the user named it; `-` for standard input. */
  readonly path: string;
  readonly text: string;
  readonly environment: EnvironmentValues | undefined;
  readonly privateEnvironment: EnvironmentValues | undefined;
}

/** Larger files are not request files. */
const largestFileBytes = 8 * 1024 * 1024;

/** Reads a request file, or standard input for `-`, with the environment files beside it or in a folder above. */
export async function readCallFile(
  path: string,
  environmentName: string | undefined,
  io: CliIo,
): Promise<CallFileInput> {
  const absolute = resolve(io.workingFolder, path);
  const text = path === "-" ? textOf(path, await io.readInput()) : textOf(path, await readBytes(absolute, path));
  const folder = path === "-" ? io.workingFolder : dirname(absolute);
  const open = await nearestEnvironment(folder, environmentFileName);
  const hidden = await nearestEnvironment(folder, privateEnvironmentFileName);
  requireEnvironment(environmentName, [open, hidden]);
  return {
    path,
    text,
    environment: open?.valuesOf(environmentName),
    privateEnvironment: hidden?.valuesOf(environmentName),
  };
}

/** The text of a file named in a request file, relative to it; undefined when it cannot be read. */
export async function readBeside(callFile: string, name: string, io: CliIo): Promise<string | undefined> {
  const folder = callFile === "-" ? io.workingFolder : dirname(resolve(io.workingFolder, callFile));
  return await textIfPresent(resolve(folder, name));
}

function textOf(path: string, bytes: Uint8Array): string {
  const decoded = decodeText(bytes);
  const [problem] = decoded.problems;
  if (problem) throw new UsageError(`${path} cannot be sent from: ${problem.message}`);
  return decoded.text;
}

async function readBytes(absolute: string, shown: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(absolute);
    if (size > largestFileBytes) throw new UsageError(`${shown} has ${size} bytes, more than a request file can have.`);
    return await readFile(absolute);
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    throw new UsageError(`${shown} cannot be read: ${reasonOf(error)}.`);
  }
}

/** The environment file in the folder, or in the nearest folder above that has one. */
async function nearestEnvironment(folder: string, fileName: string): Promise<EnvironmentFile | undefined> {
  const text = await nearestFileText(folder, fileName);
  if (text === undefined) return undefined;
  const parsed = parseEnvironmentFile(text, fileName);
  if (parsed.kind === "invalid") throw new UsageError(parsed.message);
  return parsed.file;
}

function requireEnvironment(name: string | undefined, files: readonly (EnvironmentFile | undefined)[]): void {
  if (name === undefined) return;
  const names = [...new Set(files.flatMap((file) => file?.names ?? []))];
  if (names.includes(name)) return;
  const known =
    names.length === 0 ? "There are none: no environment file was found." : `There are: ${names.join(", ")}.`;
  throw new UsageError(`No environment is named "${name}". ${known}`);
}
