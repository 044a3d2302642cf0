import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Transcript } from "../runner/record/transcript.ts";
import { parseTranscript, transcriptOf, transcriptText } from "../runner/record/transcriptFile.ts";
import type { LiveCall } from "../runner/run/liveCall.ts";
import { reasonOf } from "./findFiles.ts";
import { type CliIo, UsageError } from "./io.ts";

/** The records in the files of these names. Throws a `UsageError` for a file that is none. */
export async function readTranscripts(paths: readonly string[], io: CliIo): Promise<readonly Transcript[]> {
  return await Promise.all(paths.map((path) => readTranscript(path, io)));
}

async function readTranscript(path: string, io: CliIo): Promise<Transcript> {
  const text = await readFile(resolve(io.workingFolder, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`);
  });
  const result = parseTranscript(text);
  if (result.kind === "invalid") throw new UsageError(`${path}: ${result.message}`);
  return result.transcript;
}

/** Writes the record of a call that has ended, without its secrets. Throws a `UsageError` where it cannot be written. */
export async function writeTranscript(path: string, call: LiveCall, io: CliIo): Promise<void> {
  await writeFile(resolve(io.workingFolder, path), transcriptText(transcriptOf(call))).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`The transcript cannot be written to ${path}: ${reasonOf(error)}.`);
    },
  );
}
