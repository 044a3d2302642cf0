import type { CallRequest } from "../../../protocol/call/callFile.ts";
import { type JsonText, parseJsonText } from "../../../protocol/json/jsonText.ts";

/** The JSON of a request's body as a tree whose ranges point into the file, or undefined for a body without any. */
export function bodyJson(request: CallRequest): JsonText | undefined {
  const json = request.body?.json;
  if (!json) return undefined;
  return parseJsonText(json.text, {
    offset: json.offset,
    allowComments: true,
    placeholders: request.variableUses.map((use) => use.range),
  });
}
