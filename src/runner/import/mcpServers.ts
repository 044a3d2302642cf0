import { requestBody } from "../../protocol/binding/requestSkeleton.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { shownUrl } from "./credentials.ts";
import { type ImportedFile, type ImportedRequest, type ImportedVariable, variableName } from "./importedFile.ts";

/** A server entry of `mcp.json`, as VS Code, MCP Inspector and others write it. */
interface ServerEntry {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** More entries than any list a person keeps. */
const maxServers = 50;

/** True for JSON that lists MCP servers, however few, or is one entry of such a list. */
export function isMcpServerList(value: unknown): boolean {
  return serverList(value) !== undefined;
}

/** Two first requests to each server. Commands, addresses and headers of the entries are not carried over: they may hold credentials. */
export function importMcpServers(value: unknown): ImportedFile {
  const listed = Object.entries(serverList(value) ?? {});
  const entries = listed.flatMap(([name, entry]): ServerEntry[] => (isObject(entry) ? [{ name, entry }] : []));
  const variables: ImportedVariable[] = [];
  const requests: ImportedRequest[] = [];
  for (const { name, entry } of entries.slice(0, maxServers)) {
    const variable = uniqueName(variableName(name), variables);
    variables.push({ name: variable, value: "" });
    requests.push(firstRequest(name, variable, "server/discover", [originOf(entry)]));
    requests.push(firstRequest(name, variable, "tools/list", []));
  }
  const more = entries.length - maxServers;
  return {
    comments: [
      'MCP servers of an mcp.json. A server without a SimpleX address is served at one by: simplex-agents serve --mcp-command "…"',
      "Write each server's address after its variable.",
    ],
    variables,
    requests,
    leftOut: [
      ...listed.filter(([, entry]) => !isObject(entry)).map(([name]) => `"${name}", which is no entry of a server.`),
      ...(listed.length === 0 ? ["nothing, for the list of servers is empty."] : []),
      ...(isObject(value) && value["inputs"] !== undefined ? ['"inputs": what it asks for is not sent.'] : []),
      ...(more > 0 ? [`${more} more servers.`] : []),
    ],
  };
}

/** The entries by their names; undefined for JSON that is no list of servers. */
function serverList(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(value)) return undefined;
  const mcp = value["mcp"];
  const lists = [value["servers"], value["mcpServers"], isObject(mcp) ? mcp["servers"] : undefined];
  return lists.find(isObject) ?? (isServerEntry(value) ? { server: value } : undefined);
}

function isServerEntry(value: Readonly<Record<string, unknown>>): boolean {
  const isHttp = typeof value["url"] === "string" && /^(http|sse|streamable-?http)$/i.test(String(value["type"]));
  return typeof value["command"] === "string" || isHttp;
}

function originOf(entry: Readonly<Record<string, unknown>>): string {
  const { url, command, headers } = entry;
  if (typeof url === "string") {
    const names = isObject(headers) ? Object.keys(headers).join(", ") : "";
    const left =
      names === "" ? "" : ` Its headers (${names}) have no place: "# @sign name" tells the server who calls.`;
    return `The entry reaches the server at ${shownUrl(url)}.${left}`;
  }
  if (typeof command !== "string") return "The entry tells neither a command nor an address.";
  const program = command.trim().split(/\s/)[0] ?? "";
  return `The entry starts the server with ${program}; its arguments and environment are not repeated here.`;
}

function firstRequest(server: string, variable: string, method: string, comments: readonly string[]): ImportedRequest {
  const body = requestBody("mcp", method, "chat") ?? "";
  return { name: `${server}: ${method}`, comments, directives: [`to {{${variable}}}`], body };
}

function uniqueName(name: string, taken: readonly ImportedVariable[]): string {
  const isTaken = (candidate: string): boolean => taken.some((variable) => variable.name === candidate);
  let candidate = name;
  for (let number = 2; isTaken(candidate); number++) candidate = `${name}_${number}`;
  return candidate;
}
