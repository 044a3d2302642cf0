import { type Span, spanOf } from "../../problem.ts";

export const expectationOperators = ["==", "!=", "<", "<=", ">", ">=", "matches", "exists", "conforms"] as const;

type ExpectationOperator = (typeof expectationOperators)[number];

/** What `@expect <JSONPath> [op value]` asks of the reply. */
export interface Expectation {
  /** An RFC 9535 path, not yet parsed. */
  readonly path: Span;
  /** `exists` when none is written. */
  readonly operator: ExpectationOperator;
  /** Absent for `exists`. JSON, or bare text, which counts as a string. */
  readonly value: Span | undefined;
}

export type ExpectationResult =
  | { readonly kind: "expectation"; readonly expectation: Expectation }
  /** What is wrong and where; the first thing found. */
  | { readonly kind: "malformed"; readonly why: ExpectationMistake; readonly range: Span };

export type ExpectationMistake = "path" | "operator" | "missing-value" | "extra-value" | "pattern";

/** Splits the value of an `@expect` directive. */
export function parseExpectation(source: Span): ExpectationResult {
  const text = source.text;
  const pathEnd = jsonPathEnd(text);
  if (pathEnd === 0) return malformed("path", source);
  const path = piece(source, 0, pathEnd);

  const rest = /^\s*(\S*)\s*/.exec(text.slice(pathEnd));
  const written = rest?.[1] ?? "";
  const operatorStart = pathEnd + (rest?.[0].indexOf(written) ?? 0);
  const operator = written === "" ? "exists" : expectationOperators.find((known) => known === written);
  if (!operator) return malformed("operator", piece(source, operatorStart, operatorStart + written.length));

  const valueStart = pathEnd + (rest?.[0].length ?? 0);
  const value = valueStart < text.length ? piece(source, valueStart, text.length) : undefined;
  if (operator === "exists") {
    if (value) return malformed("extra-value", value);
  } else if (!value) return malformed("missing-value", piece(source, operatorStart, operatorStart + written.length));
  else if (operator === "matches" && !isPattern(value.text)) return malformed("pattern", value);
  return { kind: "expectation", expectation: { path, operator, value } };
}

/** What `@set <name> = <JSONPath>` captures. */
export interface Capture {
  readonly name: Span;
  readonly path: Span;
}

/** Splits the value of a `@set` directive; undefined when it is not `name = $…`. */
export function parseCapture(source: Span): Capture | undefined {
  const match = /^(\S+?)\s*=\s*(?=\$)/.exec(source.text);
  if (!match?.[1]) return undefined;
  const start = match[0].length;
  if (start + jsonPathEnd(source.text.slice(start)) !== source.text.length) return undefined;
  return { name: piece(source, 0, match[1].length), path: piece(source, start, source.text.length) };
}

/** The string a value stands for: that of a JSON string, else the text as written. */
export function expectedText(value: string): string {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "string" ? parsed : value;
  } catch {
    // Bare text is allowed and counts as a string.
    return value;
  }
}

/** Where the path at the start of `text` ends: at a space outside brackets and quotes. 0 when there is no path. */
function jsonPathEnd(text: string): number {
  if (!text.startsWith("$")) return 0;
  let depth = 0;
  for (const match of text.matchAll(/'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|[[()\]]|\s/g)) {
    if (match[0] === "[" || match[0] === "(") depth++;
    else if (match[0] === "]" || match[0] === ")") depth--;
    else if (depth <= 0 && match[0].trim() === "") return match.index;
  }
  return text.length;
}

function isPattern(value: string): boolean {
  try {
    new RegExp(expectedText(value), "u");
    return true;
  } catch {
    return false;
  }
}

function piece(source: Span, start: number, end: number): Span {
  return { ...spanOf(source.text, start, end), offset: source.offset + start };
}

function malformed(why: ExpectationMistake, range: Span): ExpectationResult {
  return { kind: "malformed", why, range };
}
