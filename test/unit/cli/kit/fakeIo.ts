import type { CliIo } from "../../../../src/cli/io.ts";

/** Streams that keep what is written, and surroundings that a test chooses. */
export interface FakeIo extends CliIo {
  readonly out: () => string;
  readonly errors: () => string;
}

export function fakeIo(workingFolder: string, input: string | Uint8Array = ""): FakeIo {
  const out: string[] = [];
  const errors: string[] = [];
  return {
    writeOut: (text) => void out.push(text),
    writeError: (text) => void errors.push(text),
    readInput: () => Promise.resolve(typeof input === "string" ? new TextEncoder().encode(input) : input),
    hasColours: false,
    hasErrorColours: false,
    showsProgress: false,
    workingFolder,
    environment: {},
    signal: new AbortController().signal,
    out: () => out.join(""),
    errors: () => errors.join(""),
  };
}
