import { type ParseArgsConfig, parseArgs } from "node:util";
import { split } from "shlex";
import { type HttpHeader, type HttpMessage, parseHeader } from "./httpMessage.ts";

export type CurlReading =
  | { readonly kind: "message"; readonly message: HttpMessage }
  /** Why it is no request that can be taken over, in a sentence. */
  | { readonly kind: "unreadable"; readonly reason: string };

/** What may stand before `curl` in its line: a prompt, variables of the shell, `time`. */
const curlLine = /^[ \t]*(?:[$%>#] |PS [^>\r\n]*> ?)?(?:\w+=\S* +)*(?:time +)?(?=curl(?:\.exe)?[ \t^`])/;

/** True for a line that begins a curl command. */
export function isCurlLine(line: string): boolean {
  return curlLine.test(line);
}

/** Reads the curl commands of a text: of bash, of PowerShell or of cmd, as browsers copy them. */
export function readCurlCommands(text: string): CurlReading[] {
  const readings: CurlReading[] = [];
  let command: { readonly line: number; readonly lines: string[] } | undefined;
  const read = () => {
    if (command) readings.push(...readLine(command.lines.join("\n"), command.line));
  };
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (isCurlLine(line) || index === 0) {
      read();
      command = { line: index + 1, lines: [line.replace(curlLine, "")] };
    } else command?.lines.push(line);
  }
  read();
  return readings;
}

/** The curl commands of one command line, which may join several by `&&`, `;` and `|`. */
function readLine(written: string, line: number): CurlReading[] {
  const { command, input } = withInput(oneShellLine(written));
  const words = wordsOf(command);
  if (words === undefined) return [unreadable(line, "a quote in it has no end. Copy the whole command")];
  const commands: string[][] = [[]];
  for (const word of words) {
    if (/^(&&?|\|\|?|;)$/.test(word)) commands.push([]);
    else commands.at(-1)?.push(word);
  }
  const [first, ...others] = commands.filter((one) => one.length > 0);
  const curls = [...(first ? [first] : []), ...others.filter(([program]) => isCurl(program))];
  return curls.map((one) => readCurl(one, input, line));
}

/** The command without what its shell breaks it into lines by, and without the quoting of cmd. */
function oneShellLine(written: string): string {
  // Browsers escape every quote for cmd, and there everything else that it could take for its own.
  const unescaped = /\^"/.test(written)
    ? written.replace(/\^(\n[ \t]*|[^\n])/g, (_, after: string) => after.trimStart() || " ")
    : written;
  return unescaped.replace(/[\\^`]\n[ \t]*/g, " ");
}

/** A here-document as standard input, apart from the command that reads it. */
function withInput(text: string): { readonly command: string; readonly input: string | undefined } {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => hereDocument.test(line));
  const mark = hereDocument.exec(lines[start] ?? "")?.[1];
  const length = lines.slice(start + 1).findIndex((line) => line.trim() === mark);
  if (mark === undefined || length === -1) return { command: text, input: undefined };
  const command = [
    ...lines.slice(0, start),
    lines[start]?.replace(hereDocument, " "),
    ...lines.slice(start + length + 2),
  ];
  return { command: command.join("\n"), input: lines.slice(start + 1, start + 1 + length).join("\n") };
}

const hereDocument = /<<-?[ \t]*['"]?(\w+)['"]?/;

function isCurl(program: string | undefined): boolean {
  return /(^|[\\/])curl(\.exe)?$/.test(program ?? "");
}

function readCurl(words: readonly string[], input: string | undefined, line: number): CurlReading {
  const [program, ...args] = words;
  if (!isCurl(program)) return unreadable(line, "it does not begin with curl");
  const { tokens } = parseArgs({ args, strict: false, allowPositionals: true, tokens: true, options: curlOptions });
  const options = tokens.flatMap((token) =>
    token.kind === "option" ? [{ name: token.name, value: token.value ?? "" }] : [],
  );
  const [reason] = options.flatMap((option) => whyUnreadable(option, input) ?? []);
  if (reason !== undefined) return unreadable(line, reason);
  const positional = tokens.find((token) => token.kind === "positional")?.value;
  const url = options.find(({ name }) => name === "url")?.value ?? positional;
  if (url === undefined) return unreadable(line, "it names no address");
  const data = options.flatMap((option) => dataOf(option, input));
  const body = jsonBody(data.join("&").trim());
  const method = options.findLast(({ name }) => name === "request")?.value.toUpperCase();
  return {
    kind: "message",
    message: {
      name: undefined,
      line,
      method: method ?? (body === "" ? "GET" : "POST"),
      url,
      headers: options.flatMap(headersOf),
      body,
      captures: [],
      leftOut: [],
    },
  };
}

interface CurlOption {
  readonly name: string;
  readonly value: string;
}

/** Options whose value is the body, or `@` and the file that holds it. */
const bodyOptions: ReadonlySet<string> = new Set(["data", "data-ascii", "data-binary", "json"]);

/** Why a command with that option posts nothing that can be taken over; undefined when it may. */
function whyUnreadable({ name, value }: CurlOption, input: string | undefined): string | undefined {
  if (bodyOptions.has(name)) {
    return value.startsWith("@") && !(value === "@-" && input !== undefined) ? bodyInFile(value.slice(1)) : undefined;
  }
  if (name === "upload-file") return bodyInFile(value);
  if (name === "get") return "-G puts its data into the address, so it posts nothing";
  return /^(form|form-string|data-urlencode)$/.test(name)
    ? "it sends a form, which no JSON-RPC endpoint takes"
    : undefined;
}

function dataOf({ name, value }: CurlOption, input: string | undefined): readonly string[] {
  if (name === "data-raw") return [value];
  if (!bodyOptions.has(name)) return [];
  return [value === "@-" ? (input ?? "") : value];
}

/** The headers that an option adds to the request. */
function headersOf({ name, value }: CurlOption): readonly HttpHeader[] {
  switch (name) {
    case "header": {
      const header = parseHeader(value);
      return header ? [header] : [];
    }
    case "user":
      return [{ name: "Authorization", value: `Basic ${value}` }];
    case "oauth2-bearer":
      return [{ name: "Authorization", value: `Bearer ${value}` }];
    case "cookie":
      return [{ name: "Cookie", value }];
    default:
      return [];
  }
}

function bodyInFile(name: string): string {
  return name === "-"
    ? "its body comes from another command. Put the JSON itself after the option"
    : `its body is in the file ${name}. Put the JSON itself after the option`;
}

/** PowerShell's quotes leave the backslashes that it needs before those of JSON. */
function jsonBody(body: string): string {
  return /^[[{]\s*\\"/.test(body) ? body.replaceAll('\\"', '"') : body;
}

function unreadable(line: number, what: string): CurlReading {
  return { kind: "unreadable", reason: `the curl command of line ${line}: ${what}.` };
}

function wordsOf(command: string): readonly string[] | undefined {
  try {
    return split(command);
  } catch {
    // The one thing that shlex refuses is a quote or an escape without an end.
    return undefined;
  }
}

/** curl's options that take a value: only with them is it known which word is the address. */
const valueOptions = Object.fromEntries(
  [
    ["request", "X"],
    ["header", "H"],
    ["data", "d"],
    ["user", "u"],
    ["user-agent", "A"],
    ["cookie", "b"],
    ["cookie-jar", "c"],
    ["referer", "e"],
    ["output", "o"],
    ["max-time", "m"],
    ["upload-file", "T"],
    ["form", "F"],
    ["proxy", "x"],
    ["proxy-user", "U"],
    ["write-out", "w"],
    ["dump-header", "D"],
    ["cert", "E"],
    ["config", "K"],
    ["range", "r"],
    ...[
      "url",
      "json",
      "data-raw",
      "data-binary",
      "data-ascii",
      "data-urlencode",
      "form-string",
      "oauth2-bearer",
      "connect-timeout",
      "retry",
      "retry-delay",
      "retry-max-time",
      "cacert",
      "capath",
      "cert-type",
      "ciphers",
      "key",
      "key-type",
      "pass",
      "resolve",
      "connect-to",
      "interface",
      "noproxy",
      "unix-socket",
      "max-redirs",
      "limit-rate",
      "trace",
      "trace-ascii",
      "stderr",
      "proto",
      "tls-max",
      "aws-sigv4",
      "netrc-file",
      "happy-eyeballs-timeout-ms",
    ].map((name) => [name]),
  ].map(([name, short]) => [name, { type: "string" as const, multiple: true, ...(short && { short }) }]),
) satisfies ParseArgsConfig["options"];

const curlOptions: ParseArgsConfig["options"] = { ...valueOptions, get: { type: "boolean", short: "G" } };
