import { getLocation } from "jsonc-parser";
import type { CallRequest } from "../../../protocol/call/callFile.ts";
import { spanOf, textRange } from "../../../protocol/problem.ts";
import type { CompletionEntry } from "./completionEntry.ts";
import { jsonEntries } from "./completionItems.ts";
import { jsonPlace } from "./completionPlace.ts";
import { type HoverText, jsonHover } from "./hoverText.ts";
import { messagePlace } from "./messagePlace.ts";

/**
 * What is told of an envelope that is a document of its own: all of it, or its `request` only, where the editor's JSON
 * support knows the envelope's own members from a contributed schema and would show them twice.
 */
export type EnvelopePart = "whole" | "request";

/** What can be written at an offset of a Service RPC request envelope (agent-protocols#request): as in a `.call` body. */
export function envelopeCompletionsAt(text: string, offset: number, part: EnvelopePart): readonly CompletionEntry[] {
  const request = envelopeRequest(text);
  const place = jsonPlace(text, offset, request);
  if (!place || (part === "request" && messagePlace(place.request, place.path).kind === "envelope")) return [];
  return jsonEntries(place);
}

/** Explains what stands at an offset of a Service RPC request envelope. */
export function envelopeHoverAt(text: string, offset: number, part: EnvelopePart): HoverText | undefined {
  const request = envelopeRequest(text);
  const json = request?.body?.json;
  if (!request || !json || offset < json.offset) return undefined;
  const { path } = getLocation(json.text, offset - json.offset);
  if (part === "request" && messagePlace(request, path).kind === "envelope") return undefined;
  return jsonHover(request, json, offset);
}

/** The document as the request whose body it would be; undefined before its first brace. */
function envelopeRequest(text: string): CallRequest | undefined {
  const start = text.indexOf("{");
  if (start < 0) return undefined;
  const range = textRange(start, text.length - start);
  return {
    name: undefined,
    range,
    separator: undefined,
    directives: [],
    body: { kind: "envelope", range, json: spanOf(text, start, text.length) },
    variableUses: [],
  };
}
