import type { CallRequest, Directive } from "../../protocol/call/callFile.ts";
import { type Expectation, expectedText, parseExpectation } from "../../protocol/call/parse/expectation.ts";
import type { Span, TextRange } from "../../protocol/problem.ts";
import { laidOutJson } from "./laidOutJson.ts";
import { type CallEvidence, isAboutFailure, type SelectedValue, selectValues } from "./replyPath.ts";
import { checkShape } from "./shapes.ts";
import { withinTime } from "./withinTime.ts";

/** How one `@expect` came out. */
export interface ExpectationOutcome {
  /** The directive as written. */
  readonly text: string;
  readonly range: TextRange;
  readonly isMet: boolean;
  /** A whole sentence that shows expected and actual; empty when it is met. */
  readonly message: string;
  /** For a diff, where there are two sides; JSON a member a line, tokens as they came. */
  readonly expected?: string;
  readonly actual?: string;
}

/** What expectations need beside the reply. */
export interface ExpectationContext {
  /** A directive's value with its variables filled in. */
  readonly filled: (value: Span) => string;
  readonly readShape: ReadShape;
  /** Removes the secrets of a text, before it is cut: half of a secret could not be recognized. */
  readonly redact: (text: string) => string;
}

/** The text of a shape file named by `conforms`, relative to the request file; undefined when it cannot be read. */
export type ReadShape = (name: string) => Promise<string | undefined>;

/** UTF-16 code units of a value inside a sentence, and on one side of a diff. */
const longestQuotedValue = 500;
const longestDiffSide = 20_000;
/** A pattern is tried on no more than this: a reply must not make a slow pattern endless. */
const longestMatchedText = 20_000;
/** A path or a pattern that needs longer is stopped. */
const longestEvaluationMs = 2_000;

/** The `@expect` directives of a request, in order. */
export async function checkExpectations(
  request: CallRequest,
  evidence: CallEvidence,
  context: ExpectationContext,
): Promise<readonly ExpectationOutcome[]> {
  const outcomes: ExpectationOutcome[] = [];
  for (const directive of request.directives) {
    if (directive.key.text === "expect") outcomes.push(await checkExpectation(directive, evidence, context));
  }
  return outcomes;
}

/** True when the request says itself how it expects to fail: then only its expectations judge the outcome. */
export function expectsFailure(request: CallRequest): boolean {
  return request.directives.some(({ key, value }) => {
    if (key.text !== "expect") return false;
    const parsed = parseExpectation(value);
    return parsed.kind === "expectation" && isAboutFailure(parsed.expectation.path.text);
  });
}

async function checkExpectation(
  directive: Directive,
  evidence: CallEvidence,
  context: ExpectationContext,
): Promise<ExpectationOutcome> {
  const text = context.filled(directive.value);
  const base = { text, range: directive.range };
  const parsed = parseExpectation({ text, offset: directive.value.offset, length: text.length });
  if (parsed.kind === "malformed") return { ...base, isMet: false, message: `The expectation cannot be read: ${text}` };
  const { expectation } = parsed;
  const evaluated = withinTime(longestEvaluationMs, () => evaluate(expectation, evidence, context.redact));
  if (evaluated === undefined) {
    const message = `${text} takes longer than ${longestEvaluationMs / 1000} s to check, so it was stopped and counts as not met. Simplify the path or the pattern: repetitions inside repetitions, such as (a+)+, can take for ever.`;
    return { ...base, isMet: false, message };
  }
  const failure =
    evaluated.kind === "shape"
      ? await firstOtherShape(evaluated.fileName, evaluated.values, context)
      : evaluated.failure;
  return failure === undefined
    ? { ...base, isMet: true, message: "" }
    : { ...base, isMet: false, ...failure, message: `Expected ${text}${failure.message}` };
}

interface Mismatch {
  /** What follows the expectation in the sentence. */
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

type Evaluation =
  | { readonly kind: "decided"; readonly failure: Mismatch | undefined }
  /** The values must have the shape of that file. */
  | { readonly kind: "shape"; readonly fileName: string; readonly values: readonly SelectedValue[] };

/** Every selected value must fit. */
function evaluate(
  { path, operator, value }: Expectation,
  evidence: CallEvidence,
  redact: (text: string) => string,
): Evaluation {
  const selection = selectValues(path.text, evidence);
  if (selection.kind === "failed") return decided({ message: `. ${selection.message}` });
  const { values } = selection;
  if (values.length === 0) return decided({ message: `, but ${path.text} selects nothing.`, actual: "" });
  if (operator === "exists" || value === undefined) return decided(undefined);
  if (operator === "conforms") return { kind: "shape", fileName: value.text, values };
  const expected = expectedValue(value.text);
  const other = values.find((selected) => !compare(selected.value, operator, expected));
  if (other === undefined) return decided(undefined);
  const actual = redact(other.json);
  return decided({
    message: `, but the value is ${cut(actual, longestQuotedValue)}.`,
    expected: diffSide(value.text),
    actual: diffSide(actual),
  });
}

function decided(failure: Mismatch | undefined): Evaluation {
  return { kind: "decided", failure };
}

async function firstOtherShape(
  fileName: string,
  values: readonly SelectedValue[],
  { readShape, redact }: ExpectationContext,
): Promise<Mismatch | undefined> {
  const shape = await readShape(expectedText(fileName));
  if (shape === undefined) return { message: `, but the file ${fileName} cannot be read beside the request file.` };
  for (const { value, json } of values) {
    const check = await checkShape(value, shape, fileName);
    if (check.kind === "unusable") return { message: `, but ${check.message}` };
    if (check.mismatches.length === 0) continue;
    const actual = redact(json);
    return {
      message: `, but it does not: ${check.mismatches.join("; ")}. The value is ${cut(actual, longestQuotedValue)}.`,
      actual: diffSide(actual),
    };
  }
  return undefined;
}

/** JSON, or bare text, which counts as a string. */
function expectedValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

type Comparison = Exclude<Expectation["operator"], "exists" | "conforms">;

function compare(actual: unknown, operator: Comparison, expected: unknown): boolean {
  switch (operator) {
    case "==":
      return isSameJson(actual, expected);
    case "!=":
      return !isSameJson(actual, expected);
    case "matches": {
      const text = typeof actual === "string" ? actual : JSON.stringify(actual);
      return new RegExp(String(expected), "u").test(text.slice(0, longestMatchedText));
    }
    default:
      return isInOrder(actual, operator, expected);
  }
}

/** Numbers by size, strings by code units, as for times in ISO 8601; values of two types are in no order. */
function isInOrder(actual: unknown, operator: "<" | "<=" | ">" | ">=", expected: unknown): boolean {
  const areNumbers = typeof actual === "number" && typeof expected === "number";
  const areStrings = typeof actual === "string" && typeof expected === "string";
  if (!areNumbers && !areStrings) return false;
  if (operator === "<") return actual < expected;
  if (operator === "<=") return actual <= expected;
  return operator === ">" ? actual > expected : actual >= expected;
}

/** Equal as JSON values: the order of members does not count. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null || Array.isArray(b)) return a === b;
  const members = Object.entries(a);
  const others = new Map(Object.entries(b));
  return (
    members.length === others.size &&
    members.every(([name, value]) => others.has(name) && isSameJson(value, others.get(name)))
  );
}

function diffSide(text: string): string {
  return laidOutJson(cut(text, longestDiffSide));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
