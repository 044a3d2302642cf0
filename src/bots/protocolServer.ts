import type { EnvelopeErrorCode } from "./envelopeError.ts";

/** How a call reached the bot, and for whom it is answered. */
export interface CallContext {
  readonly transport: "chat" | "rpc";
  /** Who called: what one caller makes, another cannot name (agent-protocols#callers-and-authorization). */
  readonly caller: string;
  /** Ends the answer: nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** One piece of an answer. Over Service RPC the last message is the response. */
export type Answer =
  /** A message of the protocol, as JSON text. */
  | { readonly kind: "message"; readonly text: string }
  /** Service RPC only: the request is not answered by the protocol but by the envelope (agent-protocols#response). */
  | { readonly kind: "envelope-error"; readonly code: EnvelopeErrorCode; readonly message: string };

/** A protocol as a bot serves it, over either transport. */
export interface ProtocolServer {
  /** Protocol name, such as `mcp`. */
  readonly protocol: string;
  /** Versions served, the preferred one first, as declared in `protocols`. */
  readonly versions: readonly string[];
  /** Answers one request, as JSON text. A request that is none is answered with a JSON-RPC error. */
  answer(requestJson: string, context: CallContext): AsyncIterable<Answer>;
}

/** An answer that is one message: `value` as JSON text. */
export function message(value: unknown): Answer {
  return { kind: "message", text: JSON.stringify(value) };
}
