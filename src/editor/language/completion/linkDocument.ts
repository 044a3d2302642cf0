import { getLocation, type JSONPath } from "jsonc-parser";
import { parseSimplexLink } from "../../../protocol/link/parseSimplexLink.ts";
import { type TextRange, textRange } from "../../../protocol/problem.ts";
import type { HoverText } from "./hoverText.ts";
import { linkText } from "./linkText.ts";

/** Tells whether a member is one whose value is an address. */
export type IsLinkMember = (path: JSONPath) => boolean;

/** The text inside the quotes of the string that an offset stands in, where its member holds an address. */
export function jsonLinkAt(text: string, offset: number, isLinkMember: IsLinkMember): TextRange | undefined {
  const string = stringAt(text, offset);
  return string && isLinkMember(string.path) ? string.range : undefined;
}

/** Explains the SimpleX link in the string that an offset stands in. */
export function jsonLinkHoverAt(text: string, offset: number): HoverText | undefined {
  const range = stringAt(text, offset)?.range;
  const written = range ? text.slice(range.offset, endOf(range)) : "";
  // A bare word could be a SimpleX name, and in most members it is none.
  const { link } = /^(?:https|simplex):/i.test(written) ? parseSimplexLink(written) : {};
  return range && link ? { range, markdown: linkText(link) } : undefined;
}

function stringAt(text: string, offset: number): { readonly range: TextRange; readonly path: JSONPath } | undefined {
  const { previousNode: node, path, isAtPropertyKey } = getLocation(text, offset);
  if (node?.type !== "string" || isAtPropertyKey) return undefined;
  const isClosed = node.length > 1 && text.charAt(node.offset + node.length - 1) === '"';
  const range = textRange(node.offset + 1, node.length - (isClosed ? 2 : 1));
  return range.offset <= offset && offset <= endOf(range) ? { range, path } : undefined;
}

function endOf({ offset, length }: TextRange): number {
  return offset + length;
}
