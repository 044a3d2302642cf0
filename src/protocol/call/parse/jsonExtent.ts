import type { VariableUse } from "../callFile.ts";
import { placeholderAt } from "./placeholder.ts";

/** How far a JSON value with comments and placeholders reaches, found by its brackets alone. */
export interface JsonExtent {
  /** Just after the closing bracket, or the end of the text given when there is none. */
  readonly end: number;
  readonly isClosed: boolean;
  /** Names of the members of the outermost object, as written. */
  readonly keys: ReadonlySet<string>;
  /** `{{…}}` in strings and between tokens, not in comments. */
  readonly uses: readonly VariableUse[];
  /** Where a `{{` begins that is not closed on its line. */
  readonly unclosed: readonly number[];
}

/**
 * Follows the brackets of the object or array that starts at `start`, up to `limit`. Strings end at the end of their line
 * at the latest, so one missing quote does not swallow the rest of the file.
 */
export function jsonExtent(text: string, start: number, limit: number): JsonExtent {
  const found: Found = { keys: new Set(), uses: [], unclosed: [] };
  const mark = /["{}[\]]|\/[/*]/g;
  let depth = 0;
  mark.lastIndex = start;
  for (let match = mark.exec(text); match && match.index < limit; match = mark.exec(text)) {
    const at = match.index;
    if (match[0] === "{" || match[0] === "[") {
      const use = placeholderAt(text, at);
      if (!use) {
        noteUnclosed(text, at, found);
        depth++;
        continue;
      }
      found.uses.push(use);
      mark.lastIndex = at + use.range.length;
    } else if (match[0] === "}" || match[0] === "]") {
      depth--;
    } else {
      mark.lastIndex = match[0] === '"' ? stringEnd(text, at, limit, found) : commentEnd(text, at, limit);
      if (match[0] === '"' && depth === 1 && isKey(text, mark.lastIndex)) {
        found.keys.add(text.slice(at + 1, mark.lastIndex - 1));
      }
      continue;
    }
    if (depth <= 0) return { end: mark.lastIndex, isClosed: true, ...found };
  }
  return { end: limit, isClosed: false, ...found };
}

interface Found {
  readonly keys: Set<string>;
  readonly uses: VariableUse[];
  readonly unclosed: number[];
}

/** In a JSON text only a name can follow two braces that are meant as a placeholder's. */
function noteUnclosed(text: string, at: number, found: Found): void {
  if (/^\{\{\s*[$\w]/.test(text.slice(at, at + 16))) found.unclosed.push(at);
}

/** Just after the closing quote of the string at `open`, or the end of its line. */
function stringEnd(text: string, open: number, limit: number, found: Found): number {
  const stop = /["\r\n]|\\[^\r\n]?|\{\{/g;
  stop.lastIndex = open + 1;
  for (let match = stop.exec(text); match && match.index < limit; match = stop.exec(text)) {
    if (match[0] === '"') return match.index + 1;
    if (match[0] === "\n" || match[0] === "\r") return match.index;
    if (match[0] !== "{{") continue;
    const use = placeholderAt(text, match.index);
    if (use) found.uses.push({ ...use, isInString: true });
    else found.unclosed.push(match.index);
    if (use) stop.lastIndex = match.index + use.range.length;
  }
  return limit;
}

/** Just after the comment that starts at `start`: the end of its line, or its closing mark. */
export function commentEnd(text: string, start: number, limit: number): number {
  if (text.startsWith("//", start)) return Math.min(lineEnd(text, start), limit);
  const close = text.indexOf("*/", start + 2);
  return close === -1 ? limit : Math.min(close + 2, limit);
}

function isKey(text: string, after: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = after;
  return colon.test(text);
}

/** Where the line that holds `position` ends, before its line break. */
export function lineEnd(text: string, position: number): number {
  const lineBreak = /[\r\n]/g;
  lineBreak.lastIndex = position;
  return lineBreak.exec(text)?.index ?? text.length;
}
