/** What a command is given from outside: its streams, its surroundings and the signal that ends it. */
export interface CliIo {
  writeOut(text: string): void;
  writeError(text: string): void;
  /** All of standard input. */
  readInput(): Promise<Uint8Array>;
  /** True when standard output is a terminal that shows colours. */
  readonly hasColours: boolean;
  /** The same of standard error. */
  readonly hasErrorColours: boolean;
  /** True when a line of standard output can be replaced by the next one. */
  readonly showsProgress: boolean;
  /** The folder paths are relative to. */
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

/** The exit codes of every command. */
export const exitCodes = {
  ok: 0,
  /** Errors were found, or an answer was an error or not what was expected. */
  failed: 1,
  /** The command line is wrong, or what it names cannot be read or sent. */
  cannotRun: 2,
  /** No answer in time. */
  noAnswer: 3,
} as const;

/** Said on standard error before the exit code `cannotRun`; for anything the user can mend. */
export class UsageError extends Error {}
