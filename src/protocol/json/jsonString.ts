import { type Problem, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { codePointName } from "../text/codePointName.ts";
import { jsonRules } from "./rules.ts";

const report = reporter(jsonRules);

/** True for a string, quotes included, that may hold something `stringProblems` reports. Fast and never false for one. */
export function mayBeIllFormed(source: string): boolean {
  return /[\\\u0000-\u001f\ud800-\udfff]/.test(source);
}

/**
 * Problems inside a string's source: raw control characters, unknown escapes, halves of surrogate pairs.
 * `offset` is where the source stands in the whole text.
 */
export function stringProblems(source: string, offset: number): Problem[] {
  const problems: Problem[] = [];
  let high: Unit | undefined;
  for (const unit of unitsOf(source)) {
    const range = textRange(offset + unit.start, unit.source.length);
    const isLow = unit.code >= 0xdc00 && unit.code <= 0xdfff;
    // A raw half and an escaped half are no pair: the raw one cannot be written as UTF-8.
    const isPaired = isLow && high !== undefined && high.source.length === unit.source.length;
    if (high && !isPaired) problems.push(illFormed(high, offset));
    high = unit.code >= 0xd800 && unit.code <= 0xdbff ? unit : undefined;
    if (isLow && !isPaired) problems.push(illFormed(unit, offset));
    if (unit.code === invalidEscape) {
      const fix = { title: "Double the backslash", edits: [{ range: textRange(range.offset, 0), newText: "\\" }] };
      problems.push(report("json/invalid-escape", range, { escape: unit.source }, [{ ...fix, isPreferred: false }]));
    } else if (unit.source.length === 1 && unit.code < 0x20) {
      const newText = escapeOf(unit.code);
      const fix = { title: `Escape as ${newText}`, edits: [{ range, newText }], isPreferred: true };
      const values = { character: codePointName(unit.code), escape: newText };
      problems.push(report("json/control-character", range, values, [fix]));
    }
  }
  if (high) problems.push(illFormed(high, offset));
  return problems;
}

/** For each UTF-16 unit of the string's value, where its source starts; one more entry for the end of the value. */
export function valueOffsets(source: string): number[] {
  const offsets: number[] = [];
  for (const unit of unitsOf(source)) if (unit.code !== invalidEscape) offsets.push(unit.start);
  offsets.push(source.length > 1 && source.endsWith('"') ? source.length - 1 : source.length);
  return offsets;
}

/** One UTF-16 unit of a string's value and the characters that write it. */
interface Unit {
  readonly start: number;
  readonly source: string;
  readonly code: number;
}

const invalidEscape = -1;

const simpleEscapes: Readonly<Record<string, number>> = {
  '"': 0x22,
  "\\": 0x5c,
  "/": 0x2f,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
};

function* unitsOf(source: string): Generator<Unit> {
  let position = 1;
  while (position < source.length) {
    const start = position;
    const character = source.charAt(position);
    if (character === '"') return;
    if (character !== "\\") {
      position++;
      yield { start, source: character, code: character.charCodeAt(0) };
      continue;
    }
    const letter = source.charAt(position + 1);
    const digits = letter === "u" ? /^[0-9a-fA-F]{0,4}/.exec(source.slice(position + 2, position + 6))?.[0] : undefined;
    position += 2 + (digits?.length ?? 0);
    const simple = simpleEscapes[letter];
    const code = digits?.length === 4 ? Number.parseInt(digits, 16) : (simple ?? invalidEscape);
    yield { start, source: source.slice(start, position), code };
  }
}

function illFormed(unit: Unit, offset: number): Problem {
  const character = codePointName(unit.code);
  return report("json/ill-formed-string", textRange(offset + unit.start, unit.source.length), { character });
}

function escapeOf(code: number): string {
  return JSON.stringify(String.fromCharCode(code)).slice(1, -1);
}
