import type { ConnectionPlan } from "../core/records/records.ts";
import type { CallEvent, CallReply, TransportKind } from "../exchange/callEvent.ts";
import type { ServiceParameter } from "../protocol/call/parse/directive.ts";

/** A request that may be sent as it is: variables filled, checked, its size measured. */
export interface PreparedRequest {
  readonly transport: TransportKind;
  /** A SimpleX link or name, `@contact` or `#group` of the core by local name, `slim://…` or `smcp+http(s)://…`. */
  readonly target: string;
  readonly protocol: string;
  /** Exactly what is sent: `/_call …`, the envelope or the JSON-RPC message, compact, every token as written. */
  readonly text: string;
  /** The JSON-RPC request inside `text`. */
  readonly requestJson: string;
  /** The mentioned member's name, for a call to one member of a group. */
  readonly mention?: string;
  /** How long to wait for the answer. */
  readonly timeoutMs: number;
  /** Broadcast in a group: how long to collect. */
  readonly waitMs: number;
  /** Service RPC: the requester's private key (base64url of PKCS #8 DER). Never logged. */
  readonly signKey?: string;
  /** Connect with a new random profile. */
  readonly incognito: boolean;
  /** Neighbouring transports: what `@param` says of the connection, such as its credentials. Never logged. */
  readonly connection?: readonly ServiceParameter[];
}

/** What a transport is given from outside. */
export interface TransportServices {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asked before a conversation is made: connecting is the user's decision. Undefined declines. */
  readonly confirmConnect: (
    plan: ConnectionPlan,
    request: PreparedRequest,
  ) => Promise<{ readonly incognito: boolean } | undefined>;
}

/** Sends one request. The events are those of `callEvent.ts`: the last one is an `end`, whatever happens. */
export interface Transport {
  readonly kind: TransportKind;
  /** `onLateReply` is told of replies that come soon after the end, each with the note `after-end`. */
  send(
    request: PreparedRequest,
    signal: AbortSignal,
    onLateReply?: (reply: CallReply) => void,
  ): AsyncIterable<CallEvent>;
}
