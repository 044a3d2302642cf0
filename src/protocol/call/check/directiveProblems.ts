import { type Problem, type Span, type TextEdit, textRange } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import { nearestName } from "../../text/nearestName.ts";
import type { Directive } from "../callFile.ts";
import { type DirectiveKind, directiveKinds, parseServiceParameter } from "../parse/directive.ts";
import { parseDuration } from "../parse/duration.ts";
import { type ExpectationMistake, parseCapture, parseExpectation } from "../parse/expectation.ts";
import { jsonPathFault } from "../parse/jsonPath.ts";
import { hasPlaceholder } from "../parse/placeholder.ts";
import { isVariableName } from "../parse/variableExpression.ts";
import { callRules } from "./rules.ts";

const report = reporter(callRules);

/** Problems of one directive's key and of its value's grammar. A value with a placeholder is judged when it is filled. */
export function directiveProblems(directive: Directive): Problem[] {
  const kind = directiveKinds.find((known) => known.key === directive.key.text);
  if (!kind) return [unknownDirective(directive)];
  if (kind.value === "none") {
    return directive.value.length > 0 ? [report("call/unexpected-value", directive.value, { key: kind.key })] : [];
  }
  if (directive.value.length === 0) {
    return [report("call/missing-value", directive.range, { key: kind.key, example: kind.example })];
  }
  return hasPlaceholder(directive.value.text) ? [] : valueProblems(directive, kind);
}

/** Second directives of a kind that may stand once, and second parameters or captures of one name. */
export function duplicateDirectiveProblems(directives: readonly Directive[]): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const directive of directives) {
    const identity = identityOf(directive);
    if (identity === undefined) continue;
    if (seen.has(identity)) problems.push(report("call/duplicate-directive", directive.range, { what: identity }));
    seen.add(identity);
  }
  return problems;
}

function identityOf(directive: Directive): string | undefined {
  const kind = directiveKinds.find((known) => known.key === directive.key.text);
  if (!kind) return undefined;
  if (!kind.isRepeatable) return `@${kind.key}`;
  // Names of service parameters are case-insensitive.
  if (kind.value === "parameter") {
    const name = parseServiceParameter(directive.value.text)?.name;
    return name && `@param ${name.toLowerCase()}`;
  }
  if (kind.value === "capture") {
    const name = parseCapture(directive.value)?.name.text;
    return name && `@set ${name}`;
  }
  return undefined;
}

function unknownDirective(directive: Directive): Problem {
  const written = directive.key.text;
  const keys = directiveKinds.map((kind) => kind.key);
  const near = nearestName(written, keys);
  const edits = (newText: string): TextEdit[] => [{ range: directive.key, newText }];
  const fixes = near ? [{ title: `Change to @${near}`, edits: edits(near), isPreferred: true }] : [];
  const known = keys.map((key) => `@${key}`).join(", ");
  return report("call/unknown-directive", directive.key, { key: written, known }, fixes);
}

function valueProblems(directive: Directive, kind: DirectiveKind): Problem[] {
  const value = directive.value;
  switch (kind.value) {
    case "duration":
      return parseDuration(value.text) === undefined ? [invalidDuration(directive)] : [];
    case "parameter":
      return parseServiceParameter(value.text) ? [] : [report("call/invalid-parameter", value)];
    case "expectation": {
      const result = parseExpectation(value);
      if (result.kind === "expectation") return pathProblems(result.expectation.path);
      return [
        report(expectationCodes[result.why], textRange(result.range.offset, result.range.length), {
          text: result.range.text,
        }),
      ];
    }
    case "capture": {
      const capture = parseCapture(value);
      if (!capture) return [report("call/invalid-capture", value)];
      if (isVariableName(capture.name.text)) return pathProblems(capture.path);
      return [report("call/invalid-variable-name", capture.name, { name: capture.name.text })];
    }
    case "text":
    case "none":
      return [];
  }
}

/** Marks a path from the place where it stops being one. */
function pathProblems(path: Span): Problem[] {
  const fault = jsonPathFault(path.text);
  if (fault === undefined) return [];
  const start = Math.min(fault, path.length - 1);
  return [report("call/path-syntax", textRange(path.offset + start, path.length - start))];
}

const expectationCodes = {
  path: "call/invalid-path",
  operator: "call/unknown-operator",
  "missing-value": "call/expected-value-missing",
  "extra-value": "call/expected-value-unused",
  pattern: "call/invalid-pattern",
} as const satisfies Record<ExpectationMistake, string>;

function invalidDuration(directive: Directive): Problem {
  const { text } = directive.value;
  const seconds = parseDuration(`${text}s`) === undefined ? undefined : `${text}s`;
  const edits = seconds ? [{ range: directive.value, newText: seconds }] : [];
  const fixes = seconds ? [{ title: `Change to ${seconds}`, edits, isPreferred: true }] : [];
  return report("call/invalid-duration", directive.value, { text, key: directive.key.text }, fixes);
}
