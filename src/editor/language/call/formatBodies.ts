import { format } from "jsonc-parser";
import type { CallFile, CallRequest } from "../../../protocol/call/callFile.ts";
import type { TextEdit } from "../../../protocol/problem.ts";
import { bodyJson } from "./bodyJson.ts";
import { maskPlaceholders } from "./maskPlaceholders.ts";

export interface FormatStyle {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  /** The line break of the document. */
  readonly eol: string;
}

/**
 * Lays out the JSON bodies anew. Only white space between tokens changes, so the request that is sent stays the same; a
 * body with an error is left as it is.
 */
export function formatBodies(file: CallFile, style: FormatStyle): TextEdit[] {
  return file.requests.flatMap((request) => formatBody(request, style));
}

function formatBody(request: CallRequest, style: FormatStyle): TextEdit[] {
  const json = request.body?.json;
  if (!json || bodyJson(request)?.problems.some((problem) => problem.severity === "error")) return [];
  const edits = format(maskPlaceholders(json.text), undefined, { ...style, insertFinalNewline: false });
  return edits
    .filter((edit) => json.text.slice(edit.offset, edit.offset + edit.length) !== edit.content)
    .map((edit) => ({
      range: { offset: json.offset + edit.offset, length: edit.length },
      newText: edit.content,
    }));
}
