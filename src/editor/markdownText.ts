/**
 * Text that comes from elsewhere as Markdown that shows it as it is: no markup, no icon and no link, not even of a bare
 * address. `MarkdownString.appendText` makes no break between its words, and takes all that follows an address for a part
 * of it.
 */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** Text as a Markdown code span, whatever backticks it has. */
export function codeSpan(text: string): string {
  const oneLine = text.replace(/\s+/g, " ");
  const longest = Math.max(0, ...[...oneLine.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = oneLine.startsWith("`") || oneLine.endsWith("`") ? " " : "";
  return `${fence}${pad}${oneLine}${pad}${fence}`;
}
