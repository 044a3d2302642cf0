import { parseDuration } from "../../protocol/call/parse/duration.ts";
import { isVariableName } from "../../protocol/call/parse/variableExpression.ts";
import { isCurlLine, readCurlCommands } from "./curlCommand.ts";
import { type HttpMessage, parseHeader } from "./httpMessage.ts";
import { type ImportedVariable, oneLine, variableName } from "./importedFile.ts";

/** The parts of an `.http` or `.rest` file (REST Client, httpYac, JetBrains) that matter here. */
export interface HttpFile {
  /** In the order of the file, names and values as request files write them. */
  readonly variables: readonly ImportedVariable[];
  readonly messages: readonly HttpMessage[];
  readonly unknown: readonly UnknownPlaceholder[];
}

/** A placeholder that request files have no counterpart of, and the variable that stands in its place. */
interface UnknownPlaceholder {
  readonly written: string;
  readonly name: string;
}

/** Takes an `.http` file apart. Its placeholders are rewritten as request files spell them. */
export function parseHttpFile(source: string): HttpFile {
  const replies = new ReplyUses();
  const unknown = new Map<string, UnknownPlaceholder>();
  const text = source.replace(/\{\{([^{}\r\n]*)\}\}/g, (written, inner: string) => {
    const known = expression(inner.trim(), replies);
    if (known !== undefined) return `{{${known}}}`;
    const name = variableName(inner.trim());
    unknown.set(name, { written, name });
    return `{{${name}}}`;
  });
  const variables: ImportedVariable[] = [];
  const messages: HttpMessage[] = [];
  for (const block of blocksOf(text)) {
    for (const { text: line } of block.lines) {
      const definition = /^\s*@([^\s=]+)\s*=\s*(.*?)\s*$/.exec(line);
      if (definition?.[1]) variables.push({ name: variableName(definition[1]), value: definition[2] ?? "" });
    }
    messages.push(...messagesOf(block));
  }
  return {
    variables,
    messages: messages.map((message) => ({ ...message, captures: replies.of(message.name) })),
    unknown: [...unknown.values()],
  };
}

interface Line {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

interface Block {
  readonly title: string | undefined;
  readonly lines: readonly Line[];
}

function blocksOf(text: string): Block[] {
  const blocks: { title: string | undefined; lines: Line[] }[] = [{ title: undefined, lines: [] }];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const separator = /^###+\s*(.*?)\s*$/.exec(line);
    if (separator) blocks.push({ title: separator[1] || undefined, lines: [] });
    else blocks.at(-1)?.lines.push({ text: line, number: index + 1 });
  }
  return blocks;
}

