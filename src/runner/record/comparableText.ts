import type { CallEvent, CallReply } from "../../exchange/callEvent.ts";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import type { JsonNode } from "../../protocol/json/jsonNode.ts";
import { parseJsonText } from "../../protocol/json/jsonText.ts";
import type { CallHeader, Transcript } from "./transcript.ts";
import { createMask, type VolatileKind, volatileKind } from "./volatileValues.ts";

export interface ComparisonOptions {
  /** True to replace ids and times, which differ in every run, by marks. */
  readonly hidesVolatile: boolean;
  /** Where the text is cut, in UTF-16 units; the editor compares no larger texts. */
  readonly maxCharacters?: number;
}

const defaultMaxCharacters = 5_000_000;
const indent = "  ";

/** The body of one reply, laid out a member a line, tokens as received. A text that is no JSON stays as it is. */
export function comparableReply(reply: CallReply, options: ComparisonOptions): string {
  const printer = createPrinter(options);
  return printer.finish([printer.isJson(reply.text) ? printer.json(reply.text, "") : reply.text]);
}

/**
 * A whole call as one JSON document, for a diff: what was sent, each reply in arrival order with its sender, and how the
 * call ended. Every token of a message stays as it was sent or received; hidden values become marks.
 */
export function comparableTranscript(transcript: Transcript, options: ComparisonOptions): string {
  const printer = createPrinter(options);
  const { header, events } = transcript;
  // In the order of the text: ids are numbered as they appear.
  const members: string[] = [
    `"request": ${printer.object(headerMembers(header, printer), indent)}`,
    ...sentMember(events, printer),
    repliesMember(events, printer),
    ...(transcript.cutEvents > 0 ? [`"cutEvents": ${transcript.cutEvents}`] : []),
    ...endMember(events, printer),
  ];
  return printer.finish(["{\n", members.map((member) => indent + member).join(",\n"), "\n}"]);
}

type Members = readonly (readonly [name: string, json: string])[];

function headerMembers(header: CallHeader, { text, time }: Printer): Members {
  const { name, startedAt, target, transport, mention, protocol, version, method, core } = header;
  const known = { name, target, transport, mention, protocol, version, method, core };
  const members = Object.entries(known).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, text(value)] as const],
  );
  return [...members, ["startedAt", time(startedAt)]];
}

function sentMember(events: readonly CallEvent[], printer: Printer): string[] {
  const sent = events.find((event) => event.event === "sent");
  if (!sent) return [];
  const body = parseCallFile(sent.text).requests[0]?.body;
  const json = body?.json?.text;
  if (json === undefined || !printer.isJson(json)) return [`"sent": ${printer.text(sent.text)}`];
  const head = body?.kind === "command" ? sent.text.slice(0, sent.text.indexOf(json)).trim() : undefined;
  const members: Members = [
    ...(head === undefined ? [] : [["command", printer.text(head)] as const]),
    ["message", printer.json(json, indent + indent)],
  ];
  return [`"sent": ${printer.object(members, indent)}`];
}

function repliesMember(events: readonly CallEvent[], printer: Printer): string {
  const margin = indent + indent;
  const replies = events.flatMap((event) =>
    event.event === "reply" ? [margin + printer.object(replyMembers(event, printer), margin)] : [],
  );
  return replies.length === 0 ? `"replies": []` : `"replies": [\n${replies.join(",\n")}\n${indent}]`;
}

function replyMembers(reply: CallReply, printer: Printer): Members {
  const body = printer.isJson(reply.text) ? printer.json(reply.text, indent.repeat(3)) : printer.text(reply.text);
  return [
    ["sender", printer.text(reply.sender)],
    ["kind", printer.text(reply.kind)],
    ["elapsedMs", printer.time(reply.elapsedMs)],
    ...(reply.notes.length > 0 ? [["notes", JSON.stringify(reply.notes)] as const] : []),
    ["body", body],
  ];
}

function endMember(events: readonly CallEvent[], printer: Printer): string[] {
  const end = events.findLast((event) => event.event === "end");
  if (!end) return [];
  const members: Members = [
    ["outcome", printer.text(end.outcome)],
    ["elapsedMs", printer.time(end.elapsedMs)],
    ...(end.failure
      ? ([
          ["code", printer.text(end.failure.code)],
          ["message", printer.text(end.failure.message)],
        ] as const)
      : []),
  ];
  return [`"end": ${printer.object(members, indent)}`];
}

type Printer = ReturnType<typeof createPrinter>;

/** Prints the parts of one text; ids are numbered across all of them. */
function createPrinter({ hidesVolatile, maxCharacters = defaultMaxCharacters }: ComparisonOptions) {
  const mask = createMask();

  function masked(kind: VolatileKind | undefined, source: string, value: string): string {
    return hidesVolatile && kind !== undefined ? JSON.stringify(mask(kind, value)) : source;
  }

  /** `name` is that of the nearest member around the node. The parser bounds the depth. */
  function print(source: string, node: JsonNode, margin: string, name: string | undefined): string {
    const inner = margin + indent;
    const written = source.slice(node.range.offset, node.range.offset + node.range.length);
    switch (node.kind) {
      case "object": {
        if (node.members.length === 0) return "{}";
        const members = node.members.map(({ key, value }) => {
          const keyText = source.slice(key.range.offset, key.range.offset + key.range.length);
          return `${inner}${keyText}: ${value ? print(source, value, inner, key.value) : "null"}`;
        });
        return `{\n${members.join(",\n")}\n${margin}}`;
      }
      case "array": {
        if (node.items.length === 0) return "[]";
        return `[\n${node.items.map((item) => inner + print(source, item, inner, name)).join(",\n")}\n${margin}]`;
      }
      case "string":
        return masked(volatileKind(name, node.value), written, node.value);
      case "number":
        return masked(volatileKind(name, node.value), written, node.text);
      default:
        return written;
    }
  }

  return {
    isJson: (text: string): boolean =>
      /^\s*[{[]/.test(text) && parseJsonText(text).problems.every(({ severity }) => severity !== "error"),
    json(text: string, margin: string): string {
      const { root } = parseJsonText(text);
      return root ? print(text, root, margin, undefined) : JSON.stringify(text);
    },
    text: (value: string): string => JSON.stringify(value),
    /** A time or a duration, which no two runs share. */
    time: (value: string | number): string => masked("time", JSON.stringify(value), String(value)),
    object(members: Members, margin: string): string {
      return `{\n${members.map(([name, json]) => `${margin}${indent}${JSON.stringify(name)}: ${json}`).join(",\n")}\n${margin}}`;
    },
    finish(pieces: readonly string[]): string {
      const whole = `${pieces.join("")}\n`;
      if (whole.length <= maxCharacters) return whole;
      return `${whole.slice(0, maxCharacters)}\n… ${whole.length - maxCharacters} more characters are not compared.\n`;
    },
  };
}
