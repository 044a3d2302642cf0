import { type CallFile, type CallRequest, requestAt } from "../../protocol/call/callFile.ts";
import { jsonPathFault, rootedPath } from "../../protocol/call/parse/jsonPath.ts";
import { isVariableName } from "../../protocol/call/parse/variableExpression.ts";
import { inertText } from "../../protocol/json/inertJson.ts";
import { type TextEdit, textRange } from "../../protocol/problem.ts";

/** A directive to write into a request, or why it would not be one, as a sentence. */
export type DirectiveLine =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "impossible"; readonly message: string };

/**
 * `# @expect <path> == <json>`. `path` is RFC 9535; `json` is the text of a value that a peer sent: it is put on one line, and
 * nothing in it is read as a `{{variable}}`.
 */
export function expectationLine(path: string, json: string): DirectiveLine {
  return isOneLinePath(path)
    ? { kind: "line", text: `# @expect ${inertText(path)} == ${inertText(json.replace(/\s*[\r\n]\s*/g, " ").trim())}` }
    : noPath(path);
}

/** `# @set <name> = <path>`. */
export function captureLine(name: string, path: string): DirectiveLine {
  if (!isVariableName(name)) {
    return {
      kind: "impossible",
      message: `“${name}” is no variable name: a letter or _ first, then letters, digits, _ and -.`,
    };
  }
  return isOneLinePath(path) ? { kind: "line", text: `# @set ${name} = ${inertText(path)}` } : noPath(path);
}

/**
 * The path of a value of one reply, as `@expect` and `@set` take it: from `$`, which is the final reply, or from
 * `$replies[n].json` for a reply before it. `sequence` counts from 1.
 */
export function pathInCall(path: string, sequence: number, finalSequence: number): string {
  if (sequence === finalSequence || rootedPath(path).root !== undefined) return path;
  return `$replies[${sequence - 1}].json${path.slice(1)}`;
}

/** A name for the variable that a path is captured in: its last member, made a variable name. */
export function suggestedName(path: string): string {
  const [last = ""] = path.match(/[A-Za-z_][\w-]*(?=[^A-Za-z_]*$)/) ?? [];
  return isVariableName(last) ? last : "value";
}

/**
 * Writes a directive into a request: after its last directive, else right above its body, else at its end. The same line is
 * not written twice: then there is no edit. A request whose place is unknown has none either.
 */
export function directiveEdit(text: string, request: CallRequest, line: string): TextEdit | undefined {
  const isWritten = request.directives.some(({ range }) => lineOf(text, range.offset) === line);
  if (isWritten) return undefined;
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const last = request.directives.findLast(
    ({ range }) => request.body === undefined || range.offset < request.body.range.offset,
  );
  if (last) return insertion(lineEndAt(text, last.range.offset), `${eol}${line}`);
  if (request.body) return insertion(lineStartAt(text, request.body.range.offset), `${line}${eol}`);
  return insertion(lineEndAt(text, request.range.offset), `${eol}${line}`);
}

/** The request that a call came from: the one of that name, else the one at its line (1-based). */
export function requestOfCall(
  text: string,
  file: CallFile,
  call: { readonly name: string; readonly line?: number },
): CallRequest | undefined {
  const named = file.requests.find((request) => request.name?.text === call.name);
  return named ?? requestAt(file, offsetOfLineEnd(text, call.line ?? 1));
}

/** Line breaks between the steps are legal in a path, but not in a directive. */
function isOneLinePath(path: string): boolean {
  return !/[\r\n]/.test(path) && jsonPathFault(path) === undefined;
}

function noPath(path: string): DirectiveLine {
  return { kind: "impossible", message: `${path} is not a path of RFC 9535, so it was not written into the request.` };
}

function insertion(offset: number, newText: string): TextEdit {
  return { range: textRange(offset, 0), newText };
}

function lineOf(text: string, offset: number): string {
  return text.slice(lineStartAt(text, offset), lineEndAt(text, offset)).trim();
}

function lineStartAt(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function lineEndAt(text: string, offset: number): number {
  const found = text.slice(offset).search(/[\r\n]/);
  return found === -1 ? text.length : offset + found;
}

function offsetOfLineEnd(text: string, line: number): number {
  const breaks = [...text.matchAll(/\r\n|\r|\n/g)];
  return breaks[line - 1]?.index ?? text.length;
}