/** The request of a block; several where curl commands stand in it, none where it has only variables and comments. */
function messagesOf({ title, lines: written }: Block): HttpMessage[] {
  const { lines, leftOut: scripts } = withoutScripts(written);
  const settings = settingsOf(lines);
  const name = settings.name ?? title;
  const start = lines.findIndex(({ text }) => !/^\s*(#|\/\/|@|$)/.test(text));
  const first = lines[start];
  if (!first) return [];
  const common = {
    name: name && oneLine(name),
    captures: [],
    ...(settings.timeout !== undefined && { timeout: settings.timeout }),
    leftOut: [...scripts, ...settings.leftOut],
  };
  const rest = lines.slice(start).map(({ text }) => text);
  if (isCurlLine(first.text)) return curlMessages(rest.join("\n"), first.number).map((one) => ({ ...one, ...common }));
  const [, method = "GET", url = ""] = /^\s*(?:([A-Z]+)\s+)?(\S+)/.exec(first.text) ?? [];
  let position = 1;
  // The query may go on over indented lines.
  while (/^\s+[?&]/.test(rest[position] ?? "")) position++;
  const headers = [];
  for (; position < rest.length && rest[position]?.trim() !== ""; position++) {
    const header = parseHeader(rest[position] ?? "");
    if (header && !/^\s*(#|\/\/)/.test(rest[position] ?? "")) headers.push(header);
  }
  const body = rest
    .slice(position + 1)
    .join("\n")
    .trim();
  const bodyFile = /^<(?:@\w*)?\s+(\S[^\r\n]*)/.exec(body)?.[1]?.trim();
  const content = bodyFile === undefined ? { body } : { body: "", bodyFile };
  return [{ ...common, line: first.number, method, url, headers, ...content }];
}

function curlMessages(text: string, line: number): HttpMessage[] {
  return readCurlCommands(text).flatMap((reading) =>
    reading.kind === "message" ? [{ ...reading.message, line: line + reading.message.line - 1 }] : [],
  );
}

/** What stands beside a request and is run or written by the other tools, by how its lines begin and end. */
const scripts: readonly {
  readonly begins: RegExp;
  /** Absent for a single line. */
  readonly ends?: RegExp;
  readonly leftOut: string;
}[] = [
  {
    begins: /^\s*[<>]\s*\{%/,
    ends: /%\}/,
    leftOut: "its scripts, which nothing runs here. Write what they check as # @expect, and what they keep as # @set.",
  },
  {
    begins: /^\s*\{\{(?!.*\}\})/,
    ends: /^\s*\}\}/,
    leftOut: "its scripts, which nothing runs here. Write what they check as # @expect, and what they keep as # @set.",
  },
  { begins: /^\s*\?\?\s/, leftOut: "its assertions. Write them as # @expect." },
  { begins: /^\s*>\s*[./~\w]/, leftOut: "the script of its response, which nothing runs here." },
  { begins: /^\s*(>>!?|<>)\s/, leftOut: "the file that its response is kept in. The history keeps each call." },
];

function withoutScripts(lines: readonly Line[]): { readonly lines: readonly Line[]; readonly leftOut: string[] } {
  const kept: Line[] = [];
  const leftOut = new Set<string>();
  for (let position = 0; position < lines.length; position++) {
    const line = lines[position];
    if (!line) continue;
    const script = scripts.find(({ begins }) => begins.test(line.text));
    if (!script) {
      kept.push(line);
      continue;
    }
    leftOut.add(script.leftOut);
    while (script.ends && position < lines.length && !script.ends.test(lines[position]?.text ?? "")) position++;
  }
  return { lines: kept, leftOut: [...leftOut] };
}

interface Settings {
  readonly name: string | undefined;
  readonly timeout: string | undefined;
  readonly leftOut: readonly string[];
}

/** The `# @name …` lines of a request, and what other settings of its tool it has. */
function settingsOf(lines: readonly Line[]): Settings {
  const settings = lines.flatMap(({ text }) => {
    const [, key, value = ""] = /^\s*(?:#|\/\/)\s*@([\w-]+)\s*(.*?)\s*$/.exec(text) ?? [];
    return key ? [{ key, value }] : [];
  });
  const settingOf = (key: string): string | undefined =>
    settings.find((setting) => setting.key === key && setting.value !== "")?.value;
  const timeout = timeoutOf(settingOf("timeout"));
  const known = new Set(timeout === undefined ? ["name"] : ["name", "timeout"]);
  const others = [...new Set(settings.filter(({ key }) => !known.has(key)).map(({ key }) => `@${key}`))];
  return {
    name: settingOf("name"),
    timeout,
    leftOut: others.length === 0 ? [] : [`its settings ${others.join(", ")}, which have no counterpart.`],
  };
}

/** JetBrains' `# @timeout 10`, seconds unless a unit follows. */
function timeoutOf(value: string | undefined): string | undefined {
  const [, number, unit = "s"] = /^(\d+)\s*(ms|s|m)?$/.exec(value ?? "") ?? [];
  const text = `${number}${unit}`;
  return number !== undefined && parseDuration(text) !== undefined ? text : undefined;
}

/** The values of replies that a file refers to: REST Client's `{{login.response.body.$.result.id}}`. */
class ReplyUses {
  readonly #captures = new Map<string, Set<string>>();

  use(request: string, path: string): string {
    const variable = variableName(`${request}_${path.match(/[A-Za-z_][\w-]*(?=[^\w-]*$)/)?.[0] ?? "value"}`);
    const captures = this.#captures.get(request) ?? new Set();
    this.#captures.set(request, captures.add(`${variable} = ${path}`));
    return variable;
  }

  of(name: string | undefined): readonly string[] {
    return name === undefined ? [] : [...(this.#captures.get(name) ?? [])];
  }
}

/** What request files write between the braces for what `.http` files write there; undefined when there is nothing. */
function expression(inner: string, replies: ReplyUses): string | undefined {
  if (isVariableName(inner) || /^\$(uuid|timestamp)$/.test(inner) || /^\$randomInt\s+-?\d+\s+-?\d+$/.test(inner))
    return inner;
  if (/^\$(guid|random\.uuid)$/.test(inner)) return "$uuid";
  if (/^\$(randomInt|random\.integer)$/.test(inner)) return "$randomInt 0 1000";
  // Its upper bound is not among the numbers; ours is.
  const [, from, to] = /^\$random\.integer\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)$/.exec(inner) ?? [];
  if (from && to && Number(from) < Number(to)) return `$randomInt ${from} ${Number(to) - 1}`;
  const environment = /^\$(?:processEnv\s+%?|env\.|dotenv\s+%?|env\s+)(\w+)$/.exec(inner)?.[1];
  if (environment) return `$env ${environment}`;
  const reply = /^([\w-]+)\.response\.body\.(\$[^\s]*)$/.exec(inner);
  return reply?.[1] && reply[2] ? replies.use(reply[1], reply[2]) : undefined;
}
