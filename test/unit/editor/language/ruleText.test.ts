import { expect, it } from "vitest";
import { sectionLink } from "../../../../src/editor/language/completion/ruleText.ts";
import { RULES } from "../../../../src/protocol/rules.ts";

it.each([
  [
    "agent-protocols#request",
    "https://github.com/simplex-chat/simplex-chat/blob/stable/docs/protocol/agent-protocols.md#request",
  ],
  ["mcp/2026-07-28/basic#_meta", "https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta"],
  ["rfc8259#8.2", "https://www.rfc-editor.org/rfc/rfc8259#section-8.2"],
  ["jsonrpc#4", "https://www.jsonrpc.org/specification#4"],
])("%s is read at %s", (section, address) => {
  expect(sectionLink(section)).toBe(`[${section}](${address})`);
});

it("names sections of documents without a public address", () => {
  const named = Object.values(RULES).filter(({ section }) => !sectionLink(section).startsWith("["));
  const documents = new Set(named.map(({ section }) => section.split("#")[0]));
  expect([...documents].sort()).toEqual(["a2a-0.3", "a2c-smcp", "request-files", "simplex-links", "slimrpc"]);
});
