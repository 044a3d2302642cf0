import { type Problem, type Span, spanOf, type TextRange, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import type { CallBody, CallFile, CallRequest, Directive, VariableDefinition, VariableUse } from "./callFile.ts";
import { directiveProblems, duplicateDirectiveProblems } from "./directiveProblems.ts";
import { jsonExtent, lineEnd } from "./jsonExtent.ts";
import { placeholdersIn } from "./placeholder.ts";
import { callRules } from "./rules.ts";
import { isVariableName, parseVariableExpression } from "./variableExpression.ts";

const report = reporter(callRules);

/** Takes a request file apart. Never throws; the time is linear in the length of the text. */
export function parseCallFile(text: string): CallFile {
  const requests: CallRequest[] = [];
  const variables: VariableDefinition[] = [];
  const problems: Problem[] = [];
  for (const section of sectionsOf(text)) {
    const parsed = parseSection(text, section, requests.length === 0);
    variables.push(...parsed.variables);
    problems.push(...parsed.problems);
    if (parsed.request) requests.push(parsed.request);
  }
  problems.push(...duplicateVariables(variables), ...duplicateNames(requests));
  return { requests, variables, problems: problems.sort((a, b) => a.range.offset - b.range.offset) };
}

/** The text between two `###` lines. */
interface Section {
  readonly separator: TextRange | undefined;
  readonly name: Span | undefined;
  readonly start: number;
  readonly end: number;
}

function* sectionsOf(text: string): Generator<Section> {
  const byteOrderMark = text.startsWith("\ufeff") ? 1 : 0;
  const separators = [...text.matchAll(/(^\ufeff?|[\r\n])(#{3,}[^\r\n]*)/g)].map((match) => {
    const offset = match.index + (match[1]?.length ?? 0);
    return spanOf(text, offset, offset + (match[2]?.length ?? 0));
  });
  const first = separators[0]?.offset ?? text.length;
  if (first > byteOrderMark) yield { separator: undefined, name: undefined, start: byteOrderMark, end: first };
  for (const [index, line] of separators.entries()) {
    const start = line.offset + line.length;
    const hashes = /^#+\s*/.exec(line.text)?.[0].length ?? 0;
    const name = trimmedSpan(text, line.offset + hashes, start);
    yield {
      separator: textRange(line.offset, line.length),
      name: name.length > 0 ? name : undefined,
      start,
      end: separators[index + 1]?.offset ?? text.length,
    };
  }
}

interface ParsedSection {
  readonly request: CallRequest | undefined;
  readonly variables: readonly VariableDefinition[];
  readonly problems: readonly Problem[];
}

function parseSection(text: string, section: Section, isFirst: boolean): ParsedSection {
  const problems: Problem[] = [];
  const variables: VariableDefinition[] = [];
  const directives: Directive[] = [];
  const uses: VariableUse[] = [];
  let body: CallBody | undefined;

  let position = section.start;
  while (position < section.end) {
    const end = Math.min(lineEnd(text, position), section.end);
    const line = trimmedSpan(text, position, end);
    position = end + 1;
    if (line.length === 0) continue;
    if (line.text.startsWith("#")) {
      const directive = parseDirective(text, line);
      if (directive) {
        directives.push(directive);
        uses.push(...usesIn(directive.value, problems));
      }
    } else if (line.text.startsWith("@")) {
      const variable = parseVariable(text, line, problems);
      if (variable) variables.push(variable);
      if (body || !isFirst) problems.push(report("call/misplaced-variable", line));
    } else if (!body) {
      const parsed = parseBody(text, line.offset, section.end);
      body = parsed.body;
      uses.push(...checkedUses(text, parsed, problems));
      position = Math.max(body.range.offset + body.range.length, line.offset + 1);
    } else {
      const comment = jsonCommentEnd(text, line.offset, section.end);
      if (comment === undefined) {
        problems.push(textAfterBody(text, line, section.end));
        break;
      }
      position = comment;
    }
  }

  if (!section.name && directives.length === 0 && !body) return { request: undefined, variables, problems };
  const request = requestOf(section, directives, body, uses);
  problems.push(...directives.flatMap(directiveProblems), ...duplicateDirectiveProblems(directives));
  problems.push(...shapeProblems(section, request));
  return { request, variables, problems };
}

function requestOf(
  section: Section,
  directives: readonly Directive[],
  body: CallBody | undefined,
  variableUses: readonly VariableUse[],
): CallRequest {
  const start = section.separator?.offset ?? Math.min(...[...directives, ...(body ? [body] : [])].map(startOf));
  const end = Math.max(section.start, ...[...directives, ...(body ? [body] : [])].map(endOf));
  const named = directives.findLast((directive) => directive.key.text === "name" && directive.value.length > 0);
  return {
    name: section.name ?? named?.value,
    range: textRange(start, end - start),
    separator: section.separator,
    directives,
    body,
    variableUses,
  };
}

/** What a request as a whole lacks. */
function shapeProblems(section: Section, request: CallRequest): Problem[] {
  const problems: Problem[] = [];
  const head = section.separator ?? request.directives[0]?.range ?? request.body?.range ?? request.range;
  if (!request.body) problems.push(report("call/no-body", head));
  if (request.body && !request.directives.some((directive) => directive.key.text === "to")) {
    problems.push(report("call/no-target", firstLineOf(request.body)));
  }
  const named = request.directives.find((directive) => directive.key.text === "name");
  if (section.name && named) problems.push(report("call/name-ignored", named.range, { name: section.name.text }));
  return problems;
}

function parseDirective(text: string, line: Span): Directive | undefined {
  const match = /^#+\s*@([A-Za-z][\w-]*)(?=\s|$)/.exec(line.text);
  if (!match?.[1]) return undefined;
  const keyEnd = line.offset + match[0].length;
  const key = spanOf(text, keyEnd - match[1].length, keyEnd);
  const value = trimmedSpan(text, keyEnd, line.offset + line.length);
  return { key, value, range: textRange(line.offset, line.length) };
}

function parseVariable(text: string, line: Span, problems: Problem[]): VariableDefinition | undefined {
  const equals = line.text.indexOf("=");
  if (equals === -1) {
    problems.push(report("call/invalid-variable", line));
    return undefined;
  }
  const name = trimmedSpan(text, line.offset + 1, line.offset + equals);
  const value = trimmedSpan(text, line.offset + equals + 1, line.offset + line.length);
  if (!isVariableName(name.text)) {
    problems.push(report("call/invalid-variable-name", name.length > 0 ? name : line, { name: name.text }));
  }
  return { name, value, range: textRange(line.offset, line.length), variableUses: usesIn(value, problems) };
}

interface ParsedBody {
  readonly body: CallBody;
  readonly uses: readonly VariableUse[];
  readonly unclosed: readonly number[];
}

function parseBody(text: string, start: number, limit: number): ParsedBody {
  if (/^\/_call(?![^\s{[])/.test(text.slice(start, start + 7))) return parseCommand(text, start, limit);
  if (text.charAt(start) !== "{") {
    const range = trimmedSpan(text, start, limit);
    return { body: { kind: "unknown", range: textRange(range.offset, range.length), json: undefined }, ...nothingUsed };
  }
  const extent = jsonExtent(text, start, limit);
  const json = trimmedSpan(text, start, extent.end);
  const kind = bodyKind(extent.keys);
  return { body: { kind, range: textRange(json.offset, json.length), json }, ...extent };
}

const nothingUsed = { uses: [], unclosed: [] };

/** The members tell the forms apart, also while the object is still being written. */
function bodyKind(keys: ReadonlySet<string>): "envelope" | "json-rpc" | "unknown" {
  if (keys.has("protocol") && keys.has("request")) return "envelope";
  if (keys.has("jsonrpc")) return "json-rpc";
  if (keys.has("protocol") || keys.has("request") || keys.has("requestKey")) return "envelope";
  return keys.has("method") ? "json-rpc" : "unknown";
}

function parseCommand(text: string, start: number, limit: number): ParsedBody {
  const headEnd = Math.min(lineEnd(text, start), limit);
  const head = text.slice(start, headEnd);
  const mentionMatch = /^\/_call\s+(@(?:'[^']*'|(?:\{\{[^{}]*\}\}|[^\s{])*))/.exec(head);
  const mentionEnd = mentionMatch?.[0].length ?? "/_call".length;
  const protocolMatch = /^\s*((?:\{\{[^{}]*\}\}|[^\s{[])+)/.exec(head.slice(mentionEnd));
  const protocolEnd = mentionEnd + (protocolMatch?.[0].length ?? 0);

  const mention = mentionMatch?.[1] ? endingAt(text, start + mentionEnd, mentionMatch[1].length) : undefined;
  const protocol = protocolMatch?.[1] ? endingAt(text, start + protocolEnd, protocolMatch[1].length) : undefined;
  const parts = [mention, protocol].flatMap((span) => (span ? [placeholdersIn(span)] : []));
  const jsonStart = commandJsonStart(text, start + protocolEnd, limit);
  const opener = text.charAt(jsonStart);
  const isBracketed = jsonStart < limit && (opener === "{" || opener === "[");
  const extent = isBracketed ? jsonExtent(text, jsonStart, limit) : undefined;
  const json = extent ? trimmedSpan(text, jsonStart, extent.end) : trimmedSpan(text, start + protocolEnd, headEnd);
  const end = json.length > 0 ? json.offset + json.length : start + protocolEnd;
  return {
    body: {
      kind: "command",
      range: textRange(start, end - start),
      mention,
      protocol,
      json: json.length > 0 ? json : undefined,
    },
    uses: [...parts.flatMap((part) => part.uses), ...(extent?.uses ?? [])],
    unclosed: [...parts.flatMap((part) => part.unclosed), ...(extent?.unclosed ?? [])],
  };
}

/** Where the request of a command begins: on the command's own line, or as the next thing below it. */
function commandJsonStart(text: string, from: number, limit: number): number {
  const blank = /\s*/y;
  blank.lastIndex = from;
  const start = from + (blank.exec(text)?.[0].length ?? 0);
  return Math.min(start, limit);
}

/** The uses of a body whose expressions are understood; the others become problems. */
function checkedUses(text: string, parsed: ParsedBody, problems: Problem[]): readonly VariableUse[] {
  problems.push(...parsed.unclosed.map((offset) => unclosedVariable(text, offset)));
  problems.push(...parsed.uses.flatMap(expressionProblems));
  return parsed.uses;
}

function usesIn(span: Span, problems: Problem[]): VariableUse[] {
  const found = placeholdersIn(span);
  problems.push(...found.unclosed.map((offset) => report("call/unclosed-variable", textRange(offset, 2))));
  problems.push(...found.uses.flatMap(expressionProblems));
  return found.uses;
}

function unclosedVariable(text: string, offset: number): Problem {
  const shown = /^\{\{\s*[$\w.-]*/.exec(text.slice(offset, offset + 64))?.[0].length ?? 2;
  return report("call/unclosed-variable", textRange(offset, shown));
}

function expressionProblems(use: VariableUse): Problem[] {
  if (parseVariableExpression(use.expression.text)) return [];
  return [report("call/invalid-expression", use.range, { expression: use.expression.text })];
}

/** Just after the JSON comment at `start`, or undefined when something else stands there. */
function jsonCommentEnd(text: string, start: number, limit: number): number | undefined {
  if (text.startsWith("//", start)) return Math.min(lineEnd(text, start), limit);
  if (!text.startsWith("/*", start)) return undefined;
  const close = text.indexOf("*/", start + 2);
  return close === -1 ? limit : Math.min(close + 2, limit);
}

function textAfterBody(text: string, line: Span, end: number): Problem {
  if (/^(\/_call\b|\{)/.test(line.text)) {
    const edits = [{ range: textRange(line.offset, 0), newText: "###\n" }];
    return report("call/second-body", textRange(line.offset, line.length), {}, [
      { title: "Begin a new request here", edits, isPreferred: true },
    ]);
  }
  const rest = trimmedSpan(text, line.offset, end);
  return report("call/text-after-body", textRange(rest.offset, rest.length));
}

function duplicateVariables(variables: readonly VariableDefinition[]): Problem[] {
  return repeated(variables.map((variable) => variable.name)).map((name) =>
    report("call/duplicate-variable", name, { name: name.text }),
  );
}

function duplicateNames(requests: readonly CallRequest[]): Problem[] {
  return repeated(requests.flatMap((request) => request.name ?? [])).map((name) =>
    report("call/duplicate-name", name, { name: name.text }),
  );
}

/** Every span whose text an earlier one has. */
function repeated(spans: readonly Span[]): Span[] {
  const seen = new Set<string>();
  return spans.filter((span) => seen.has(span.text) || !seen.add(span.text));
}

function firstLineOf(body: CallBody): TextRange {
  const length = body.kind === "command" ? "/_call".length : 1;
  return textRange(body.range.offset, Math.min(length, body.range.length));
}

function startOf(item: { readonly range: TextRange }): number {
  return item.range.offset;
}

function endOf(item: { readonly range: TextRange }): number {
  return item.range.offset + item.range.length;
}

function endingAt(text: string, end: number, length: number): Span {
  return spanOf(text, end - length, end);
}

function trimmedSpan(text: string, start: number, end: number): Span {
  const slice = text.slice(start, end);
  const from = start + (slice.length - slice.trimStart().length);
  return spanOf(text, from, from + slice.trim().length);
}
