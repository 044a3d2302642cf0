import { guessedProtocol } from "../binding/guessedProtocol.ts";
import { type JsonNode, memberOf } from "../json/jsonNode.ts";
import { parseJsonText } from "../json/jsonText.ts";
import { type TextEdit, type TextRange, textRange } from "../problem.ts";
import type { CallBody, CallRequest } from "./callFile.ts";

/** The forms a request can be converted to. */
export type BodyForm = "command" | "envelope" | "message";

/**
 * The edits that give a request's body another form, its JSON untouched; undefined when there is no body of a known form
 * or it has that form already. A mention, `requestKey` and `version` have no place in the other form and are left out.
 */
export function convertBody(request: CallRequest, form: BodyForm): readonly TextEdit[] | undefined {
  const { body } = request;
  const message = body && messageOf(request, body);
  if (!message || formOf(body) === form) return undefined;
  const end = body.range.offset + body.range.length;
  const messageEnd = message.range.offset + message.range.length;
  const [before, after] = surroundings(form, message.protocol);
  return [
    { range: textRange(body.range.offset, message.range.offset - body.range.offset), newText: before },
    { range: textRange(messageEnd, end - messageEnd), newText: after },
  ];
}

function formOf(body: CallBody): BodyForm | undefined {
  switch (body.kind) {
    case "command":
    case "envelope":
      return body.kind;
    case "json-rpc":
      return "message";
    case "unknown":
      return undefined;
  }
}

function surroundings(form: BodyForm, protocol: string): readonly [string, string] {
  switch (form) {
    case "command":
      return [`/_call ${protocol} `, ""];
    case "envelope":
      return [`{\n  "protocol": ${JSON.stringify(protocol)},\n  "request": `, "\n}"];
    case "message":
      return ["", ""];
  }
}

interface Message {
  readonly protocol: string;
  readonly range: TextRange;
}

/** The protocol's request message inside a body. */
function messageOf(request: CallRequest, body: CallBody): Message | undefined {
  if (body.kind === "unknown" || !body.json) return undefined;
  if (body.kind === "command")
    return { protocol: body.protocol?.text ?? guessedProtocol(bodyTree(request)), range: body.json };
  const root = bodyTree(request);
  if (body.kind === "json-rpc") return { protocol: guessedProtocol(root), range: body.json };
  const message = memberOf(root, "request")?.value;
  const protocol = memberOf(root, "protocol")?.value;
  if (!message) return undefined;
  return { protocol: protocol?.kind === "string" ? protocol.value : guessedProtocol(message), range: message.range };
}

/** The JSON of a request's body, its ranges those of the document; undefined when there is none to read. */
export function bodyTree(request: CallRequest): JsonNode | undefined {
  const json = request.body?.json;
  if (!json) return undefined;
  const placeholders = request.variableUses.map((use) => use.range);
  return parseJsonText(json.text, { offset: json.offset, allowComments: true, placeholders }).root;
}
