import type { VariableUse } from "./callFile.ts";
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
  const keys = new Set<string>();
  const uses: VariableUse[] = [];
  const unclosed: number[] = [];
  const mark = /["{}[\]]|\/[/*]/g;
  let depth = 0;
  let position = start;

  while (position < limit) {
    mark.lastIndex = position;
    const match = mark.exec(text);
    if (!match || match.index >= limit) break;
    const at = match.index;
    position = at + match[0].length;
    switch (match[0]) {
      case '"': {
        position = stringEnd(at);
        if (depth === 1 && isKey(position)) keys.add(text.slice(at + 1, position - 1));
        break;
      }
      case "//":
        position = lineEnd(text, position);
        break;
      case "/*": {
        const close = text.indexOf("*/", position);
        position = close === -1 ? limit : close + 2;
        break;
      }
      case "{": {
        const use = placeholderAt(text, at);
        if (use) {
          uses.push(use);
          position = at + use.range.length;
          if (depth === 0) return { end: position, isClosed: true, keys, uses, unclosed };
        } else {
          // In a JSON text only a name can follow braces that are meant as a placeholder's.
          if (/^\{\{\s*[$\w]/.test(text.slice(at, at + 16))) unclosed.push(at);
          depth++;
        }
        break;
      }
      case "[":
        depth++;
        break;
      default:
        depth--;
        if (depth <= 0) return { end: position, isClosed: true, keys, uses, unclosed };
    }
  }
  return { end: limit, isClosed: false, keys, uses, unclosed };

  /** Just after the closing quote of the string at `open`, or the end of its line. */
  function stringEnd(open: number): number {
    const stop = /["\\\r\n]|\{\{/g;
    let from = open + 1;
    for (;;) {
      stop.lastIndex = from;
      const match = stop.exec(text);
      if (!match || match.index >= limit) return limit;
      if (match[0] === '"') return match.index + 1;
      if (match[0] === "\\") {
        from = /[\r\n]/.test(text.charAt(match.index + 1)) ? match.index + 1 : match.index + 2;
      } else if (match[0] === "{{") {
        const use = placeholderAt(text, match.index);
        if (use) uses.push({ ...use, isInString: true });
        else unclosed.push(match.index);
        from = match.index + (use?.range.length ?? 2);
      } else return match.index;
    }
  }

  function isKey(after: number): boolean {
    const colon = /\s*:/y;
    colon.lastIndex = after;
    return colon.test(text);
  }
}

/** Where the line that holds `position` ends, before its line break. */
export function lineEnd(text: string, position: number): number {
  const lineBreak = /[\r\n]/g;
  lineBreak.lastIndex = position;
  return lineBreak.exec(text)?.index ?? text.length;
}
