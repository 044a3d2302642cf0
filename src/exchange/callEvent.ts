/** What happens in one call, in order: `sent`, then replies, then exactly one `end`. The CLI prints these as NDJSON. */
export type TransportKind = "chat" | "rpc" | "slimrpc" | "smcp";

/**
 * What a reply is in its protocol: `response` and `error` end an MCP or A2A answer; `task`, `message`, `status` and
 * `artifact` are items of an A2A stream; `envelope-error` is the error of a Service RPC response; `text` is anything that
 * is not a message of the protocol.
 */
export type ReplyKind =
  | "response"
  | "error"
  | "notification"
  | "task"
  | "message"
  | "status"
  | "artifact"
  | "envelope-error"
  | "text";

export type CallOutcome =
  | "answered"
  | "protocol-error"
  | "envelope-error"
  | "core-error"
  | "timeout"
  | "cancelled"
  | "connection-lost";

export interface CallSent {
  readonly event: "sent";
  /** ISO 8601. */
  readonly at: string;
  readonly transport: TransportKind;
  readonly target: string;
  /** Exactly what was sent: the command, the envelope or the JSON-RPC message. */
  readonly text: string;
  /** Encoded size by the transport's size law, in bytes, and its hard limit. Absent where there is none. */
  readonly sizeBytes?: number;
  readonly limitBytes?: number;
  /** `sandbox`, `managed`, `external`; for the neighbouring transports their own name. */
  readonly core: string;
}

export interface CallReply {
  readonly event: "reply";
  /** 1 for the first reply, without gaps. */
  readonly sequence: number;
  /** Display name of who sent it. */
  readonly sender: string;
  /** Id of the sender where there is one: `@<contactId>`, `#<groupId>/<groupMemberId>`, the target of a Service RPC. */
  readonly senderId: string;
  /** ISO 8601, the time of arrival. */
  readonly at: string;
  readonly elapsedMs: number;
  /** As received: for Service RPC the whole response envelope. */
  readonly text: string;
  readonly kind: ReplyKind;
  /** The parsed text, if it is JSON. */
  readonly json?: unknown;
  /** The start of the command the reply quotes. */
  readonly quote?: string;
  /** What the collector noticed: a duplicate, a reply after the end, an edited reply. */
  readonly notes: readonly ReplyNote[];
}

export type ReplyNote = "duplicate" | "after-end" | "edited" | "wrong-id" | "stream-without-task";

export interface CallEnd {
  readonly event: "end";
  readonly outcome: CallOutcome;
  readonly at: string;
  readonly elapsedMs: number;
  readonly replies: number;
  /** What was sent, or what would have been when it could not be. */
  readonly sent: string;
  /** For every outcome but `answered`: what happened, what it means and what to do. */
  readonly failure?: CallFailure;
}

export interface CallFailure {
  /** Stable code: a JSON-RPC code, an envelope error code or a core error tag. */
  readonly code: string;
  readonly message: string;
  readonly likelyCause?: string;
  readonly nextStep?: string;
  /** Seconds, from an envelope error. */
  readonly retryAfterSeconds?: number;
}

export type CallEvent = CallSent | CallReply | CallEnd;
