import { compactJson } from "../json/compactJson.ts";
import type { JsonNode } from "../json/jsonNode.ts";
import type { JsonText } from "../json/jsonText.ts";
import { utf8Bytes } from "./encodedSize.ts";

/** Bytes of a JSON text as it is sent, compact and as UTF-8. `json` is what it was parsed to, comments not allowed. */
export function sentBytes(text: string, json: JsonText): number {
  if (!json.root || json.problems.length > 0) return utf8Bytes(compactJson(text));
  // What a text without a problem is longer by is white space between its tokens, a byte each.
  return utf8Bytes(text) - text.length + compactLength(json.root);
}

/** Characters of the tokens of a tree without problems. */
function compactLength(node: JsonNode): number {
  if (node.kind === "object") {
    let length = frameLength(node.members.length);
    for (const { key, value } of node.members) length += key.range.length + 1 + (value ? compactLength(value) : 0);
    return length;
  }
  if (node.kind === "array") {
    let length = frameLength(node.items.length);
    for (const item of node.items) length += compactLength(item);
    return length;
  }
  return node.range.length;
}

/** The brackets and the commas between the parts. */
function frameLength(parts: number): number {
  return 2 + Math.max(0, parts - 1);
}
