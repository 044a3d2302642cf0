import { movedProblems, type Problem, type Span, spanOf, type TextRange, textRange } from "../../problem.ts";
import type { CallBody, CallRequest, Directive, VariableDefinition, VariableUse } from "../callFile.ts";

/** A request file from one `###` line to the next, taken apart. Everything in it points into the whole text. */
export interface CallSection {
  /** Stays the same while the section only moves. */
  readonly id: symbol;
  /** As written, its `###` line included. */
  readonly text: string;
  readonly start: number;
  /** No section before it has a request, so variables may be defined here. */
  readonly isFirst: boolean;
  readonly request: CallRequest | undefined;
  readonly variables: readonly VariableDefinition[];
  readonly problems: readonly Problem[];
}

/** The section in `text`, where it stands `by` code units further on. */
export function movedSection(section: CallSection, text: string, by: number): CallSection {
  const move = mover(text, by);
  const start = section.start + by;
  return {
    id: section.id,
    text: text.slice(start, start + section.text.length),
    start,
    isFirst: section.isFirst,
    request: section.request && move.request(section.request),
    variables: section.variables.map(move.definition),
    problems: movedProblems(section.problems, by),
  };
}

function mover(text: string, by: number) {
  const range = ({ offset, length }: TextRange): TextRange => textRange(offset + by, length);
  const span = ({ offset, length }: Span): Span => spanOf(text, offset + by, offset + by + length);
  const use = (one: VariableUse): VariableUse => ({
    range: range(one.range),
    expression: span(one.expression),
    isInString: one.isInString,
  });
  const directive = (one: Directive): Directive => ({
    key: span(one.key),
    value: span(one.value),
    range: range(one.range),
  });
  const body = (one: CallBody): CallBody => {
    switch (one.kind) {
      case "command":
        return {
          kind: one.kind,
          range: range(one.range),
          mention: one.mention && span(one.mention),
          protocol: one.protocol && span(one.protocol),
          json: one.json && span(one.json),
        };
      case "envelope":
      case "json-rpc":
        return { kind: one.kind, range: range(one.range), json: span(one.json) };
      case "unknown":
        return { kind: one.kind, range: range(one.range), json: one.json && span(one.json) };
    }
  };
  return {
    request: (one: CallRequest): CallRequest => ({
      name: one.name && span(one.name),
      range: range(one.range),
      separator: one.separator && range(one.separator),
      directives: one.directives.map(directive),
      body: one.body && body(one.body),
      variableUses: one.variableUses.map(use),
    }),
    definition: (one: VariableDefinition): VariableDefinition => ({
      name: span(one.name),
      value: span(one.value),
      range: range(one.range),
      variableUses: one.variableUses.map(use),
    }),
  };
}
