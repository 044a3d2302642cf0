import { getLocation } from "jsonc-parser";
import { type CallFile, type CallRequest, requestAt } from "../../../protocol/call/callFile.ts";
import { jsonExtent } from "../../../protocol/call/parse/jsonExtent.ts";
import type { TextRange } from "../../../protocol/problem.ts";
import { maskPlaceholders } from "../call/maskPlaceholders.ts";

/** What can be written at a place of a request file. `range` is what a completion replaces. */
export type CompletionPlace =
  /** An empty line where a request can begin, or the start of one. */
  | { readonly kind: "request-start"; readonly range: TextRange; readonly request: CallRequest | undefined }
  /** The key of a directive, `@` included. */
  | { readonly kind: "directive-key"; readonly range: TextRange; readonly request: CallRequest | undefined }
  | {
      readonly kind: "directive-value";
      readonly key: string;
      readonly range: TextRange;
      readonly request: CallRequest | undefined;
    }
  | { readonly kind: "variable-value"; readonly range: TextRange }
  /** Between `{{` and `}}`. */
  | { readonly kind: "variable"; readonly range: TextRange; readonly isClosed: boolean }
  /** After `/_call`: a protocol, or a mention when it begins with `@`. */
  | {
      readonly kind: "command-head";
      readonly isMention: boolean;
      readonly range: TextRange;
      readonly request: CallRequest;
    }
  | {
      readonly kind: "json";
      readonly request: CallRequest;
      readonly path: readonly (string | number)[];
      readonly isKey: boolean;
      readonly range: TextRange;
      /** True when a key is followed by a colon already. */
      readonly hasColon: boolean;
    };

export type PlaceOf<Kind extends CompletionPlace["kind"]> = Extract<CompletionPlace, { readonly kind: Kind }>;

/** Where the cursor is, as far as completion needs to know it; undefined where nothing is offered. */
export function completionPlace(text: string, file: CallFile, offset: number): CompletionPlace | undefined {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const request = requestAt(file, offset);
  return (
    variablePlace(text, before, offset) ??
    directivePlace(text, before, offset, request) ??
    variableValuePlace(text, before, offset) ??
    commandPlace(text, before, offset, request) ??
    jsonPlace(text, offset, request) ??
    startPlace(before, offset, request)
  );
}

function variablePlace(text: string, before: string, offset: number): CompletionPlace | undefined {
  const open = /\{\{([^{}]*)$/.exec(before);
  if (!open) return undefined;
  const written = (open[1] ?? "").trimStart();
  const closed = /^([^{}"\r\n]*?)\s*\}\}/.exec(text.slice(offset, offset + 200));
  const rest = closed?.[1] ?? /^[\w.$-]*/.exec(text.slice(offset, offset + 100))?.[0] ?? "";
  return { kind: "variable", range: around(offset, written.length, rest.length), isClosed: closed !== null };
}

function directivePlace(
  text: string,
  before: string,
  offset: number,
  request: CallRequest | undefined,
): CompletionPlace | undefined {
  const key = /^\s*#{1,2}\s*(@?[\w-]*)$/.exec(before);
  if (key)
    return { kind: "directive-key", range: around(offset, key[1]?.length ?? 0, wordAfter(text, offset)), request };
  const value = /^\s*#+\s*@([A-Za-z][\w-]*)[ \t]+(.*)$/.exec(before);
  if (!value?.[1]) return undefined;
  const after = restOfLine(text, offset).trimEnd().length;
  return { kind: "directive-value", key: value[1], range: around(offset, value[2]?.length ?? 0, after), request };
}

function variableValuePlace(text: string, before: string, offset: number): CompletionPlace | undefined {
  const value = /^\s*@[\w-]+\s*=\s*(.*)$/.exec(before);
  if (!value) return undefined;
  const after = restOfLine(text, offset).trimEnd().length;
  return { kind: "variable-value", range: around(offset, value[1]?.length ?? 0, after) };
}

function commandPlace(
  text: string,
  before: string,
  offset: number,
  request: CallRequest | undefined,
): CompletionPlace | undefined {
  const head = /^\/_call[ \t]+(?:@(?:'[^']*'|[^\s']+)[ \t]+)?(@?'?[^\s{[]*)$/.exec(before);
  if (!head || !request) return undefined;
  const written = head[1] ?? "";
  const isMention = written.startsWith("@");
  return { kind: "command-head", isMention, range: around(offset, written.length, wordAfter(text, offset)), request };
}

/** The place in the JSON of a request's body. */
export function jsonPlace(text: string, offset: number, request: CallRequest | undefined): PlaceOf<"json"> | undefined {
  const json = request?.body?.json;
  if (!request || !json || offset <= json.offset) return undefined;
  const end = bodyReach(text, json);
  if (offset > end || isComment(text, json.offset, offset)) return undefined;
  const location = getLocation(maskPlaceholders(text.slice(json.offset, end)), offset - json.offset);
  if (location.path.length === 0) return undefined;
  const node = location.previousNode;
  const start = node ? json.offset + node.offset : offset;
  const covers = node && start <= offset && offset <= start + node.length;
  const range = covers ? { offset: start, length: node.length } : wordAround(text, offset);
  const after = text.slice(range.offset + range.length);
  return {
    kind: "json",
    request,
    path: location.path,
    isKey: location.isAtPropertyKey,
    range,
    hasColon: /^\s*:/.test(after.slice(0, 40)),
  };
}

/** Where completion inside the body still makes sense: an unclosed body reaches to the next request. */
function bodyReach(text: string, json: TextRange): number {
  const next = text.indexOf("\n###", json.offset);
  const extent = jsonExtent(text, json.offset, next === -1 ? text.length : next);
  return extent.isClosed ? extent.end - 1 : extent.end;
}

function isComment(text: string, start: number, offset: number): boolean {
  const lineStart = Math.max(start, text.lastIndexOf("\n", offset - 1) + 1);
  return /^(?:[^"]|"(?:[^"\\]|\\.)*")*\/\//.test(text.slice(lineStart, offset));
}

function startPlace(before: string, offset: number, request: CallRequest | undefined): CompletionPlace | undefined {
  if (!/^[/\w]*$/.test(before)) return undefined;
  return { kind: "request-start", range: around(offset, before.length, 0), request };
}

function around(offset: number, before: number, after: number): TextRange {
  return { offset: offset - before, length: before + after };
}

function wordAround(text: string, offset: number): TextRange {
  const before = /["\w./$-]*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0].length ?? 0;
  return around(offset, before, wordAfter(text, offset));
}

/** How much of a word stands right after an offset, in UTF-16 code units. */
export function wordAfter(text: string, offset: number): number {
  return /^[\w-]*/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0;
}

function restOfLine(text: string, offset: number): string {
  return /^[^\r\n]*/.exec(text.slice(offset, offset + 4096))?.[0] ?? "";
}
