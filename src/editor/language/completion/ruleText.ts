import type { Rule } from "../../../protocol/rule.ts";

/** Where a section of a named document can be read. Documents without a public address are named only. */
const documentAddresses: Readonly<Record<string, string>> = {
  "agent-protocols": "https://github.com/simplex-chat/simplex-chat/blob/stable/docs/protocol/agent-protocols.md",
  a2a: "https://a2a-protocol.org/latest/specification/",
  jsonrpc: "https://www.jsonrpc.org/specification",
  llmstxt: "https://llmstxt.org",
};

/** A page about one rule, in Markdown. `rule` is undefined for a code that no rule has. */
export function ruleText(code: string, rule: Rule | undefined): string {
  if (!rule) return `# ${code}\n\nNo rule of this version has this code.\n`;
  const lines = [
    `# ${code}`,
    "",
    rule.summary,
    "",
    `- Severity: ${rule.severity}`,
    `- Section: ${sectionLink(rule.section)}`,
    ...(rule.fix ? [`- Quick fix: ${rule.fix}`] : []),
    "",
    `> ${rule.message}`,
    "",
  ];
  return lines.join("\n");
}

/** The section as a Markdown link where its document has an address, else as it is written. */
export function sectionLink(section: string): string {
  const [document = "", anchor] = section.split("#", 2);
  // MCP has a page for each chapter, and an RFC numbers its sections.
  if (document.startsWith("mcp/"))
    return `[${section}](https://modelcontextprotocol.io/specification/${section.slice(4)})`;
  if (/^rfc\d+$/.test(document)) {
    return `[${section}](https://www.rfc-editor.org/rfc/${document}${anchor ? `#section-${anchor}` : ""})`;
  }
  const address = documentAddresses[document];
  if (!address) return `\`${section}\``;
  return `[${section}](${anchor ? `${address}#${anchor}` : address})`;
}
