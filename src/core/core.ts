/**
 * The client interface of a SimpleX core. The WebSocket adapter and the sandbox implement it; transports, discovery and
 * bots know nothing else. Commands and records are the core's own API (`bots/api` of simplex-chat).
 */
export type CoreMode = "sandbox" | "managed" | "external";

export type CoreState =
  | { readonly kind: "starting" }
  | { readonly kind: "ready" }
  /** The connection is gone; a new one is made at `retryAtMs` (milliseconds since the epoch). */
  | { readonly kind: "retrying"; readonly cause: string; readonly retryAtMs: number }
  | { readonly kind: "stopped"; readonly cause?: string };

/** The key of `CoreRecord` under which the text of its payload is kept. A symbol, so that no frame can bring it. */
export const payloadText: unique symbol = Symbol("payloadText");

/** A response or event of the core, unwrapped from both response shapes: its tag and its members, not yet trusted. */
export interface CoreRecord {
  readonly type: string;
  /** `responseData` of a `serviceResponse` as it was received: the parsed value has lost digits and escapes. */
  readonly [payloadText]?: string;
  readonly [member: string]: unknown;
}

/** How a command ended. An error of the core is a value, not an exception. */
export type CommandResult =
  | { readonly kind: "response"; readonly response: CoreRecord }
  /** `chatError` of a `chatCmdError`, as received. `describeChatError` explains it. */
  | { readonly kind: "error"; readonly chatError: unknown }
  | { readonly kind: "failed"; readonly failure: CommandFailure; readonly message: string };

export type CommandFailure = "not-ready" | "timeout" | "connection-lost" | "cancelled";

export interface CommandOptions {
  /** How long to wait for the response; the adapter's default is 30,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface Disposable {
  dispose(): void;
}

export interface Core {
  readonly mode: CoreMode;
  readonly state: CoreState;
  onState(listener: (state: CoreState) => void): Disposable;
  /** Events of the core in the order of arrival, those of all its connections merged: new messages by their ids. */
  onEvent(listener: (event: CoreRecord) => void): Disposable;
  /** Sends one command and waits for its response. Never rejects and never hangs. */
  command(command: string, options?: CommandOptions): Promise<CommandResult>;
  /** Ends pending commands with `connection-lost` and frees everything. Closing twice is harmless. */
  close(): Promise<void>;
}
