import { parseCallFile } from "../protocol/call/parse/parseCallFile.ts";
import { memberOf } from "../protocol/json/jsonNode.ts";
import { parseJsonText } from "../protocol/json/jsonText.ts";

/** A sent text, taken apart around its JSON-RPC request. */
export interface SentRequest {
  readonly before: string;
  /** The JSON-RPC request. */
  readonly json: string;
  readonly after: string;
}

/** Finds the request in a sent command, envelope or bare message. Undefined when there is none that can be read. */
export function sentRequest(sentText: string): SentRequest | undefined {
  const body = parseCallFile(sentText).requests[0]?.body;
  if (!body?.json) return undefined;
  const isEnvelope = body.kind === "envelope";
  const root = parseJsonText(body.json.text, { offset: body.json.offset }).root;
  const node = isEnvelope ? memberOf(root, "request")?.value : root;
  if (node?.kind !== "object") return undefined;
  const { offset, length } = node.range;
  const end = offset + length;
  return { before: sentText.slice(0, offset), json: sentText.slice(offset, end), after: sentText.slice(end) };
}
