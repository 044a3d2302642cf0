#!/usr/bin/env node
import { writeSync } from "node:fs";
import { type CliIo, exitCodes } from "./io.ts";
import { hasColours, showsProgress } from "./outputStream.ts";
import { runCli } from "./runCli.ts";

const cancellation = new AbortController();
// A second Ctrl+C ends the process at once, as Node does by default.
process.once("SIGINT", () => cancellation.abort());
process.once("SIGTERM", () => cancellation.abort());
// The reader of our output may leave early, as `head` does: the rest is written nowhere, and the command ends as it would
// have, with its files written and the exit code of what it found.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exit(exitCodes.cannotRun);
  });
}

const io: CliIo = {
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  readInput: async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  },
  hasColours: hasColours(process.stdout, process.env),
  hasErrorColours: hasColours(process.stderr, process.env),
  showsProgress: showsProgress(process.stdout, process.env),
  workingFolder: process.cwd(),
  environment: process.env,
  signal: cancellation.signal,
};

runCli(process.argv.slice(2), io).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    const report = error instanceof Error ? error.stack : String(error);
    writeSync(2, `simplex-agents failed in a way it should not. Please report this:\n${report}\n`);
    process.exitCode = exitCodes.cannotRun;
  },
);
