import { type Span, spanOf, textRange } from "../../problem.ts";
import type { VariableUse } from "../callFile.ts";

/** The `{{…}}` that starts at `offset`, or undefined when its braces are not closed on the line. */
export function placeholderAt(text: string, offset: number): VariableUse | undefined {
  const pattern = /\{\{([^{}"\r\n]*)\}\}/y;
  pattern.lastIndex = offset;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const inner = match[1] ?? "";
  const start = offset + 2 + (inner.length - inner.trimStart().length);
  const end = start + inner.trim().length;
  const range = textRange(offset, match[0].length);
  return { range, expression: spanOf(text, start, end), isInString: false };
}

/** Every `{{…}}` in a piece of text, and where braces are opened and not closed. Offsets as in the span. */
export function placeholdersIn(span: Span): { uses: VariableUse[]; unclosed: number[] } {
  const uses: VariableUse[] = [];
  const unclosed: number[] = [];
  let position = span.text.indexOf("{{");
  while (position !== -1) {
    const use = placeholderAt(span.text, position);
    if (use) uses.push(moved(use, span.offset));
    else unclosed.push(span.offset + position);
    position = span.text.indexOf("{{", position + (use?.range.length ?? 2));
  }
  return { uses, unclosed };
}

function moved(use: VariableUse, by: number): VariableUse {
  const expression = { ...use.expression, offset: use.expression.offset + by };
  return { ...use, range: textRange(use.range.offset + by, use.range.length), expression };
}

/** True when the text is not what will be sent, because a `{{…}}` stands in it. */
export function hasPlaceholder(text: string): boolean {
  return text.includes("{{");
}
