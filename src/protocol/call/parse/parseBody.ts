import { type Problem, type Span, spanOf, textRange } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import type { CallBody, VariableUse } from "../callFile.ts";
import { callRules } from "../check/rules.ts";
import { jsonExtent, lineEnd } from "./jsonExtent.ts";
import { placeholdersIn } from "./placeholder.ts";

const report = reporter(callRules);

/** A body with what was found in it. */
export interface ParsedBody {
  readonly body: CallBody;
  readonly uses: readonly VariableUse[];
  /** Where a `{{` begins that is not closed on its line. */
  readonly unclosed: readonly number[];
  readonly problems: readonly Problem[];
}

/** Reads the body that starts at `start` and reaches `limit` at most. */
export function parseBody(text: string, start: number, limit: number): ParsedBody {
  if (/^\/_call(?![^\s{[])/.test(text.slice(start, start + 7))) return parseCommand(text, start, limit);
  if (text.charAt(start) !== "{") {
    const range = trimmedSpan(text, start, limit);
    return { body: { kind: "unknown", range: textRange(range.offset, range.length), json: undefined }, ...nothingUsed };
  }
  const extent = jsonExtent(text, start, limit);
  const json = trimmedSpan(text, start, extent.end);
  const kind = bodyKind(extent.keys);
  return {
    body: { kind, range: textRange(json.offset, json.length), json },
    uses: extent.uses,
    unclosed: extent.unclosed,
    problems: [],
  };
}

const nothingUsed = { uses: [], unclosed: [], problems: [] };

/** The members tell the forms apart, also while the object is still being written. */
function bodyKind(keys: ReadonlySet<string>): "envelope" | "json-rpc" | "unknown" {
  if (keys.has("protocol") && keys.has("request")) return "envelope";
  if (keys.has("jsonrpc")) return "json-rpc";
  if (keys.has("protocol") || keys.has("request") || keys.has("requestKey")) return "envelope";
  return keys.has("method") ? "json-rpc" : "unknown";
}

function parseCommand(text: string, start: number, limit: number): ParsedBody {
  const headEnd = Math.min(lineEnd(text, start), limit);
  const head = text.slice(start, headEnd);
  const mentionMatch = /^\/_call\s+(@(?:'[^']*'|(?:\{\{[^{}]*\}\}|[^\s{])*))/.exec(head);
  const mentionEnd = mentionMatch?.[0].length ?? "/_call".length;
  const protocolMatch = /^\s*((?:\{\{[^{}]*\}\}|[^\s{[])+)/.exec(head.slice(mentionEnd));
  const protocolEnd = mentionEnd + (protocolMatch?.[0].length ?? 0);

  const mention = mentionMatch?.[1] ? endingAt(text, start + mentionEnd, mentionMatch[1].length) : undefined;
  const protocol = protocolMatch?.[1] ? endingAt(text, start + protocolEnd, protocolMatch[1].length) : undefined;
  const parts = [mention, protocol].flatMap((span) => (span ? [placeholdersIn(span)] : []));
  const jsonStart = commandJsonStart(text, start + protocolEnd, limit);
  const opener = text.charAt(jsonStart);
  const isBracketed = jsonStart < limit && (opener === "{" || opener === "[");
  const extent = isBracketed ? jsonExtent(text, jsonStart, limit) : undefined;
  const json = extent ? trimmedSpan(text, jsonStart, extent.end) : trimmedSpan(text, start + protocolEnd, headEnd);
  const end = json.length > 0 ? json.offset + json.length : start + protocolEnd;
  return {
    body: {
      kind: "command",
      range: textRange(start, end - start),
      mention,
      protocol,
      json: json.length > 0 ? json : undefined,
    },
    uses: [...parts.flatMap((part) => part.uses), ...(extent?.uses ?? [])],
    unclosed: [...parts.flatMap((part) => part.unclosed), ...(extent?.unclosed ?? [])],
    problems: spaceProblems(text, start, [mention, protocol, json.length > 0 ? json : undefined]),
  };
}

/** Where the request of a command begins: on the command's own line, or as the next thing below it. */
function commandJsonStart(text: string, from: number, limit: number): number {
  const blank = /\s*/y;
  blank.lastIndex = from;
  const start = from + (blank.exec(text)?.[0].length ?? 0);
  return Math.min(start, limit);
}

/** One space separates the parts of a command (agent-protocols#commands). */
function spaceProblems(text: string, start: number, parts: readonly (Span | undefined)[]): Problem[] {
  let end = start + "/_call".length;
  return parts.flatMap((part) => {
    if (!part) return [];
    const gap = textRange(end, part.offset - end);
    end = part.offset + part.length;
    if (text.slice(gap.offset, part.offset) === " ") return [];
    const fix = { title: "Leave one space", edits: [{ range: gap, newText: " " }], isPreferred: true };
    const shown = gap.length > 0 ? gap : textRange(part.offset, Math.min(1, part.length));
    return [report("call/one-space", shown, {}, [fix])];
  });
}

function endingAt(text: string, end: number, length: number): Span {
  return spanOf(text, end - length, end);
}

/** The piece of `text` from `start` up to `end` without the white space around it. */
export function trimmedSpan(text: string, start: number, end: number): Span {
  const slice = text.slice(start, end);
  const from = start + (slice.length - slice.trimStart().length);
  return spanOf(text, from, from + slice.trim().length);
}
