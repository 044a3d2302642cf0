import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatSeconds } from "../../exchange/callFailure.ts";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import { createCaptureStore } from "../../runner/expectations/captures.ts";
import { recordedCalls } from "../../runner/record/recordedCalls.ts";
import type { CallHeader, Transcript } from "../../runner/record/transcript.ts";
import { fileOrder } from "../../runner/run/fileOrder.ts";
import { bailedReason, isPassed, type RunFileOptions, runFile } from "../../runner/run/runFile.ts";
import type { RequestResult } from "../../runner/run/runRequest.ts";
import { worstExitCode } from "../callExit.ts";
import { type CallFileInput, readCallFile } from "../callFileInput.ts";
import { wholeTroubleText } from "../callOutput.ts";
import {
  type CallFormat,
  callFormat,
  callOptions,
  callOptionsHelp,
  listenToEnd,
  type RunMemory,
  runOptions,
} from "../callSession.ts";
import { findFiles, reasonOf } from "../findFiles.ts";
import { type CliIo, UsageError } from "../io.ts";
import { durationMs, type FileResults, junitXml } from "../junit.ts";
import { openCoreFor } from "../openCore.ts";
import { type Paint, painter } from "../paint.ts";
import { readTranscripts } from "../transcripts.ts";
import { visibleText } from "../visibleText.ts";

export const help = `Usage: simplex-agents run <path…> [--junit FILE] [--bail] [--replay FILE]… [--env NAME]
                     [--core sandbox|ws://…] [--format text|ndjson]

Sends every request of the files, in order, each after those whose captures it uses, and checks their expectations.
A folder is searched for *.call files, a pattern such as "requests/**/*.call" may name some; "-" reads a file from standard
input. A file whose captures another one uses, as {{file.name}}, runs before it.

  --junit FILE     write the results as JUnit XML, too; its folder is made if there is none
  --bail           stop at the first request that does not pass; the rest is skipped
  --replay FILE    check the expectations on the recorded call of each request's name (*.transcript.json) and send
                   nothing; once for each record
${callOptionsHelp}
ndjson prints what "send" prints of each request, and before it {"event":"request","file","name","line"}, after it
{"event":"result","file","name","line","verdict","durationMs","messages"} with the verdict passed, failed, not-sent or
skipped; a request that is not sent has a result alone. The last line is {"event":"summary"} with the counts.

Exit: the worst of all requests: 0 every one passed, 1 an error answer, a failed expectation or a skipped request,
      2 one could not be sent or was cancelled, or nothing could be run, 3 one got no answer in time.
`;

/** `run`: every request of the files as a test. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...callOptions,
      junit: { type: "string" },
      bail: { type: "boolean", default: false },
      replay: { type: "string", multiple: true, default: [] },
    },
  });
  if (positionals.length === 0) throw new UsageError("Name at least one request file or folder to run.");
  const format = callFormat(values.format);
  const inputs = await readInputs(positionals, values.env, io);
  const requests = inputs.flatMap(({ text }) => parseCallFile(text).requests);
  const records = await readTranscripts(values.replay, io);
  const opened = records.length > 0 ? undefined : await openCoreFor(requests, values.core, io);
  const optionsOf: OptionsOf = (input, memory) => {
    const options = runOptions(input, opened, memory, io);
    return records.length > 0 ? replayed(options, records) : options;
  };
  const reporter = createReporter(format, io);
  try {
    const files = await runInputs(inputs, optionsOf, values.bail, reporter);
    reporter.summary(files);
    if (values.junit !== undefined) await writeJunit(values.junit, files, io);
    const isIncomplete = io.signal.aborted || inputs.some(({ obstacle }) => obstacle !== undefined);
    return worstExitCode(
      files.flatMap((file) => file.results),
      isIncomplete,
    );
  } finally {
    await opened?.close();
  }
}

/** The request files in the order in which they run. */
async function readInputs(
  paths: readonly string[],
  environment: string | undefined,
  io: CliIo,
): Promise<readonly CallFileInput[]> {
  const inputs: CallFileInput[] = [];
  for (const path of await callFilePaths(paths, io)) inputs.push(await readCallFile(path, environment, io));
  const files = inputs.map(({ path, text }) => ({ path, file: parseCallFile(text) }));
  if (files.every(({ file }) => file.requests.length === 0)) {
    throw new UsageError(`There is no request in ${paths.join(", ")}, so nothing was run.`);
  }
  for (const obstacle of new Set(inputs.map((input) => input.obstacle))) {
    if (obstacle !== undefined) io.writeError(`${obstacle}\n`);
  }
  return fileOrder(files).flatMap((position) => inputs[position] ?? []);
}

/** Each file once, however often the paths name it. */
async function callFilePaths(paths: readonly string[], io: CliIo): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const files = path === "-" ? [{ path }] : await findFiles(path, io.workingFolder, "call");
    if (files.length === 0) throw new UsageError(`${path} holds no request file (*.call), so nothing was run.`);
    for (const file of files) {
      const key = file.path === "-" ? "-" : resolve(io.workingFolder, file.path);
      if (!found.has(key)) found.set(key, file.path);
    }
  }
  return [...found.values()];
}

type OptionsOf = (input: CallFileInput, memory: RunMemory) => RunFileOptions;

