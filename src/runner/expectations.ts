import type { CallRequest, Directive } from "../protocol/call/callFile.ts";
import { type Expectation, expectedText, parseExpectation } from "../protocol/call/expectation.ts";
import type { Span, TextRange } from "../protocol/problem.ts";
import { type CallEvidence, isAboutFailure, type SelectedValue, selectValues } from "./replyPath.ts";
import { checkShape } from "./shapes.ts";

/** How one `@expect` came out. */
export interface ExpectationOutcome {
  /** The directive as written. */
  readonly text: string;
  readonly range: TextRange;
  readonly isMet: boolean;
  /** A whole sentence that shows expected and actual; empty when it is met. */
  readonly message: string;
  /** For a diff, where there are two sides. */
  readonly expected?: string;
  readonly actual?: string;
}

/** The text of a shape file named by `conforms`, relative to the request file; undefined when it cannot be read. */
export type ReadShape = (name: string) => Promise<string | undefined>;

const longestShownValue = 2_000;
/** A pattern is tried on no more than this: a reply must not make a slow pattern endless. */
const longestMatchedText = 20_000;

/** The `@expect` directives of a request, in order. `filled` gives a directive's value with its variables filled in. */
export async function checkExpectations(
  request: CallRequest,
  evidence: CallEvidence,
  filled: (value: Span) => string,
  readShape: ReadShape,
): Promise<readonly ExpectationOutcome[]> {
  const outcomes: ExpectationOutcome[] = [];
  for (const directive of request.directives) {
    if (directive.key.text === "expect") outcomes.push(await checkExpectation(directive, evidence, filled, readShape));
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
  filled: (value: Span) => string,
  readShape: ReadShape,
): Promise<ExpectationOutcome> {
  const text = filled(directive.value);
  const base = { text, range: directive.range };
  const parsed = parseExpectation({ text, offset: directive.value.offset, length: text.length });
  if (parsed.kind === "malformed") return { ...base, isMet: false, message: `The expectation cannot be read: ${text}` };
  const { expectation } = parsed;
  const path = expectation.path.text;
  const selection = selectValues(path, evidence);
  if (selection.kind === "failed") return { ...base, isMet: false, message: `Expected ${text}. ${selection.message}` };
  if (selection.values.length === 0) {
    return { ...base, isMet: false, message: `Expected ${text}, but ${path} selects nothing.`, actual: "" };
  }
  const failure = await firstFailure(expectation, selection.values, readShape);
  return failure === undefined
    ? { ...base, isMet: true, message: "" }
    : { ...base, isMet: false, ...failure, message: `Expected ${text}, but ${failure.message}` };
}

interface Mismatch {
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** Every selected value must fit. */
async function firstFailure(
  expectation: Expectation,
  values: readonly SelectedValue[],
  readShape: ReadShape,
): Promise<Mismatch | undefined> {
  const { operator, value } = expectation;
  if (operator === "exists" || value === undefined) return undefined;
  if (operator === "conforms") return await firstOtherShape(value.text, values, readShape);
  const expected = expectedValue(value.text);
  const other = values.find((selected) => !compare(selected.value, operator, expected));
  if (other === undefined) return undefined;
  const actual = shown(other.json);
  return { message: `the value is ${actual}.`, expected: value.text, actual };
}

async function firstOtherShape(
  fileName: string,
  values: readonly SelectedValue[],
  readShape: ReadShape,
): Promise<Mismatch | undefined> {
  const shape = await readShape(expectedText(fileName));
  if (shape === undefined) return { message: `the file ${fileName} cannot be read beside the request file.` };
  for (const { value, json } of values) {
    const check = await checkShape(value, shape, fileName);
    if (check.kind === "unusable") return { message: check.message };
    if (check.mismatches.length === 0) continue;
    return {
      message: `it does not: ${check.mismatches.join("; ")}. The value is ${shown(json)}.`,
      actual: shown(json),
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

function shown(json: string): string {
  return json.length > longestShownValue ? `${json.slice(0, longestShownValue)}…` : json;
}
