import { withoutSecrets } from "../withoutSecrets.ts";

const maxLines = 200;
const maxLineLength = 300;
/** How much of a line is looked at: a key that begins in what is kept has to be seen whole to be removed. */
const maxSeenLength = 1_000;

/** The last lines a core printed, made safe to keep and to show. */
export interface ProcessOutput {
  /** Takes a piece of the output as it comes, in any cut. */
  append(text: string): void;
  /** The last lines, at most 200. */
  readonly lines: readonly string[];
  /** How many lines were let go before them. */
  readonly cutLines: number;
}

/** Keeps the last 200 lines without what people wrote and without keys. */
export function processOutput(): ProcessOutput {
  const lines: string[] = [];
  let cutLines = 0;
  let rest = "";
  const add = (line: string): void => {
    const safe = withoutContent(line);
    if (safe === "") return;
    lines.push(safe);
    if (lines.length <= maxLines) return;
    lines.shift();
    cutLines++;
  };
  return {
    append(text) {
      const parts = (rest + text).split(/\r?\n/);
      // Not collected without bound. What is let go is the end of the line: as a line of its own it would be kept without
      // the command that it is the content of.
      rest = (parts.pop() ?? "").slice(0, maxSeenLength);
      for (const part of parts) add(part);
    },
    get lines() {
      return lines;
    },
    get cutLines() {
      return cutLines;
    },
  };
}

/**
 * The server prints each command it receives, with the texts of messages and with signing keys. Of a command its name is
 * kept; of any other line, what stands before the first quoted or structured part.
 */
export function withoutContent(line: string): string {
  const command = /(?:^|[\s"])(\/_?[a-z]+)/.exec(line)?.[1];
  if (command !== undefined) return `${command} [removed]`;
  const content = /["{[]/.exec(line);
  const kept = content === null ? line : `${line.slice(0, content.index)}[removed]`;
  return withoutSecrets(kept.slice(0, maxSeenLength)).trim().slice(0, maxLineLength);
}
