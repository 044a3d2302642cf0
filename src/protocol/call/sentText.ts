import { compactJson } from "../json/compactJson.ts";
import { memberOf } from "../json/jsonNode.ts";
import { parseJsonText } from "../json/jsonText.ts";
import type { Span } from "../problem.ts";
import type { CallRequest, VariableUse } from "./callFile.ts";

/** The value a variable is filled with, or undefined for one that is not known. */
export type Fill = (use: VariableUse) => string | undefined;

/** What is sent for a request. */
export interface SentText {
  /** The command, the envelope or the JSON-RPC message: compact, every token as written. */
  readonly text: string;
  /** The protocol's request message inside `text`; undefined when there is none to be found. */
  readonly requestJson: string | undefined;
  /** The protocol's name from the command or the envelope; undefined for a bare JSON-RPC message. */
  readonly protocol: string | undefined;
  /** The mentioned member's name without `@` and quotes. */
  readonly mention: string | undefined;
  /** Uses that `fill` knew no value for; they stand unfilled in `text`, which must not be sent. */
  readonly unfilled: readonly VariableUse[];
}

/** The text a request is sent as, or undefined without a body to send. */
export function sentText(request: CallRequest, fill: Fill): SentText | undefined {
  const { body } = request;
  if (!body || body.kind === "unknown") return undefined;
  const unfilled: VariableUse[] = [];
  const filled = (span: Span): string =>
    filledText(span, request.variableUses, (use) => {
      const value = fill(use);
      if (value === undefined) unfilled.push(use);
      return value;
    });

  if (body.kind === "command") {
    const mention = body.mention && filled(body.mention);
    const protocol = body.protocol && filled(body.protocol);
    const requestJson = body.json && compactJson(filled(body.json));
    const parts = ["/_call", mention, protocol, requestJson];
    const text = parts.filter((part) => part !== undefined).join(" ");
    return { text, requestJson, protocol, mention: mention && mentionedName(mention), unfilled };
  }

  const text = compactJson(filled(body.json));
  if (body.kind === "json-rpc") {
    return { text, requestJson: text, protocol: undefined, mention: undefined, unfilled };
  }
  const { root } = parseJsonText(text);
  const inner = memberOf(root, "request")?.value?.range;
  const protocol = memberOf(root, "protocol")?.value;
  return {
    text,
    requestJson: inner && text.slice(inner.offset, inner.offset + inner.length),
    protocol: protocol?.kind === "string" ? protocol.value : undefined,
    mention: undefined,
    unfilled,
  };
}

/** The name in a mention: `acme` of `@acme`, `Acme bot` of `@'Acme bot'`. */
export function mentionedName(mention: string): string {
  const name = mention.replace(/^@/, "");
  return name.length > 1 && name.startsWith("'") && name.endsWith("'") ? name.slice(1, -1) : name;
}

/** The text of `span` with its placeholders filled, escaped inside JSON strings. A use without a value stays as it is. */
export function filledText(span: Span, uses: readonly VariableUse[], fill: Fill): string {
  const pieces: string[] = [];
  const end = span.offset + span.length;
  let position = span.offset;
  for (const use of uses) {
    const { offset, length } = use.range;
    if (offset < position || offset + length > end) continue;
    const value = fill(use);
    if (value === undefined) continue;
    pieces.push(span.text.slice(position - span.offset, offset - span.offset));
    pieces.push(use.isInString ? JSON.stringify(value).slice(1, -1) : value);
    position = offset + length;
  }
  pieces.push(span.text.slice(position - span.offset));
  return pieces.join("");
}
