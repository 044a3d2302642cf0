#!/usr/bin/env node
import { writeSync } from "node:fs";
import type { CliIo } from "./io.ts";
import { runCli } from "./runCli.ts";

const cancellation = new AbortController();
// A second Ctrl+C ends the process at once, as Node does by default.
process.once("SIGINT", () => cancellation.abort());
process.once("SIGTERM", () => cancellation.abort());
// The reader of our output may leave early, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 2));

const io: CliIo = {
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  readInput: async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  },
  hasColours: process.stdout.isTTY === true && process.stdout.hasColors() && !process.env["NO_COLOR"],
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
    process.exitCode = 2;
  },
);
