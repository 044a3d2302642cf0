import { stripComments } from "jsonc-parser";
import { legacyA2aMethods } from "../../protocol/a2a/a2aMethods.ts";
import { boundVersion } from "../../protocol/a2a/serviceParameters.ts";
import { guessedProtocol } from "../../protocol/binding/guessedProtocol.ts";
import { type BoundProtocol, methodOf } from "../../protocol/binding/methods.ts";
import { hasPlaceholder, placeholdersIn } from "../../protocol/call/parse/placeholder.ts";
import { certainEdits, editedText } from "../../protocol/certainEdits.ts";
import { checkText } from "../../protocol/check.ts";
import { type JsonNode, type JsonObjectNode, memberOf } from "../../protocol/json/jsonNode.ts";
import { parseJsonText } from "../../protocol/json/jsonText.ts";
import { handshakeEraMethods } from "../../protocol/mcp/mcpMethods.ts";
import { minimalMetaText } from "../../protocol/mcp/metaKey.ts";
import { spanOf, type TextEdit } from "../../protocol/problem.ts";
import { laidOutJson } from "../expectations/laidOutJson.ts";
import {
  credentialEdits,
  headerWithoutCredential,
  looksLikeCredential,
  namesCredential,
  shownUrl,
} from "./credentials.ts";
import type { HttpHeader, HttpMessage } from "./httpMessage.ts";
import type { ImportedRequest } from "./importedFile.ts";

export interface MessageImport {
  readonly requests: readonly ImportedRequest[];
  /** What was not taken over and why, each a sentence. */
  readonly leftOut: readonly string[];
}

/**
 * The requests of an HTTP message that posts JSON-RPC to an MCP or A2A endpoint. `target` is what `@to` names.
 * Methods and members of earlier versions become those of the versions that SimpleX is bound to, where that is certain.
 */
export function importMessage(message: HttpMessage, target: string): MessageImport {
  const what = `"${message.name ?? `${message.method} ${shownUrl(message.url)}`}" (line ${message.line})`;
  if (message.bodyFile !== undefined) {
    const reason = `its body is in the file ${message.bodyFile}. Put the JSON itself in its place, and import again.`;
    return { requests: [], leftOut: [`${what}: ${reason}`] };
  }
  if (message.body === "") return { requests: [], leftOut: [`${what}: it has no body, so it is no JSON-RPC request.`] };
  const source = message.body;
  const placeholders = placeholdersIn(spanOf(source, 0, source.length)).uses.map(({ range }) => range);
  const { root, problems } = parseJsonText(source, { allowComments: true, placeholders });
  const error = problems.find(({ severity }) => severity === "error");
  if (root === undefined || error) {
    return { requests: [], leftOut: [`${what}: its body is not JSON. ${error?.message ?? ""}`.trimEnd()] };
  }
  const requests: ImportedRequest[] = [];
  const leftOut = message.leftOut.map((reason) => `${what}: ${reason}`);
  // A batch is one request each: SimpleX has no batches.
  const nodes = root.kind === "array" ? root.items : [root];
  for (const [index, node] of nodes.entries()) {
    const imported = importNode(message, source, node, target, nodes.length > 1 ? ` ${index + 1}` : "");
    if (typeof imported === "string") leftOut.push(`${what}: ${imported}`);
    else requests.push(imported);
  }
  return { requests, leftOut };
}

/** The request of one JSON-RPC message, or why there is none. */
function importNode(
  message: HttpMessage,
  source: string,
  node: JsonNode,
  target: string,
  suffix: string,
): ImportedRequest | string {
  const method = memberOf(node, "method")?.value;
  if (node.kind !== "object" || method?.kind !== "string") return "it is not a JSON-RPC request.";
  const protocol = protocolOf(message.headers, node);
  const reason = whyNotSent(protocol, node, method.value);
  if (reason !== undefined) return reason;

  const { offset, length } = node.range;
  const inNode = (edit: TextEdit): TextEdit => ({
    ...edit,
    range: { ...edit.range, offset: edit.range.offset - offset },
  });
  const handshake = protocol === "mcp" && method.value === "initialize";
  const edits = handshake ? discoverEdits(node, method) : credentialEdits(node);
  // A comment of several lines could hold what a request file takes for a request of its own.
  const taken = stripComments(editedText(source.slice(offset, offset + length), edits.map(inNode)));
  const headers = headersOf(message.headers, protocol);
  const timeout = message.timeout === undefined ? [] : [`timeout ${message.timeout}`];
  const directives = [
    `to ${target}`,
    ...timeout,
    ...headers.directives,
    ...message.captures.map((capture) => `set ${capture}`),
  ];
  const current = broughtUpToDate(taken, protocol, directives);
  return {
    name: `${message.name ?? method.value}${suffix}`,
    comments: [
      `From ${message.method} ${shownUrl(message.url)}.`,
      ...(handshake ? ['"initialize" became "server/discover": this revision of MCP has no handshake.'] : []),
      ...(current.changes.length > 0 ? [`Brought up to date: ${current.changes.join("; ")}.`] : []),
      ...headers.comments,
    ],
    directives,
    body: `/_call ${protocol} ${laidOut(current.json)}`,
  };
}

