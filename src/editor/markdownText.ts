/**
 * Text that comes from elsewhere as Markdown that shows it as it is: no markup, no icon and no link, not even of a bare
 * address. `MarkdownString.appendText` makes no break between its words, and takes all that follows an address for a part
 * of it.
 */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
