import { parseSimplexLink } from "../../protocol/link/parseSimplexLink.ts";
import { oneLine } from "../import/importedFile.ts";

/** Longest name of a request that is made of a peer's words, in UTF-16 units. */
const longestName = 100;

/**
 * The first lines of a request to an address that a site or a peer told of: its name and its target. Nothing in them becomes
 * a `{{variable}}`, a directive or a line of its own; a link that could is left out, and the comment says so.
 */
export function requestHead(name: string, link: string): string {
  const title = oneLine(name.replace(/[{}]+/g, " ")).slice(0, longestName);
  if (isPlainTarget(link)) return `### ${title}\n# @to ${link}`;
  return `### ${title}\n# The link given for this address is no SimpleX link, so it was left out.\n# @to `;
}

/** True for a SimpleX link or name that stands in a request file for itself alone. */
export function isPlainTarget(link: string): boolean {
  return /^\S+$/.test(link) && !link.includes("{{") && parseSimplexLink(link).link !== undefined;
}
