import { revealHidden } from "../protocol/text/revealHidden.ts";

/**
 * A peer's text as it can be printed on a terminal, which would obey control characters: line breaks and tabs stay, what is
 * hidden is written as `\u001b`.
 */
export function visibleText(text: string): string {
  return revealHidden(text.replaceAll("\r\n", "\n"))
    .map((piece) => (piece.kind === "text" ? piece.text : escapeOf(piece.code)))
    .join("");
}

function escapeOf(code: number): string {
  const digits = code.toString(16).padStart(4, "0");
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits}`;
}
