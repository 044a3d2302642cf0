import { type Fix, type TextEdit, type TextRange, textRange } from "../problem.ts";
import type { JsonMember, JsonNode, JsonObjectNode } from "./jsonNode.ts";

/** The edit that adds a member at the end of an object. `value` is JSON text. */
export function insertMemberEdit(object: JsonObjectNode, key: string, value: string): TextEdit {
  const text = `${JSON.stringify(key)}: ${value}`;
  const last = object.members.at(-1);
  if (last) return { range: textRange(last.range.offset + last.range.length, 0), newText: `, ${text}` };
  return { range: textRange(object.range.offset + 1, 0), newText: text };
}

/** A fix that adds a member. */
export function insertMember(object: JsonObjectNode, key: string, value: string): Fix {
  return { title: `Add "${key}"`, edits: [insertMemberEdit(object, key, value)], isPreferred: true };
}

/** A fix that renames a member, its value untouched. */
export function renameMember(member: JsonMember, newName: string): Fix {
  return replaceText(member.key.range, JSON.stringify(newName), `Rename to "${newName}"`);
}

/** A fix that puts JSON text in a value's place. */
export function replaceValue(node: JsonNode, newText: string): Fix {
  return replaceText(node.range, newText, `Change to ${newText}`);
}

/** A fix that puts text before and after a value, which stays as it is written. */
export function wrapValue(node: JsonNode, title: string, before: string, after: string): Fix {
  const { offset, length } = node.range;
  const edits = [
    { range: textRange(offset, 0), newText: before },
    { range: textRange(offset + length, 0), newText: after },
  ];
  return { title, edits, isPreferred: true };
}

/** A fix that removes a member together with the comma that separates it from its neighbours. */
export function removeMember(object: JsonObjectNode, member: JsonMember): Fix {
  const index = object.members.indexOf(member);
  const previous = object.members[index - 1];
  const next = object.members[index + 1];
  const end = member.range.offset + member.range.length;
  let range: TextRange = member.range;
  if (previous) {
    const previousEnd = previous.range.offset + previous.range.length;
    range = textRange(previousEnd, end - previousEnd);
  } else if (next) range = textRange(member.range.offset, next.range.offset - member.range.offset);
  return { title: `Remove "${member.key.value}"`, edits: [{ range, newText: "" }], isPreferred: true };
}

/** Where to show what an object lacks: its opening brace, so that the mark does not cover the whole object. */
export function openingOf(object: JsonObjectNode): TextRange {
  return textRange(object.range.offset, 1);
}

function replaceText(range: TextRange, newText: string, title: string): Fix {
  return { title, edits: [{ range, newText }], isPreferred: true };
}