function protocolOf(headers: readonly HttpHeader[], node: JsonObjectNode): BoundProtocol {
  if (headers.some(({ name }) => /^mcp-/i.test(name))) return "mcp";
  if (headers.some(({ name }) => /^a2a-/i.test(name))) return "a2a";
  return guessedProtocol(node);
}

/** Why a message has no request over SimpleX; undefined when it has one. */
function whyNotSent(protocol: BoundProtocol, node: JsonObjectNode, method: string): string | undefined {
  if (memberOf(node, "id") === undefined) {
    return `"${method}" has no id: it is a notification, which no caller sends over SimpleX.`;
  }
  if (protocol === "mcp" && method !== "initialize" && Object.hasOwn(handshakeEraMethods, method)) {
    return `"${method}" went with the handshake. ${handshakeEraMethods[method]}`;
  }
  const current = Object.hasOwn(legacyA2aMethods, method) ? (legacyA2aMethods[method] ?? method) : method;
  if (protocol === "a2a" && methodOf("a2a", current)?.kind === "push") {
    return `"${method}" sets up push notifications, which SimpleX does not use: updates arrive in the conversation.`;
  }
  return undefined;
}

/** `initialize` asked for the server's capabilities; `server/discover` does now, with nothing to say beforehand. */
function discoverEdits(node: JsonObjectNode, method: JsonNode): TextEdit[] {
  const rename = { range: method.range, newText: '"server/discover"' };
  const params = memberOf(node, "params")?.value;
  return params ? [rename, { range: params.range, newText: `{"_meta": ${minimalMetaText}}` }] : [rename];
}

/** Rounds of fixes: one fix can make room for the next. */
const maxRounds = 8;
const maxListedChanges = 6;

/** The message with every certain fix of its protocol's checks applied, and the titles of those fixes. */
function broughtUpToDate(
  json: string,
  protocol: BoundProtocol,
  directives: readonly string[],
): { readonly json: string; readonly changes: readonly string[] } {
  const head = `${directives.map((directive) => `# @${directive}\n`).join("")}/_call ${protocol} `;
  const changes = new Set<string>();
  let current = json;
  for (let round = 0; round < maxRounds; round++) {
    const problems = checkText("call", head + current).filter(
      ({ code, range }) => /^(mcp|a2a|json-rpc)\//.test(code) && range.offset >= head.length,
    );
    const edits = certainEdits(problems).filter(({ range }) => range.offset >= head.length);
    if (edits.length === 0) break;
    for (const fix of problems.flatMap(({ fixes }) => fixes.filter(({ isPreferred }) => isPreferred))) {
      if (fix.edits.every((edit) => edits.includes(edit))) changes.add(fix.title);
    }
    current = editedText(head + current, edits).slice(head.length);
  }
  const titles = [...changes];
  const more = titles.length - maxListedChanges;
  return {
    json: current,
    changes: more > 0 ? [...titles.slice(0, maxListedChanges), `${more} more`] : titles,
  };
}

/** One-line JSON is laid out over lines; anything else stays as it was written. */
function laidOut(json: string): string {
  if (json.includes("\n") || hasPlaceholder(json.replace(/"(?:[^"\\]|\\.)*"/g, ""))) return json;
  return laidOutJson(json);
}

/** Headers that speak of the HTTP connection, and have no meaning in a conversation. */
const connectionHeader =
  /^(accept(-.*)?|content-.*|host|user-agent|connection|keep-alive|cache-control|pragma|origin|referer|te|dnt|sec-.*|transfer-encoding|expect|if-.*|x-forwarded-.*|last-event-id|upgrade.*|priority|mcp-protocol-version|mcp-method|mcp-name)$/i;

function headersOf(
  headers: readonly HttpHeader[],
  protocol: BoundProtocol,
): { readonly directives: readonly string[]; readonly comments: readonly string[] } {
  const meant = headers.filter(
    ({ name }, index) =>
      !connectionHeader.test(name) &&
      headers.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) === index,
  );
  if (meant.length === 0) return { directives: [], comments: [] };
  if (protocol === "mcp") {
    const names = meant.map(({ name }) => name).join(", ");
    const comment = `Left out: the headers ${names}. MCP over SimpleX has none; "# @sign name" tells the server who calls.`;
    return { directives: [], comments: [comment] };
  }
  return { directives: meant.map(parameterDirective), comments: [] };
}

function parameterDirective({ name, value }: HttpHeader): string {
  if (/^a2a-version$/i.test(name)) return `param A2A-Version: ${boundVersion}`;
  const isCredential = namesCredential(name) || looksLikeCredential(value);
  return `param ${name}: ${isCredential ? headerWithoutCredential(name, value) : value}`;
}
