/** The first MCP revision without a handshake, and the one these checks know. */
export const mcpRevision = "2026-07-28";

export type RevisionKind = "known" | "handshake" | "later" | "not-a-date";

/** What a revision of MCP is to the binding. Revisions are dates, so their text order is their order in time. */
export function classifyRevision(revision: string): RevisionKind {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(revision)) return "not-a-date";
  if (revision === mcpRevision) return "known";
  return revision < mcpRevision ? "handshake" : "later";
}
