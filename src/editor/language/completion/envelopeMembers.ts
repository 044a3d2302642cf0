/** A member of the Service RPC request envelope (agent-protocols#request). */
export interface EnvelopeMember {
  readonly name: string;
  /** A snippet of its value. */
  readonly value: string;
  /** Markdown. */
  readonly summary: string;
}

export const envelopeMembers: readonly EnvelopeMember[] = [
  { name: "protocol", value: '"$1"', summary: "The protocol's name: lowercase ASCII letters, digits and hyphens." },
  { name: "request", value: "{$1}", summary: "The protocol's request message, as after `/_call`." },
  {
    name: "version",
    value: "$1",
    summary: "For a protocol whose messages do not include their version. MCP and A2A requests omit it.",
  },
  {
    name: "requestKey",
    value: '"$1"',
    summary:
      "The requester's Ed25519 public key. A request with it MUST be signed with that key; `# @sign` fills it and signs.",
  },
];
