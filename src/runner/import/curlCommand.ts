import { parseArgs } from "node:util";
import { split } from "shlex";
import { type HttpHeader, type HttpMessage, parseHeader } from "./httpMessage.ts";

export type CurlReading =
  | { readonly kind: "message"; readonly message: HttpMessage }
  /** Why it is no request that can be taken over, in a sentence. */
  | { readonly kind: "unreadable"; readonly reason: string };

/** Reads the curl commands of a text: each begins with `curl` at the start of a line. */
export function readCurlCommands(text: string): CurlReading[] {
  const joined = text.replace(/\\\r?\n[ \t]*/g, " ");
  const readings: CurlReading[] = [];
  let line = 1;
  for (const command of joined.split(/(?<=\n)(?=[ \t]*(?:\$ )?curl\s)/)) {
    if (command.trim() !== "") readings.push(readCurl(command.trim().replace(/^\$ /, ""), line));
    line += command.split("\n").length - 1;
  }
  return readings;
}

function readCurl(command: string, line: number): CurlReading {
  const words = wordsOf(command);
  if (words === undefined) return unreadable(line, "a quote in it has no end. Copy the whole command");
  const [program, ...args] = words;
  if (!/(^|[\\/])curl(\.exe)?$/.test(program ?? "")) return unreadable(line, "it does not begin with curl");
  const { tokens } = parseArgs({ args, strict: false, allowPositionals: true, tokens: true, options: valueOptions });
  const data: string[] = [];
  const headers: HttpHeader[] = [];
  let method: string | undefined;
  let url: string | undefined;
  for (const token of tokens) {
    if (token.kind === "positional") url ??= token.value;
    if (token.kind !== "option") continue;
    const value = token.value ?? "";
    switch (token.name) {
      case "url":
        url ??= value;
        break;
      case "request":
        method = value.toUpperCase();
        break;
      case "header": {
        const header = parseHeader(value);
        if (header) headers.push(header);
        break;
      }
      case "user":
        headers.push({ name: "Authorization", value: `Basic ${value}` });
        break;
      case "oauth2-bearer":
        headers.push({ name: "Authorization", value: `Bearer ${value}` });
        break;
      case "cookie":
        headers.push({ name: "Cookie", value });
        break;
      case "data":
      case "data-ascii":
      case "data-binary":
      case "json":
        if (value.startsWith("@"))
          return unreadable(line, "its body is in a file. Put the JSON itself after the option");
        data.push(value);
        break;
      case "data-raw":
        data.push(value);
        break;
    }
  }
  if (url === undefined) return unreadable(line, "it names no address");
  const body = data.join("&").trim();
  method ??= body === "" ? "GET" : "POST";
  return { kind: "message", message: { name: undefined, line, method, url, headers, body, captures: [] } };
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
);
