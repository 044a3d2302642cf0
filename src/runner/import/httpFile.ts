import { isVariableName } from "../../protocol/call/variableExpression.ts";
import { type HttpMessage, parseHeader } from "./httpMessage.ts";
import { type ImportedVariable, oneLine, variableName } from "./importedFile.ts";

/** The parts of an `.http` or `.rest` file (REST Client, httpYac, JetBrains) that matter here. */
export interface HttpFile {
  /** In the order of the file, names and values as request files write them. */
  readonly variables: readonly ImportedVariable[];
  readonly messages: readonly HttpMessage[];
}

/** Takes an `.http` file apart. Its placeholders are rewritten as request files spell them. */
export function parseHttpFile(source: string): HttpFile {
  const replies = new ReplyUses();
  const text = source.replace(
    /\{\{([^{}\r\n]*)\}\}/g,
    (_, inner: string) => `{{${expression(inner.trim(), replies)}}}`,
  );
  const variables: ImportedVariable[] = [];
  const messages: HttpMessage[] = [];
  for (const block of blocksOf(text)) {
    for (const { text: line } of block.lines) {
      const definition = /^\s*@([^\s=]+)\s*=\s*(.*?)\s*$/.exec(line);
      if (definition?.[1]) variables.push({ name: variableName(definition[1]), value: definition[2] ?? "" });
    }
    const message = messageOf(block);
    if (message) messages.push(message);
  }
  return { variables, messages: messages.map((message) => ({ ...message, captures: replies.of(message.name) })) };
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

function messageOf({
  title,
  lines,
}: Block): (Omit<HttpMessage, "captures"> & { captures: readonly string[] }) | undefined {
  const name = lines.flatMap(({ text }) => /^\s*(?:#|\/\/)\s*@name\s+(\S.*?)\s*$/.exec(text)?.[1] ?? [])[0] ?? title;
  const start = lines.findIndex(({ text }) => !/^\s*(#|\/\/|@|<\s*\{%|$)/.test(text));
  const first = lines[start];
  if (!first) return undefined;
  const [, method = "GET", url = ""] = /^\s*(?:([A-Z]+)\s+)?(\S+)/.exec(first.text) ?? [];
  let position = start + 1;
  // The query may go on over indented lines.
  while (/^\s+[?&]/.test(lines[position]?.text ?? "")) position++;
  const headers = [];
  for (; position < lines.length && lines[position]?.text.trim() !== ""; position++) {
    const header = parseHeader(lines[position]?.text ?? "");
    if (header && !/^\s*(#|\/\/)/.test(lines[position]?.text ?? "")) headers.push(header);
  }
  const rest = lines.slice(position + 1).map(({ text }) => text);
  // Handlers of the response and references to recorded ones follow the body.
  const end = rest.findIndex((text) => /^\s*(>\s*(\{%|\.|\/)|>>!?\s|<>\s)/.test(text));
  const body = rest
    .slice(0, end === -1 ? rest.length : end)
    .join("\n")
    .trim();
  return { name: name && oneLine(name), line: first.number, method, url, headers, body, captures: [] };
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

/** What request files write between the braces for what `.http` files write there. */
function expression(inner: string, replies: ReplyUses): string {
  if (isVariableName(inner) || /^\$(uuid|timestamp)$/.test(inner) || /^\$randomInt\s+-?\d+\s+-?\d+$/.test(inner))
    return inner;
  if (/^\$(guid|random\.uuid)$/.test(inner)) return "$uuid";
  const environment = /^\$(?:processEnv\s+%?|env\.|dotenv\s+%?|env\s+)(\w+)$/.exec(inner)?.[1];
  if (environment) return `$env ${environment}`;
  const reply = /^([\w-]+)\.response\.body\.(\$[^\s]*)$/.exec(inner);
  if (reply?.[1] && reply[2]) return replies.use(reply[1], reply[2]);
  return variableName(inner);
}
