import { parseCallFile } from "./call/parseCallFile.ts";
import type { DocumentKind } from "./documentKind.ts";
import type { Problem } from "./problem.ts";

/** What a check may know beyond the text. */
export interface CheckContext {
  /** Names that the environments define, for request files. Absent when they are not known. */
  readonly environmentNames?: ReadonlySet<string>;
}

/** Every problem of a text that is checked as `kind`, sorted by offset. Never throws. */
export function checkText(kind: DocumentKind, text: string, context: CheckContext = {}): readonly Problem[] {
  const problems = checks[kind]?.(text, context) ?? [];
  return [...problems].sort((a, b) => a.range.offset - b.range.offset || a.range.length - b.range.length);
}

const checks: { readonly [kind in DocumentKind]?: (text: string, context: CheckContext) => readonly Problem[] } = {
  call: (text) => parseCallFile(text).problems,
};
