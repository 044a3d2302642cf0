import { type Span, spanOf, type TextRange } from "../problem.ts";
import type { CallFile } from "./callFile.ts";
import { parseVariableExpression } from "./parse/variableExpression.ts";

/** Where a file uses a value that another one captures: `{{orders.stock}}`. */
export interface CaptureUse {
  /** The whole `{{…}}`. */
  readonly range: TextRange;
  /** The other file's name, without folder and `.call`. */
  readonly file: Span;
  readonly name: Span;
}

/** The uses of other files' captures, in the order of the text, those in the values of variables first. */
export function captureUses(file: CallFile): CaptureUse[] {
  const uses = [...file.variables, ...file.requests].flatMap(({ variableUses }) => variableUses);
  return uses.flatMap(({ range, expression }) => {
    const parsed = parseVariableExpression(expression.text);
    if (parsed?.kind !== "captured") return [];
    const { text, offset } = expression;
    const nameStart = text.length - parsed.name.length;
    const part = (start: number, end: number): Span => ({ ...spanOf(text, start, end), offset: offset + start });
    return [{ range, file: part(0, nameStart - 1), name: part(nameStart, text.length) }];
  });
}
