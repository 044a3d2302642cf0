/** Longest form of a quoted command on one line. */
const maxCharacters = 80;

/**
 * A quoted command in short: its head, such as `/_call @ada mcp`, and the method of its JSON-RPC request as far as the quote
 * reaches. The start of any other text.
 */
export function quotedCommand(quote: string): string {
  const jsonStart = quote.indexOf("{");
  const method = /"method"\s*:\s*"((?:[^"\\]|\\.)*)("?)/.exec(quote);
  const short =
    jsonStart < 0 || !method ? quote : `${quote.slice(0, jsonStart).trim()} ${method[1]}${method[2] ? "" : "…"}`;
  const line = short.replace(/\s+/g, " ").trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1)}…`;
}
