import { parseLlmsTxt } from "../../../protocol/llms-txt/parseLlmsTxt.ts";
import { type TextRange, textRange } from "../../../protocol/problem.ts";

/** An item up to its link's destination, whose text may be there in part. */
const itemBefore = /^[ \t]*[-+*][ \t]+\[(?:[^\]\\]|\\.)*\]\(<?([^\s()<>]*)$/;

/** The range of the destination of an item's link that an offset stands in; undefined elsewhere. */
export function llmsTxtLinkAt(text: string, offset: number): TextRange | undefined {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const before = itemBefore.exec(text.slice(lineStart, offset))?.[1];
  if (before === undefined) return undefined;
  const isInSection = parseLlmsTxt(text).sections.some(
    ({ range }) => range.offset < offset && offset <= range.offset + range.length,
  );
  if (!isInSection) return undefined;
  const after = /^[^\s()<>]*/.exec(text.slice(offset, offset + 4096))?.[0].length ?? 0;
  return textRange(offset - before.length, before.length + after);
}
