import { cardFormatOf } from "../../protocol/agent-card/cardFormat.ts";
import { plainValue } from "../../protocol/json/jsonNode.ts";
import { parseJsonText } from "../../protocol/json/jsonText.ts";
import { importAgentCard } from "./agentCard.ts";
import { looksLikeCredential, namesCredential, secretPlaceholder } from "./credentials.ts";
import { isCurlLine, readCurlCommands } from "./curlCommand.ts";
import { parseHttpFile } from "./httpFile.ts";
import type { HttpMessage } from "./httpMessage.ts";
import {
  type ImportedFile,
  type ImportedRequest,
  type ImportedVariable,
  type ImportKind,
  type ImportResult,
  maxImportedRequests,
  requestFileText,
} from "./importedFile.ts";
import { importMessage } from "./importMessage.ts";
import { importMcpServers, isMcpServerList } from "./mcpServers.ts";

/** UTF-16 code units of a text that is imported; nothing that people write by hand is longer. */
const longestText = 1_000_000;

/**
 * Makes a request file of another tool's text. `kind` is guessed from the text when absent. Any text ends in a request
 * file or in a message; no credential of it is carried over.
 */
export function importText(text: string, kind?: ImportKind): ImportResult {
  if (text.length > longestText) return failed("The text is too long to import. Import a part of it.");
  const source = text.replace(/^\ufeff/, "");
  const as = kind ?? guessedKind(source);
  if (as === undefined) {
    return failed(
      "This is neither an .http file, a curl command, a list of MCP servers nor an Agent Card, so nothing was imported.",
    );
  }
  const file = importAs(as, source);
  if (typeof file === "string") return failed(file);
  if (file.requests.length === 0) {
    return failed(`Nothing was imported. ${file.leftOut.map((reason) => `Left out: ${reason}`).join(" ")}`.trimEnd());
  }
  const requests = file.requests.slice(0, maxImportedRequests);
  const more = file.requests.length - requests.length;
  const leftOut = more > 0 ? [...file.leftOut, `${more} more requests.`] : file.leftOut;
  return {
    kind: "imported",
    text: requestFileText({ ...file, requests, leftOut }),
    requests: requests.length,
    leftOut,
  };
}

function failed(message: string): ImportResult {
  return { kind: "failed", message };
}

/** What a text is, by its look; undefined when it is none of the kinds. */
export function guessedKind(text: string): ImportKind | undefined {
  if (isCurlLine(text.trimStart())) return "curl";
  if (/^\s*[{/]/.test(text)) {
    const value = jsonValue(text);
    if (isMcpServerList(value)) return "mcp-json";
    return value !== undefined && cardFormatOf(value) !== "foreign" ? "agent-card" : undefined;
  }
  if (/^\s*(POST|GET|PUT|DELETE|https?:\/\/|\{\{)\s*\S/m.test(text)) return "http";
  return text.split(/\r\n|\r|\n/).some(isCurlLine) ? "curl" : undefined;
}

/** The parts of the request file, or why there are none. */
function importAs(kind: ImportKind, text: string): ImportedFile | string {
  switch (kind) {
    case "http":
      return importHttpFile(text);
    case "curl":
      return importCurl(text);
    case "mcp-json": {
      const value = jsonValue(text);
      return isMcpServerList(value)
        ? importMcpServers(value)
        : 'No MCP server was found. An mcp.json has "servers" or "mcpServers", each entry with a "command" or a "url".';
    }
    case "agent-card": {
      const value = jsonValue(text);
      return value === undefined || cardFormatOf(value) === "foreign"
        ? "This is not an Agent Card: it is no JSON object with a name and interfaces, so nothing was imported."
        : importAgentCard(value);
    }
  }
}

/** The value of JSON text, comments allowed; undefined when it is not JSON. */
function jsonValue(text: string): unknown {
  const { root, problems } = parseJsonText(text, { allowComments: true });
  return root && !problems.some(({ severity }) => severity === "error") ? plainValue(root) : undefined;
}

const fillInTarget =
  "Write the SimpleX address of the agent after the variable; the addresses of HTTP are not sent to.";

function importHttpFile(text: string): ImportedFile {
  const { variables, messages, unknown } = parseHttpFile(text);
  const target = variables.some(({ name }) => name === "agent") ? "agent_address" : "agent";
  const file = importMessages(messages, target);
  const valueless = unknown.map(({ name }) => ({ name, value: "" }));
  const used = usedVariables([...valueless, ...variables], file.requests);
  const replaced = unknown.filter(({ name }) => used.some((variable) => variable.name === name));
  const notes = replaced.map(
    ({ written, name }) => `${written.replace(/[{}]/g, "")}, which has no counterpart. Write a value after @${name}.`,
  );
  return { ...file, variables: [...file.variables, ...used], leftOut: [...file.leftOut, ...notes] };
}

function importCurl(text: string): ImportedFile {
  const readings = readCurlCommands(text);
  const messages = readings.flatMap((reading) => (reading.kind === "message" ? [literal(reading.message)] : []));
  const unreadable = readings.flatMap((reading) => (reading.kind === "unreadable" ? [reading.reason] : []));
  const file = importMessages(messages, "agent");
  return { ...file, leftOut: [...unreadable, ...file.leftOut] };
}

/** A command line has no variables: braces in it stand for themselves, and must not become a secret of the reader's. */
function literal(message: HttpMessage): HttpMessage {
  return {
    ...message,
    headers: message.headers.filter(({ value }) => !value.includes("{{")),
    body: message.body.replaceAll("{{", "\\u007b\\u007b"),
  };
}

function importMessages(messages: readonly HttpMessage[], target: string): ImportedFile {
  const imports = messages.slice(0, maxImportedRequests).map((message) => importMessage(message, `{{${target}}}`));
  const more = messages.length - imports.length;
  return {
    comments: [fillInTarget],
    variables: [{ name: target, value: "" }],
    requests: imports.flatMap(({ requests }) => requests),
    leftOut: [...imports.flatMap(({ leftOut }) => leftOut), ...(more > 0 ? [`${more} more messages.`] : [])],
  };
}

/** The variables that the requests use, directly or through others; a credential becomes a name in the secret storage. */
function usedVariables(
  variables: readonly ImportedVariable[],
  requests: readonly ImportedRequest[],
): readonly ImportedVariable[] {
  const last = new Map(variables.map((variable) => [variable.name, variable]));
  const used = new Set<string>();
  const open = requests.flatMap(({ directives, body }) => namesIn([...directives, body].join("\n")));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    open.push(...namesIn(last.get(name)?.value ?? ""));
  }
  const inCredentials = new Set(requests.flatMap(({ directives }) => directives.flatMap(namesInCredential)));
  return [...last.values()]
    .filter(({ name }) => used.has(name))
    .map((variable) => withoutCredential(variable, inCredentials.has(variable.name)));
}

/** The variables in a `param` directive whose header carries a credential. */
function namesInCredential(directive: string): string[] {
  const [, header, value] = /^param ([^:]+): (.*)$/.exec(directive) ?? [];
  return header && value && namesCredential(header) ? namesIn(value) : [];
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g)].flatMap(([, name]) => name ?? []);
}

function withoutCredential({ name, value }: ImportedVariable, isInCredential: boolean): ImportedVariable {
  const isCredential = isInCredential || namesCredential(name) || looksLikeCredential(value);
  return { name, value: isCredential && !/^\{\{[^{}]+\}\}$/.test(value) ? secretPlaceholder(name) : value };
}
