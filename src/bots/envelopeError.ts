/** Error codes of a Service RPC response (agent-protocols#response). */
export type EnvelopeErrorCode =
  | "unsupported_protocol"
  | "unsupported_version"
  | "bad_request"
  | "conversation_required"
  | "too_large"
  | "rate_limited"
  | "internal";

/** The response envelope of a request that was not passed to the protocol. `retryAfter` is in seconds. */
export function envelopeError(code: EnvelopeErrorCode, message: string, retryAfter?: number): string {
  return JSON.stringify({ error: { code, message, ...(retryAfter !== undefined && { retryAfter }) } });
}
