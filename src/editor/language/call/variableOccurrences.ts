import type { CallFile } from "../../../protocol/call/callFile.ts";
import { parseCapture } from "../../../protocol/call/parse/expectation.ts";
import { parseVariableExpression } from "../../../protocol/call/parse/variableExpression.ts";
import { rangesOverlap, type Span } from "../../../protocol/problem.ts";

/** A variable's name where it stands in a request file. */
export interface VariableOccurrence extends Span {
  /** `definition`: `@name = …`. `capture`: `# @set name = …`. `use`: `{{name}}`. */
  readonly role: "definition" | "capture" | "use";
}

/** Every variable name of the file, in the order of the text. Built-ins and captures of other files are not among them. */
export function variableOccurrences(file: CallFile): VariableOccurrence[] {
  const definitions = file.variables.map(({ name }) => occurrence(name, "definition"));
  const captures = file.requests.flatMap((request) =>
    request.directives.flatMap((directive) => {
      const capture = directive.key.text === "set" ? parseCapture(directive.value) : undefined;
      return capture ? [occurrence(capture.name, "capture")] : [];
    }),
  );
  const uses = [...file.variables, ...file.requests]
    .flatMap(({ variableUses }) => variableUses)
    .filter(({ expression }) => parseVariableExpression(expression.text)?.kind === "name")
    .map(({ expression }) => occurrence(expression, "use"));
  return [...definitions, ...captures, ...uses].toSorted((a, b) => a.offset - b.offset);
}

/** The occurrence that an offset stands in or touches. */
export function occurrenceAt(
  occurrences: readonly VariableOccurrence[],
  offset: number,
): VariableOccurrence | undefined {
  return occurrences.find((candidate) => rangesOverlap(candidate, { offset, length: 0 }));
}

/** Where a name gets its value in this file. */
export function definitionsOf(occurrences: readonly VariableOccurrence[], name: string): VariableOccurrence[] {
  return occurrences.filter((candidate) => candidate.text === name && candidate.role !== "use");
}

function occurrence(name: Span, role: VariableOccurrence["role"]): VariableOccurrence {
  return { text: name.text, offset: name.offset, length: name.length, role };
}
