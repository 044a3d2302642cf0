import { type Problem, type Span, spanOf, type TextRange, textRange } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import {
  bodyHead,
  type CallBody,
  type CallFile,
  type CallRequest,
  type Directive,
  type VariableDefinition,
  type VariableUse,
} from "../callFile.ts";
import { directiveProblems, duplicateDirectiveProblems } from "../check/directiveProblems.ts";
import { callRules } from "../check/rules.ts";
import { type CallSection, movedSection } from "./callSection.ts";
import { commentEnd, lineEnd } from "./jsonExtent.ts";
import { type ParsedBody, parseBody, trimmedSpan } from "./parseBody.ts";
import { placeholdersIn } from "./placeholder.ts";
import { isVariableName, parseVariableExpression } from "./variableExpression.ts";

const report = reporter(callRules);

/** Takes a request file apart. Never throws; the time is linear in the length of the text. */
export function parseCallFile(text: string): CallFile {
  return callFileOf(parseSections(text, []));
}

/** The file that sections make up. */
export function callFileOf(sections: readonly CallSection[]): CallFile {
  const requests = sections.flatMap(({ request }) => request ?? []);
  const variables = sections.flatMap((section) => section.variables);
  const problems = [
    ...sections.flatMap((section) => section.problems),
    ...duplicateVariables(variables),
    ...duplicateNames(requests),
  ];
  return { requests, variables, problems: problems.sort((a, b) => a.range.offset - b.range.offset) };
}

/**
 * The sections of a request file. What `earlier`, the sections of an earlier text, has alike before and after a change is
 * moved and not parsed again; its spans are made of the new text, so that the earlier one is not kept.
 */
export function parseSections(text: string, earlier: readonly CallSection[]): CallSection[] {
  const bounds = [...sectionsOf(text)];
  const known = alikeAround(
    bounds.map((section) => text.slice(beginOf(section), section.end)),
    earlier,
  );
  let isFirst = true;
  return bounds.map((section, index) => {
    const found = known[index];
    const parsed =
      found?.isFirst === isFirst
        ? movedSection(found, text, beginOf(section) - found.start)
        : parseSection(text, section, isFirst);
    if (parsed.request) isFirst = false;
    return parsed;
  });
}

/** For each text the section of that text, looked for from the start and from the end of `earlier`. */
function alikeAround(texts: readonly string[], earlier: readonly CallSection[]): (CallSection | undefined)[] {
  const known: (CallSection | undefined)[] = texts.map(() => undefined);
  const most = Math.min(texts.length, earlier.length);
  let before = 0;
  while (before < most && earlier[before]?.text === texts[before]) {
    known[before] = earlier[before];
    before++;
  }
  const later = earlier.length - texts.length;
  for (let index = texts.length - 1; index >= before && index + later >= before; index--) {
    if (earlier[index + later]?.text !== texts[index]) break;
    known[index] = earlier[index + later];
  }
  return known;
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

function beginOf(section: Section): number {
  return section.separator?.offset ?? section.start;
}

function parseSection(text: string, section: Section, isFirst: boolean): CallSection {
  const parts: SectionParts = { directives: [], variables: [], uses: [], problems: [], body: undefined };
  let position = section.start;
  while (position < section.end) {
    const end = Math.min(lineEnd(text, position), section.end);
    const line = trimmedSpan(text, position, end);
    position = line.length === 0 ? end + 1 : parseLine(text, line, end, section, parts, isFirst);
  }

  const { directives, variables, uses, problems, body } = parts;
  const start = beginOf(section);
  const common = { id: Symbol(), text: text.slice(start, section.end), start, isFirst, variables, problems };
  if (!section.name && directives.length === 0 && !body) return { ...common, request: undefined };
  const request = requestOf(section, directives, body, uses);
  problems.push(...directives.flatMap(directiveProblems), ...duplicateDirectiveProblems(directives));
  problems.push(...shapeProblems(text, section, request));
  return { ...common, request };
}

/** What a section has been found to hold so far. */
interface SectionParts {
  readonly directives: Directive[];
  readonly variables: VariableDefinition[];
  readonly uses: VariableUse[];
  readonly problems: Problem[];
  body: CallBody | undefined;
}

/** Reads what begins on a line that is not blank. Returns where reading goes on. */
function parseLine(
  text: string,
  line: Span,
  end: number,
  section: Section,
  parts: SectionParts,
  isFirst: boolean,
): number {
  if (line.text.startsWith("#")) {
    const directive = parseDirective(text, line);
    if (directive) {
      parts.directives.push(directive);
      parts.uses.push(...usesIn(directive.value, parts.problems));
    }
    return end + 1;
  }
  if (line.text.startsWith("@")) {
    const variable = parseVariable(text, line, parts.problems);
    if (variable) parts.variables.push(variable);
    if (parts.body || !isFirst) parts.problems.push(report("call/misplaced-variable", line));
    return end + 1;
  }
  if (!parts.body) {
    const parsed = parseBody(text, line.offset, section.end);
    parts.body = parsed.body;
    parts.uses.push(...checkedUses(text, parsed, parts.problems));
    parts.problems.push(...parsed.problems);
    return Math.max(parsed.body.range.offset + parsed.body.range.length, line.offset + 1);
  }
  if (/^\/[/*]/.test(line.text)) return commentEnd(text, line.offset, section.end);
  parts.problems.push(textAfterBody(text, line, section.end));
  return section.end;
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
function shapeProblems(text: string, section: Section, request: CallRequest): Problem[] {
  const problems: Problem[] = [];
  const head = section.separator ?? request.directives[0]?.range ?? request.body?.range ?? request.range;
  if (!request.body) problems.push(report("call/no-body", head));
  if (request.body && !request.directives.some((directive) => directive.key.text === "to")) {
    problems.push(report("call/no-target", bodyHead(request.body)));
  }
  if (request.body?.kind === "unknown") problems.push(unknownBody(text, request.body.range));
  const named = request.directives.find((directive) => directive.key.text === "name");
  if (section.name && named) problems.push(report("call/name-ignored", named.range, { name: section.name.text }));
  return problems;
}

function unknownBody(text: string, range: TextRange): Problem {
  const { offset, length } = range;
  const command = /^[/\\]?_?calls?(?=\s)/i.exec(text.slice(offset, offset + Math.min(length, 10)))?.[0];
  if (command === undefined) return report("call/unknown-body", range);
  const word = textRange(offset, command.length);
  const fix = { title: "Change to /_call", edits: [{ range: word, newText: "/_call" }], isPreferred: true };
  return report("call/unknown-body", word, {}, [fix]);
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

function startOf(item: { readonly range: TextRange }): number {
  return item.range.offset;
}

function endOf(item: { readonly range: TextRange }): number {
  return item.range.offset + item.range.length;
}
