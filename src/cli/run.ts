import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatSeconds } from "../exchange/callFailure.ts";
import { createCaptureStore } from "../runner/captures.ts";
import { bailedReason, isPassed, runFile } from "../runner/runFile.ts";
import type { RequestResult } from "../runner/runRequest.ts";
import { worstExitCode } from "./callExit.ts";
import { type CallFileInput, readCallFile } from "./callFileInput.ts";
import { type CallFormat, callFormat, callOptions, callOptionsHelp, listenToEnd, runOptions } from "./callSession.ts";
import { eventText, type Paint, painter, troubleText } from "./callText.ts";
import { findFiles, reasonOf } from "./findFiles.ts";
import { type CliIo, UsageError } from "./io.ts";
import { durationMs, type FileResults, junitXml } from "./junit.ts";
import { type OpenedCore, openCore } from "./openCore.ts";
import { visibleText } from "./visibleText.ts";

export const help = `Usage: simplex-agents run <path…> [--junit FILE] [--bail] [--env NAME]
                     [--core sandbox|ws://…] [--format text|ndjson]

Sends every request of the files, in order, each after those whose captures it uses, and checks their expectations.
A folder is searched for *.call files; "-" reads a file from standard input.

  --junit FILE     write the results as JUnit XML, too
  --bail           stop at the first request that does not pass; the rest is skipped
${callOptionsHelp}
Exit: the worst of all requests: 0 every one passed, 1 an error answer, a failed expectation or a skipped request,
      2 one could not be sent or was cancelled, 3 one got no answer in time.
`;

/** `run`: every request of the files as a test. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...callOptions, junit: { type: "string" }, bail: { type: "boolean", default: false } },
  });
  if (positionals.length === 0) throw new UsageError("Name at least one request file or folder to run.");
  const format = callFormat(values.format);
  const inputs: CallFileInput[] = [];
  for (const path of await callFilePaths(positionals, io)) inputs.push(await readCallFile(path, values.env, io));
  const opened = await openCore(values.core, io);
  const reporter = createReporter(format, io);
  try {
    const files = await runInputs(inputs, opened, values.bail, reporter, io);
    reporter.summary(files);
    if (values.junit !== undefined) await writeJunit(values.junit, files, io);
    return worstExitCode(
      files.flatMap((file) => file.results),
      io.signal.aborted,
    );
  } finally {
    await opened.close();
  }
}

async function callFilePaths(paths: readonly string[], io: CliIo): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (path === "-") found.push(path);
    else found.push(...(await findFiles(path, io.workingFolder, "call")).map((file) => file.path));
  }
  return found;
}

async function runInputs(
  inputs: readonly CallFileInput[],
  opened: OpenedCore,
  isBailing: boolean,
  reporter: RunReporter,
  io: CliIo,
): Promise<readonly FileResults[]> {
  const captures = createCaptureStore();
  const files: FileResults[] = [];
  let hasStopped = false;
  for (const input of inputs) {
    const results = await runFile({
      ...runOptions(input, opened, captures, io),
      isBailing,
      ...(hasStopped && { skipAll: bailedReason }),
      onCall: (_, call) => reporter.start(input, call.header.name, (listener) => listenToEnd(call, listener)),
      onResult: (_, result) => reporter.result(input, result),
    });
    files.push({ path: input.path, text: input.text, results });
    hasStopped ||= isBailing && !results.every(isPassed);
  }
  return files;
}

async function writeJunit(name: string, files: readonly FileResults[], io: CliIo): Promise<void> {
  const plain = painter(false);
  const xml = junitXml(files, (file, result) => wholeTrouble(result, file, plain));
  try {
    await writeFile(resolve(io.workingFolder, name), xml);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(`The results cannot be written to ${name}: ${reasonOf(error)}.`);
  }
}

/** Why a request did not pass: its failed expectations, and how its call ended if that is part of it. */
function wholeTrouble(result: RequestResult, file: Pick<FileResults, "path" | "text">, paint: Paint): string {
  const trouble = troubleText(result, file.path, file.text, paint);
  const isOutcomeWrong = result.kind === "finished" && !result.isOutcomeExpected;
  return `${trouble}${isOutcomeWrong ? eventText(result.end, paint) : ""}`.trimEnd();
}

type Listen = (listener: (event: object) => void) => void;

interface RunReporter {
  start(input: CallFileInput, name: string, listen: Listen): void;
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
    start(input, name, listen) {
      write({ event: "request", file: input.path, name });
      listen(write);
    },
    result(input, result) {
      const { name, line } = result;
      const messages = isPassed(result) ? [] : wholeTrouble(result, input, painter(false)).split("\n");
      const durations = { durationMs: durationMs(result) };
      write({ event: "result", file: input.path, name, line, verdict: verdictOf(result), ...durations, messages });
    },
    summary: (files) => write({ event: "summary", files: files.length, ...countsOf(files) }),
  };
}

function textReporter(io: CliIo): RunReporter {
  const paint = painter(io.hasColours);
  return {
    start(input, name) {
      // On a terminal the line of the request under way is replaced by its result.
      if (io.hasColours) io.writeOut(paint("dim", `  … ${visibleText(name)} (${input.path})\r`));
    },
    result(input, result) {
      const clearLine = io.hasColours ? "\u001b[2K" : "";
      io.writeOut(`${clearLine}${resultLine(input, result, paint)}\n`);
      if (isPassed(result)) return;
      io.writeOut(`${wholeTrouble(result, input, paint).replace(/^/gm, "    ")}\n`);
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
