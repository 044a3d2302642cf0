import { getLocation } from "jsonc-parser";
import { methodOf } from "../../../protocol/binding/methods.ts";
import {
  bodyHead,
  type CallFile,
  type CallRequest,
  type Directive,
  requestAt,
} from "../../../protocol/call/callFile.ts";
import { directiveKinds } from "../../../protocol/call/parse/directive.ts";
import { rangesOverlap, type Span, type TextRange } from "../../../protocol/problem.ts";
import { smcpMethod } from "../../../protocol/smcp/describeSmcp.ts";
import { codeSpan } from "../../markdownText.ts";
import { maskPlaceholders } from "../call/maskPlaceholders.ts";
import { describeMessage } from "./describeMessage.ts";
import { envelopeMembers } from "./envelopeMembers.ts";
import { envelopeErrorText, protocolErrorText } from "./errorText.ts";
import { messagePlace } from "./messagePlace.ts";

export interface HoverText {
  readonly range: TextRange;
  /** Markdown of our own making; text of a file or a peer stands in it in code spans only. */
  readonly markdown: string;
}

/** Explains what stands at an offset of a request file. `describeValue` describes the value of `{{expression}}` in Markdown. */
export async function hoverAt(
  file: CallFile,
  offset: number,
  describeValue: (expression: string) => Promise<string>,
): Promise<HoverText | undefined> {
  const isAt = (range: TextRange) => rangesOverlap(range, { offset, length: 0 });
  const use = [...file.variables, ...file.requests]
    .flatMap((item) => item.variableUses)
    .find(({ range }) => isAt(range));
  if (use) return { range: use.range, markdown: await describeValue(use.expression.text) };
  const request = requestAt(file, offset);
  if (!request) return undefined;
  const directive = request.directives.find(({ range }) => isAt(range));
  if (directive) return directiveHover(request, directive, isAt);
  const { body } = request;
  if (body?.kind === "command") {
    if (body.protocol && isAt(body.protocol)) return protocolHover(body.protocol);
    if (body.mention && isAt(body.mention)) return { range: body.mention, markdown: mentionText };
    const head = bodyHead(body);
    if (isAt(head)) return { range: head, markdown: commandText };
  }
  return body?.json && isAt(body.json) ? jsonHover(request, body.json, offset) : undefined;
}

const commandText =
  "**/_call** — A command for software, the text of one message: `/_call [@member] <protocol> <request>`, with one space between its parts. Each reply quotes it.\n\nSpecification: Commands";

const mentionText =
  "The member of the group who answers. Without a mention the command is a broadcast, and each member that serves the protocol answers.\n\nSpecification: Commands";

function directiveHover(
  request: CallRequest,
  { key, value }: Directive,
  isAt: (range: TextRange) => boolean,
): HoverText | undefined {
  const kind = directiveKinds.find((known) => known.key === key.text);
  if (isAt(key) && kind) {
    const example = kind.example ? `\n\nExample: ${codeSpan(`# @${kind.key} ${kind.example}`)}` : "";
    return { range: key, markdown: `**@${kind.key}** — ${kind.summary}${example}` };
  }
  if (key.text !== "expect") return undefined;
  return errorCodeHover(request, value, isAt);
}

/** An expected error code, such as `$.error.code == -32602` or `$.error.code == "rate_limited"`. */
function errorCodeHover(request: CallRequest, value: Span, isAt: (range: TextRange) => boolean): HoverText | undefined {
  const place = messagePlace(request, ["request", "error"]);
  const protocol = place?.kind === "message" ? (place.protocol ?? "") : "";
  const codes = protocol === "smcp" ? /\b\d{3,4}\b/g : /-\d{5}\b|(?<=")[a-z_]+(?=")/g;
  for (const match of value.text.matchAll(codes)) {
    const range = { offset: value.offset + match.index, length: match[0].length };
    if (!isAt(range)) continue;
    const code = Number(match[0]);
    const markdown = Number.isNaN(code) ? envelopeErrorText(match[0]) : protocolErrorText(protocol, code);
    if (markdown !== undefined) return { range, markdown };
  }
  return undefined;
}

function protocolHover(protocol: Span): HoverText | undefined {
  const names: Readonly<Record<string, string>> = {
    mcp: "The Model Context Protocol, revision 2026-07-28, over SimpleX.\n\nSpecification: MCP binding",
    a2a: "The Agent2Agent protocol, version 1.0, over SimpleX.\n\nSpecification: A2A binding",
  };
  const text = Object.hasOwn(names, protocol.text) ? names[protocol.text] : undefined;
  return text ? { range: protocol, markdown: `**${protocol.text}** — ${text}` } : undefined;
}

/** Explains what stands at an offset of a body's JSON. */
export function jsonHover(request: CallRequest, json: Span, offset: number): HoverText | undefined {
  const location = getLocation(maskPlaceholders(json.text), offset - json.offset);
  const node = location.previousNode;
  if (!node || offset > json.offset + node.offset + node.length) return undefined;
  const range = { offset: json.offset + node.offset, length: node.length };
  const place = messagePlace(request, location.path);
  if (place.kind === "envelope") return envelopeHover(range, place.path);
  if (!place.protocol) return undefined;
  const isMethod = !location.isAtPropertyKey && place.path.length === 1 && place.path[0] === "method";
  const method = isMethod && place.method ? methodOf(place.protocol, place.method) : undefined;
  const event = isMethod && place.protocol === "smcp" && place.method ? smcpMethod(place.method) : undefined;
  if (event) return { range, markdown: `**${event.name}** — ${event.summary}\n\nOver A2C-SMCP: ${event.detail}` };
  if (method) {
    return { range, markdown: `**${method.name}** — ${method.summary}\n\n[Documentation](${method.documentation})` };
  }
  const described = describeMessage(place.protocol, place.method, place.path);
  const name = place.path.at(-1);
  if (!described || typeof name !== "string") return undefined;
  const values = described.values.length > 1 ? `\n\nOne of ${described.values.map(codeSpan).join(", ")}` : "";
  return { range, markdown: `${codeSpan(name)} — ${described.type}\n\n${described.description}${values}` };
}

function envelopeHover(range: TextRange, path: readonly (string | number)[]): HoverText | undefined {
  const member = path.length === 1 ? envelopeMembers.find(({ name }) => name === path[0]) : undefined;
  if (!member) return undefined;
  return { range, markdown: `${codeSpan(member.name)} — ${member.summary}\n\nSpecification: Service RPC, Request` };
}
