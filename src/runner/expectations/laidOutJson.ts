import { format } from "jsonc-parser";
import { editedText } from "../../protocol/certainEdits.ts";

/** JSON a member a line, every token as it was written. A text that is no JSON comes back with its own lines. */
export function laidOutJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  const edits = format(text, undefined, { tabSize: 2, insertSpaces: true, eol: "\n" });
  return editedText(
    text,
    edits.map(({ offset, length, content }) => ({ range: { offset, length }, newText: content })),
  );
}
