import { compactJson } from "../json/compactJson.ts";
import type { JsonNode } from "../json/jsonNode.ts";
import type { TextRange } from "../problem.ts";
import { shortestReplyBytes } from "../size/checkSize.ts";
import { encodedStringBytes, utf8Bytes } from "../size/encodedSize.ts";
import { type LargestPart, largestPart } from "../size/largestPart.ts";
import { commandSize } from "../size/messageSize.ts";
import { serviceHardLimitBytes, serviceSize, serviceSoftLimitBytes } from "../size/serviceSize.ts";
import { addedText } from "./addedText.ts";
import type { CallRequest } from "./callFile.ts";
import { bodyTree } from "./convert.ts";
import { type Fill, filledText, type SentText, sentText } from "./sentText.ts";

/** What a request takes on its transport, for the status bar and the code lens. Bytes are as the transport counts them. */
export interface SizeMeter {
  readonly transport: "chat" | "rpc";
  readonly bytes: number;
  /** Above it, sending fails. */
  readonly limitBytes: number;
  /** Above it, sending may fail (Service RPC), or no reply that quotes the command fits (chat). */
  readonly softLimitBytes: number;
  readonly state: "fits" | "tight" | "too-large";
  /** False when a variable has no value yet: it counts as nothing. */
  readonly isExact: boolean;
  /** Chat only: encoded bytes left for a reply that quotes the whole command; 0 when none fits. */
  readonly replyRoomBytes: number | undefined;
  /** The request by its parts; together they are `bytes`. */
  readonly parts: readonly SizePart[];
  /** What would make it fit; none when it does. */
  readonly advice: readonly SizeAdvice[];
}

interface SizePart {
  /** `frame`: the message around the command; `head`: command and protocol; `largest`: the longest member; `rest`. */
  readonly kind: "frame" | "head" | "largest" | "rest";
  readonly bytes: number;
  /** The longest member's path from the body's JSON, such as `["request", "params", "arguments", "text"]`. */
  readonly path?: readonly (string | number)[];
  readonly range?: TextRange;
}

export type SizeAdvice =
  /** Take this many bytes away, best from the longest member. */
  | { readonly kind: "shorten"; readonly bytes: number; readonly path: readonly (string | number)[] }
  /** The other transport has room: the size it has there, and that transport's soft limit. */
  | {
      readonly kind: "other-transport";
      readonly transport: "chat" | "rpc";
      readonly bytes: number;
      readonly limitBytes: number;
    };

/** Measures a request, or undefined for one that has no size law: no body, a bare message, or JSON that cannot be read. */
export function sizeMeter(request: CallRequest, chat: "direct" | "group", fill: Fill): SizeMeter | undefined {
  const { body } = request;
  const root = bodyTree(request);
  if (!root || !body || (body.kind !== "command" && body.kind !== "envelope")) return undefined;
  const sent = sentText(request, (use) => fill(use) ?? "");
  if (!sent) return undefined;
  const measured: Measured = { request, root, sent, text: sent.text + addedText(request, root, fill), fill };
  return body.kind === "command" ? commandMeter(measured, chat) : envelopeMeter(measured);
}

interface Measured {
  readonly request: CallRequest;
  readonly root: JsonNode;
  readonly sent: SentText;
  /** As it is sent, with what directives add. */
  readonly text: string;
  readonly fill: Fill;
}

