import { readFile, stat } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { decodeText } from "../protocol/text/decodeText.ts";
import {
  type EnvironmentFile,
  type EnvironmentFileResult,
  type EnvironmentValues,
  environmentFileName,
  parseEnvironmentFile,
  privateEnvironmentFileName,
} from "../runner/values/environments.ts";
import { reasonOf } from "./findFiles.ts";
import { type CliIo, UsageError } from "./io.ts";
import { nearestFile, textIfPresent } from "./nearestFile.ts";

/** A request file as it was read, with the environments that apply to it. */
export interface CallFileInput {
  /** As the user named it; `-` for standard input. */
  readonly path: string;
  readonly text: string;
  readonly environment: EnvironmentValues | undefined;
  readonly privateEnvironment: EnvironmentValues | undefined;
  /** Why nothing of the file can be sent: what is wrong with its environment files. */
  readonly obstacle: string | undefined;
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
  const open = await nearestEnvironment(folder, environmentFileName, io);
  const hidden = await nearestEnvironment(folder, privateEnvironmentFileName, io);
  const invalid = [open, hidden].flatMap((result) => (result?.kind === "invalid" ? [result.message] : []));
  const files = [open, hidden].map((result) => (result?.kind === "file" ? result.file : undefined));
  if (invalid.length === 0) requireEnvironment(environmentName, files);
  return {
    path,
    text,
    environment: files[0]?.valuesOf(environmentName),
    privateEnvironment: files[1]?.valuesOf(environmentName),
    obstacle: invalid.length > 0 ? invalid.join(" ") : undefined,
  };
}

/** Reads a request file that one request is taken from: what is wrong with its environments stops the command. */
export async function readSendable(
  path: string,
  environmentName: string | undefined,
  io: CliIo,
): Promise<CallFileInput> {
  const input = await readCallFile(path, environmentName, io);
  if (input.obstacle !== undefined) throw new UsageError(input.obstacle);
  return input;
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
async function nearestEnvironment(
  folder: string,
  fileName: string,
  { workingFolder }: CliIo,
): Promise<EnvironmentFileResult | undefined> {
  const file = await nearestFile(folder, fileName);
  if (file === undefined) return undefined;
  const shown = relative(workingFolder, file.path).split(sep).join("/");
  const { text, problems } = decodeText(file.bytes);
  const [problem] = problems;
  if (problem) return { kind: "invalid", message: `${shown} is not UTF-8. Save it as UTF-8; nothing was sent.` };
  return parseEnvironmentFile(text, shown);
}

function requireEnvironment(name: string | undefined, files: readonly (EnvironmentFile | undefined)[]): void {
  if (name === undefined) return;
  const names = [...new Set(files.flatMap((file) => file?.names ?? []))];
  if (names.includes(name)) return;
  const known =
    names.length === 0 ? "There are none: no environment file was found." : `There are: ${names.join(", ")}.`;
  throw new UsageError(`No environment is named "${name}". ${known}`);
}
