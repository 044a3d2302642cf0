import { linkTypeWords, type SimplexLink } from "../../../protocol/link/simplexLink.ts";
import { codeSpan } from "../../markdownText.ts";

/** Explains a SimpleX link or name in Markdown: what it leads to, how it is named, and its canonical form. */
export function linkText(address: SimplexLink): string {
  const type = linkTypeWords[address.type];
  return `**Link to ${type}** — ${keyText(address)}\n\nCanonical form: ${codeSpan(address.canonical)}`;
}

/** How the address is named: by its key and routers, by its queues, or by a domain. */
function keyText(address: SimplexLink): string {
  switch (address.form) {
    case "short":
      return `A short link: its key is ${codeSpan(address.key)}, kept at ${listed(address.hosts)}.`;
    case "full":
      return `A full link: it names its queue itself, at ${listed(address.queues.flatMap(({ hosts }) => hosts))}.`;
    case "name":
      return `A SimpleX name, ${codeSpan(address.domain)}: it leads to a link and has no key of its own.`;
  }
}

function listed(hosts: readonly string[]): string {
  return hosts.map(codeSpan).join(", ");
}
