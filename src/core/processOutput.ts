import { withoutSecrets } from "./secrets.ts";

const maxLines = 200;
const maxLineLength = 300;

/** The last lines a core printed, made safe to keep and to show. */
export interface ProcessOutput {
  /** Takes a piece of the output as it comes, in any cut. */
  append(text: string): void;
  /** The last lines, at most 200. */
  readonly lines: readonly string[];
  /** How many lines were let go before them. */
  readonly cutLines: number;
}

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
      rest = parts.pop() ?? "";
      // A line without an end is not collected without bound.
      if (rest.length > maxLineLength) {
        add(rest);
        rest = "";
      }
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
  return withoutSecrets(kept).trim().slice(0, maxLineLength);
}
