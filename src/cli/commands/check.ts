import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { capturedNamesOf } from "../../protocol/call/capturedNames.ts";
import { captureUses } from "../../protocol/call/captureUses.ts";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import type { CheckContext } from "../../protocol/check.ts";
import { type DocumentKind, documentKinds } from "../../protocol/documentKind.ts";
import { environmentNames, parseEnvironment } from "../../protocol/environment/parseEnvironment.ts";
import { decodeText } from "../../protocol/text/decodeText.ts";
import { environmentFileName, privateEnvironmentFileName } from "../../runner/values/environments.ts";
import { type CheckedFile, checkBytes } from "../checkedFile.ts";
import { type CheckFormat, checkFormats, formatCheck } from "../checkFormats.ts";
import { type FoundFile, findFiles, reasonOf } from "../findFiles.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import { nearestFileText, textIfPresent } from "../nearestFile.ts";

export const help = `Usage: simplex-agents check <path…> [--as KIND] [--format text|json|sarif]

Makes every check the editor makes. A folder is searched for files of the known kinds, node_modules and .git aside;
"-" reads standard input and needs --as.

  --as KIND        check as this kind, whatever the file's name:
                   ${documentKinds.slice(0, 4).join(", ")},
                   ${documentKinds.slice(4).join(", ")}
                   For a folder: check only the files of this kind.
  --format FORMAT  text (default), json: one array of problems, or sarif: SARIF 2.1.0

Exit: 0 no errors (warnings and hints do not count), 1 errors, 2 something could not be read or the command is wrong.
`;

/** The largest file that is read, in bytes; nothing of these kinds comes near it. */
const largestFileBytes = 32 * 1024 * 1024;

/** An error in a document ends with `failed`; a path that cannot be read with `cannotRun`, after all the others. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { as: { type: "string" }, format: { type: "string", default: "text" } },
  });
  const kind = documentKindNamed(values.as);
  const format = formatNamed(values.format);
  if (positionals.length === 0) throw new UsageError("Name at least one file or folder to check.");

  const files: CheckedFile[] = [];
  let isAllRead = true;
  for (const path of positionals) {
    try {
      files.push(...(path === "-" ? [await checkInput(kind, io)] : await checkPath(path, kind, io)));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // The other paths are still checked: a run over many files says all it can.
      io.writeError(`${error.message}\n`);
      isAllRead = false;
    }
  }

  if (files.length > 0 || format !== "text") io.writeOut(formatCheck(format, files, io.hasColours));
  if (!isAllRead) return exitCodes.cannotRun;
  const hasErrors = files.some((file) => file.problems.some((problem) => problem.severity === "error"));
  return hasErrors ? exitCodes.failed : exitCodes.ok;
}

function documentKindNamed(name: string | undefined): DocumentKind | undefined {
  if (name === undefined) return undefined;
  const kind = documentKinds.find((known) => known === name);
  if (!kind) throw new UsageError(`"${name}" is no kind of text. Write one of ${documentKinds.join(", ")}.`);
  return kind;
}

function formatNamed(name: string): CheckFormat {
  const format = checkFormats.find((known) => known === name);
  if (!format) throw new UsageError(`"${name}" is no format. Write one of ${checkFormats.join(", ")}.`);
  return format;
}

async function checkInput(kind: DocumentKind | undefined, io: CliIo): Promise<CheckedFile> {
  if (!kind) throw new UsageError("Standard input has no name to go by. Say what it is with --as KIND.");
  return await checked("-", await io.readInput(), kind, io.workingFolder);
}

async function checkPath(path: string, kind: DocumentKind | undefined, io: CliIo): Promise<CheckedFile[]> {
  const files: CheckedFile[] = [];
  const found = await findFiles(path, io.workingFolder, kind);
  if (found.length === 0) {
    throw new UsageError(
      `${path} holds no ${kind ? `file that is checked as ${kind}` : "file of a known kind"}, so nothing was checked. Name a file and its kind with --as to check it anyway.`,
    );
  }
  for (const file of found) {
    if (io.signal.aborted) throw new UsageError("Stopped before every file was checked.");
    const bytes = await bytesOf(file, io);
    const folder = dirname(resolve(io.workingFolder, file.path));
    files.push(await checked(file.path, bytes, file.kind, folder));
  }
  return files;
}

async function checked(path: string, bytes: Uint8Array, kind: DocumentKind, folder: string): Promise<CheckedFile> {
  if (kind !== "call") return checkBytes(path, bytes, kind, {});
  const [names, beside] = await Promise.all([environmentContext(folder), capturesBeside(bytes, folder)]);
  return checkBytes(path, bytes, kind, { ...names, ...(beside && { capturesBeside: beside }) });
}

/** What the request files in its folder capture; undefined for a file that uses nothing of another one. */
async function capturesBeside(bytes: Uint8Array, folder: string): Promise<CheckContext["capturesBeside"]> {
  const names = new Set(captureUses(parseCallFile(decodeText(bytes).text)).map(({ file }) => file.text));
  const captures = new Map<string, ReadonlySet<string>>();
  for (const name of names) {
    const text = /[\\/]/.test(name) ? undefined : await textIfPresent(join(folder, `${name}.call`));
    if (text !== undefined) captures.set(name, capturedNamesOf(parseCallFile(text)));
  }
  return names.size > 0 ? captures : undefined;
}

/** The names that the environments beside a request file define. */
async function environmentContext(folder: string): Promise<CheckContext> {
  const open = await nearestFileText(folder, environmentFileName);
  const hidden = await nearestFileText(folder, privateEnvironmentFileName);
  const names = [open, hidden].flatMap((text) => [...environmentNames(parseEnvironment(text ?? "").environments)]);
  return { environmentNames: new Set(names), hasPrivateNames: hidden !== undefined };
}

async function bytesOf(file: FoundFile, io: CliIo): Promise<Uint8Array> {
  const absolute = resolve(io.workingFolder, file.path);
  try {
    const { size } = await stat(absolute);
    if (size > largestFileBytes) {
      throw new UsageError(`${file.path} has ${size} bytes, more than the ${largestFileBytes} that are read.`);
    }
    return await readFile(absolute);
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    throw new UsageError(`${file.path} cannot be read: ${reasonOf(error)}.`);
  }
}
