import { byPlace, type CheckContext, checkText } from "../protocol/check.ts";
import type { DocumentKind } from "../protocol/documentKind.ts";
import type { Problem } from "../protocol/problem.ts";
import { decodeText } from "../protocol/text/decodeText.ts";
import { LinePositions } from "../protocol/text/linePositions.ts";

/** A file's problems with what is needed to print them. */
export interface CheckedFile {
  /** As the user named it, with `/`; `-` for standard input. */
  readonly path: string;
  readonly problems: readonly Problem[];
  readonly positions: LinePositions;
}

/** Checks bytes as they were read. Bytes that are not UTF-8 are a problem, and the rest is checked all the same. */
export function checkBytes(path: string, bytes: Uint8Array, kind: DocumentKind, context: CheckContext): CheckedFile {
  const decoded = decodeText(bytes);
  const problems = [...decoded.problems, ...checkText(kind, decoded.text, context)].sort(byPlace);
  return { path, problems, positions: new LinePositions(decoded.text) };
}
