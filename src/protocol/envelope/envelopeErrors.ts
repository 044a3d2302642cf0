/** What an error code of a Service RPC response means, for people (agent-protocols#response). */
export interface EnvelopeErrorExplanation {
  readonly meaning: string;
  readonly likelyCause: string;
  readonly nextStep: string;
}

/** The error codes of the specification. A requester treats any other code as final, unless it has `retryAfter`. */
export const envelopeErrors: Readonly<Record<string, EnvelopeErrorExplanation>> = {
  unsupported_protocol: {
    meaning: "The responder does not serve this protocol over Service RPC.",
    likelyCause: "It serves the protocol in conversations only, serves another protocol, or the name is misspelled.",
    nextStep: "Look at what the address declares, and send the request as /_call if it serves the protocol in chat.",
  },
  unsupported_version: {
    meaning: "The responder does not serve the version that the envelope names.",
    likelyCause: "The envelope's `version` is newer or older than what the responder declares.",
    nextStep: "Send one of the declared versions. MCP and A2A requests name their version inside and omit `version`.",
  },
  bad_request: {
    meaning: "The envelope is invalid, or its `requestKey` is not the key that signed the request.",
    likelyCause: "`protocol` or `request` is missing, or `requestKey` was sent unsigned or signed with another key.",
    nextStep: "Mend the envelope. For a signed request let @sign fill `requestKey` from the key it signs with.",
  },
  conversation_required: {
    meaning: "The request needs a conversation.",
    likelyCause:
      "It streams, continues a task or a context, takes longer than 180 seconds, or calls a tool that talks back.",
    nextStep: "Connect to the address and send the same request as /_call.",
  },
  too_large: {
    meaning: "The response exceeds the size limit of Service RPC.",
    likelyCause: "The answer is longer than 11,106 bytes with its framing.",
    nextStep: "Ask for less, such as a smaller page, or send the request in a conversation, where the limit is higher.",
  },
  rate_limited: {
    meaning: "The responder takes no more requests for the moment.",
    likelyCause: "Too many requests in a short time, from this requester or from all of them.",
    nextStep: "Send the request again after `retryAfter` seconds.",
  },
  internal: {
    meaning: "The responder failed while it worked on the request.",
    likelyCause: "A fault on the other side, or a service behind it that is down.",
    nextStep: "Try again later. If it stays so, tell the owner of the address.",
  },
};
