/** A place in a text, in UTF-16 code units from its start, as VS Code counts. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** A piece of a text together with where it stands. `text` is the source as written. */
export interface Span extends TextRange {
  readonly text: string;
}

export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** A change that mends a problem for certain, or one of several the user can choose from. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** True when it is the one obvious mend, applied by "fix all". */
  readonly isPreferred: boolean;
}

export type Severity = "error" | "warning" | "information" | "hint";

/** One finding in a text: which rule it breaks, where, and how to mend it. */
export interface Problem {
  /** Stable code of the rule, such as `link/wrong-type`. See `RULES`. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, what it means and what to do, in whole sentences. */
  readonly message: string;
  /** The specification's section, such as `agent-protocols#request`. */
  readonly section: string;
  readonly range: TextRange;
  readonly fixes: readonly Fix[];
}

/** A range of a text, in UTF-16 code units. */
export function textRange(offset: number, length: number): TextRange {
  return { offset, length };
}

/** The piece of `text` from `start` up to `end`, both in UTF-16 code units. */
export function spanOf(text: string, start: number, end: number): Span {
  return { offset: start, length: end - start, text: text.slice(start, end) };
}

/** True when the two ranges share at least one code unit, or touch where one of them is empty. */
export function rangesOverlap(a: TextRange, b: TextRange): boolean {
  const aEnd = a.offset + a.length;
  const bEnd = b.offset + b.length;
  return a.offset < bEnd && b.offset < aEnd
    ? true
    : (a.length === 0 || b.length === 0) && a.offset <= bEnd && b.offset <= aEnd;
}

/** The problems of a part of a text, moved to where the part stands in the whole. */
export function movedProblems(problems: readonly Problem[], byOffset: number): Problem[] {
  const move = (range: TextRange): TextRange => ({ offset: range.offset + byOffset, length: range.length });
  return problems.map((problem) => ({
    ...problem,
    range: move(problem.range),
    fixes: problem.fixes.map((fix) => ({
      ...fix,
      edits: fix.edits.map((edit) => ({ ...edit, range: move(edit.range) })),
    })),
  }));
}