function replayed(options: RunFileOptions, records: readonly Transcript[]): RunFileOptions {
  const { services } = options;
  return { ...options, services: { ...services, core: "recorded", replay: recordedCalls(records, services.now) } };
}

async function runInputs(
  inputs: readonly CallFileInput[],
  optionsOf: OptionsOf,
  isBailing: boolean,
  reporter: RunReporter,
): Promise<readonly FileResults[]> {
  const memory = { captures: createCaptureStore(), sentSecrets: new Set<string>() };
  const files: FileResults[] = [];
  let hasStopped = false;
  for (const input of inputs) {
    const results = await runFile({
      ...optionsOf(input, memory),
      isBailing,
      ...(hasStopped ? { skipAll: bailedReason } : input.obstacle !== undefined && { skipAll: input.obstacle }),
      onCall: (_, call) => reporter.start(input, call.header, (listener) => listenToEnd(call, listener)),
      onResult: (_, result) => reporter.result(input, result),
    });
    files.push({ path: input.path, text: input.text, results });
    hasStopped ||= isBailing && !results.every(isPassed);
  }
  return files;
}

async function writeJunit(name: string, files: readonly FileResults[], io: CliIo): Promise<void> {
  const plain = painter(false);
  const xml = junitXml(files, (file, result) => trouble(result, file, plain));
  try {
    const path = resolve(io.workingFolder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, xml);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(`The results cannot be written to ${name}: ${reasonOf(error)}.`);
  }
}

function trouble(result: RequestResult, { path, text }: Pick<FileResults, "path" | "text">, paint: Paint): string {
  return wholeTroubleText(result, path, text, paint).trimEnd();
}

type Listen = (listener: (event: object) => void) => void;

interface RunReporter {
  start(input: CallFileInput, header: CallHeader, listen: Listen): void;
  result(input: CallFileInput, result: RequestResult): void;
  summary(files: readonly FileResults[]): void;
}

function createReporter(format: CallFormat, io: CliIo): RunReporter {
  return format === "ndjson" ? ndjsonReporter(io) : textReporter(io);
}

/** `request`, its events as in `send`, then `result`; at the end one `summary`. */
function ndjsonReporter(io: CliIo): RunReporter {
  const write = (line: object): void => io.writeOut(`${JSON.stringify(line)}\n`);
  return {
    start(input, { name, line }, listen) {
      write({ event: "request", file: input.path, name, line });
      listen(write);
    },
    result(input, result) {
      const { name, line } = result;
      const messages = isPassed(result) ? [] : trouble(result, input, painter(false)).split("\n");
      const durations = { durationMs: durationMs(result) };
      write({ event: "result", file: input.path, name, line, verdict: verdictOf(result), ...durations, messages });
    },
    summary: (files) => write({ event: "summary", files: files.length, ...countsOf(files) }),
  };
}

function textReporter(io: CliIo): RunReporter {
  const paint = painter(io.hasColours);
  return {
    start(input, { name }) {
      // On a terminal the line of the request under way is replaced by its result.
      const line = `  … ${visibleText(name)} (${input.path})`.slice(0, longestProgress);
      if (io.showsProgress) io.writeOut(`${paint("dim", line)}\r`);
    },
    result(input, result) {
      const clearLine = io.showsProgress ? "\u001b[2K" : "";
      io.writeOut(`${clearLine}${resultLine(input, result, paint)}\n`);
      if (isPassed(result)) return;
      io.writeOut(`${trouble(result, input, paint).replace(/^/gm, "    ")}\n`);
    },
    summary(files) {
      const { passed, failed, notSent, skipped } = countsOf(files);
      const counts = [
        `${passed} passed`,
        failed > 0 && `${failed} failed`,
        notSent > 0 && `${notSent} not sent`,
        skipped > 0 && `${skipped} skipped`,
      ].filter((text) => text !== false);
      io.writeOut(`${paint(passed === totalOf(files) ? "green" : "red", counts.join(", "))}\n`);
    },
  };
}

/** Columns: a longer line would break in a narrow terminal, and only its last part be replaced. */
const longestProgress = 76;

const marks = {
  passed: ["green", "✓"],
  failed: ["red", "✗"],
  "not-sent": ["red", "✗"],
  skipped: ["yellow", "-"],
} as const;

function resultLine(input: CallFileInput, result: RequestResult, paint: Paint): string {
  const [colour, mark] = marks[verdictOf(result)];
  const time = result.kind === "finished" ? `, ${formatSeconds(durationMs(result))}` : "";
  return `${paint(colour, mark)} ${visibleText(result.name)} ${paint("dim", `(${input.path}:${result.line}${time})`)}`;
}

type Verdict = keyof typeof marks;

function verdictOf(result: RequestResult): Verdict {
  if (result.kind !== "finished") return result.kind;
  return result.isPassed ? "passed" : "failed";
}

function countsOf(
  files: readonly FileResults[],
): Readonly<Record<"passed" | "failed" | "notSent" | "skipped", number>> {
  const count = (verdict: Verdict): number =>
    files.flatMap((file) => file.results).filter((result) => verdictOf(result) === verdict).length;
  return { passed: count("passed"), failed: count("failed"), notSent: count("not-sent"), skipped: count("skipped") };
}

function totalOf(files: readonly FileResults[]): number {
  return files.reduce((sum, file) => sum + file.results.length, 0);
}
