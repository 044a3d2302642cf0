import type { CallEvent, TransportKind } from "../../exchange/callEvent.ts";

/** What a call is, known when it starts. */
export interface CallHeader {
  /** Unique in the history. */
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly name: string;
  /** The request file, as a URI, and the 1-based line of the request in it. */
  readonly file?: string;
  readonly line?: number;
  readonly transport: TransportKind;
  readonly target: string;
  /** The target's title, where one is known. */
  readonly targetTitle?: string;
  readonly protocol: string;
  readonly method?: string;
  /** The protocol's version the request names. */
  readonly version?: string;
  /** `sandbox`, `managed`, `external`, or the neighbouring transport. */
  readonly core: string;
  readonly timeoutMs: number;
  readonly waitMs: number;
  readonly mention?: string;
  readonly sizeBytes?: number;
  readonly limitBytes?: number;
}

/** An immutable record of one call, `*.transcript.json`. Secrets are removed before it is made. */
export interface Transcript {
  readonly format: "simplex-agents-transcript";
  readonly version: 1;
  readonly header: CallHeader;
  readonly events: readonly CallEvent[];
  /** How many events were left out of the middle to keep the bounds. */
  readonly cutEvents: number;
}