function commandMeter(measured: Measured, chat: "direct" | "group"): SizeMeter {
  const { request, sent, text } = measured;
  const size = commandSize(text, sent.mention === undefined ? chat : "group", sent.mention);
  // The command up to which the shortest reply still fits beside it.
  const softLimitBytes = size.bytes + Math.min(size.replyRoomBytes - shortestReplyBytes, size.limitBytes - size.bytes);
  const requestBytes = encodedStringBytes(text) - encodedStringBytes(headOf(sent));
  const frame: SizePart = { kind: "frame", bytes: size.bytes - encodedStringBytes(text) };
  const head: SizePart = { kind: "head", bytes: encodedStringBytes(headOf(sent)) };
  const rpc = serviceSize(`{"protocol":${JSON.stringify(sent.protocol ?? "")},"request":${sent.requestJson ?? ""}}`);
  return {
    transport: "chat",
    bytes: size.bytes,
    limitBytes: size.limitBytes,
    softLimitBytes,
    state: stateOf(size.bytes, softLimitBytes, size.limitBytes),
    isExact: isExact(request, measured.fill),
    replyRoomBytes: Math.max(0, size.replyRoomBytes),
    parts: [frame, head, ...memberParts(measured, requestBytes, encodedStringBytes)],
    advice: advice(measured, size.bytes - softLimitBytes, {
      transport: "rpc",
      bytes: rpc.bytes,
      limitBytes: rpc.softLimitBytes,
    }),
  };
}

function envelopeMeter(measured: Measured): SizeMeter {
  const { request, sent, text } = measured;
  const { bytes } = serviceSize(text);
  const asCommand = commandSize(`/_call ${sent.protocol ?? ""} ${sent.requestJson ?? ""}`, "direct");
  const softCommandLimit = asCommand.bytes + asCommand.replyRoomBytes - shortestReplyBytes;
  return {
    transport: "rpc",
    bytes,
    limitBytes: serviceHardLimitBytes,
    softLimitBytes: serviceSoftLimitBytes,
    state: stateOf(bytes, serviceSoftLimitBytes, serviceHardLimitBytes),
    isExact: isExact(request, measured.fill),
    replyRoomBytes: undefined,
    parts: memberParts(measured, bytes, utf8Bytes),
    advice: advice(measured, bytes - serviceSoftLimitBytes, {
      transport: "chat",
      bytes: asCommand.bytes,
      limitBytes: softCommandLimit,
    }),
  };
}

function headOf(sent: SentText): string {
  return sent.text.slice(0, sent.text.length - (sent.requestJson?.length ?? 0));
}

function stateOf(bytes: number, softLimitBytes: number, limitBytes: number): SizeMeter["state"] {
  if (bytes > limitBytes) return "too-large";
  return bytes > softLimitBytes ? "tight" : "fits";
}

function isExact(request: CallRequest, fill: Fill): boolean {
  return request.variableUses.every((use) => fill(use) !== undefined);
}

/** The longest member and all the rest of `bytes`. */
function memberParts(measured: Measured, bytes: number, measure: (text: string) => number): SizePart[] {
  const largest = largestPart(measured.root);
  if (!largest) return [{ kind: "rest", bytes }];
  const largestBytes = Math.min(bytes, measure(sentPart(measured, largest)));
  return [
    { kind: "largest", bytes: largestBytes, path: largest.path, range: largest.node.range },
    { kind: "rest", bytes: bytes - largestBytes },
  ];
}

/** The part as it is sent: filled and compact. */
function sentPart({ request, fill }: Measured, part: LargestPart): string {
  const json = request.body?.json;
  if (!json) return "";
  const { offset, length } = part.node.range;
  const start = offset - json.offset;
  const span = { offset, length, text: json.text.slice(start, start + length) };
  return compactJson(filledText(span, request.variableUses, (use) => fill(use) ?? ""));
}

function advice(
  measured: Measured,
  overBytes: number,
  other: { readonly transport: "chat" | "rpc"; readonly bytes: number; readonly limitBytes: number },
): SizeAdvice[] {
  if (overBytes <= 0) return [];
  const path = largestPart(measured.root)?.path ?? [];
  const shorten: SizeAdvice = { kind: "shorten", bytes: overBytes, path };
  const hasRoom = other.bytes <= other.limitBytes;
  return hasRoom ? [shorten, { kind: "other-transport", ...other }] : [shorten];
}
