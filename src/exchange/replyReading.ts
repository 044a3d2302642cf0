import type { ReplyKind, ReplyNote } from "./callEvent.ts";
import type { JsonRpcError } from "./jsonRpcReply.ts";

/** What one reply is in the answer it belongs to. */
export interface ReplyReading {
  readonly kind: ReplyKind;
  /** True when the binding says that the answer ends with this reply. */
  readonly isFinal: boolean;
  readonly notes: readonly ReplyNote[];
  /** The parsed text, absent when it is not JSON. */
  readonly json?: unknown;
  /** Present in a final reply that is an error of the protocol. */
  readonly error?: JsonRpcError;
}

/** Reads the replies of one sender to one request, in order. */
export interface AnswerReader {
  read(text: string): ReplyReading;
}
