import type { JsonObject } from "../../protocol/json/jsonObject.ts";

const mentionPattern = /(^|[\s(,])@(?:'([^'\n]+)'|([^\s'@,.;:!?()]+))/g;

/** Names a message text mentions: `@name`, or `@'name with spaces'`. */
export function mentionedNames(text: string): readonly string[] {
  return [...text.matchAll(mentionPattern)].map((match) => match[2] ?? match[3] ?? "");
}

/** `formattedText`: only the formats that calls have, a command at the start and mentions. Undefined for plain text. */
export function formattedText(
  text: string,
  mentions: Readonly<Record<string, unknown>>,
): readonly JsonObject[] | undefined {
  const command = /^\/([^\s/]+)/.exec(text);
  const parts: JsonObject[] = [];
  let position = 0;
  if (command !== null) {
    parts.push({ format: { type: "command", commandStr: command[1] }, text: command[0] });
    position = command[0].length;
  }
  for (const match of text.matchAll(mentionPattern)) {
    const memberName = match[2] ?? match[3] ?? "";
    if (!(memberName in mentions)) continue;
    const start = match.index + (match[1] ?? "").length;
    const end = match.index + match[0].length;
    if (start > position) parts.push({ text: text.slice(position, start) });
    parts.push({ format: { type: "mention", memberName }, text: text.slice(start, end) });
    position = end;
  }
  if (parts.length === 0) return undefined;
  if (position < text.length) parts.push({ text: text.slice(position) });
  return parts;
}
