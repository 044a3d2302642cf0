/** What the parent asks of its child process: one call, the only one of the child's life. */
export interface SlimChildCall {
  readonly kind: "call";
  /** The `file:` URL of `@agntcy/slim-bindings`. */
  readonly moduleUrl: string;
  /** `http://host:port` of the node; `https://` for TLS. */
  readonly endpoint: string;
  readonly ownName: readonly [domain: string, namespace: string, service: string];
  readonly secret: string;
  readonly remoteName: readonly [domain: string, namespace: string, service: string];
  readonly service: string;
  readonly method: string;
  readonly isStreaming: boolean;
  readonly request: Uint8Array;
  readonly timeoutMs: number;
  readonly metadata: readonly (readonly [name: string, value: string])[];
}

/** How far a call had come when it failed. */
export type SlimStage = "load" | "identity" | "connect" | "call";

export type SlimChildEvent =
  /** The child's thread still runs. Sent all the time, since calls can block it for good. */
  | { readonly kind: "beat" }
  /** Connected and subscribed: the request goes out now. */
  | { readonly kind: "calling" }
  | { readonly kind: "item"; readonly bytes: Uint8Array }
  | { readonly kind: "end" }
  /** `status` is a `google.rpc.Code` and `details` what the agent added to it, where the failure has them. */
  | {
      readonly kind: "failed";
      readonly stage: SlimStage;
      readonly message: string;
      readonly status?: number;
      readonly details?: Uint8Array;
    };

/** How often a child says that it lives. */
export const beatIntervalMs = 250;

/** True for what the parent sends. Both sides are this program: the kind is enough to tell. */
export function isSlimChildCall(message: unknown): message is SlimChildCall {
  return kindOf(message) === "call";
}

const eventKinds: ReadonlySet<unknown> = new Set(["beat", "calling", "item", "end", "failed"]);

/** True for what a child sends. */
export function isSlimChildEvent(message: unknown): message is SlimChildEvent {
  return eventKinds.has(kindOf(message));
}

function kindOf(message: unknown): unknown {
  return typeof message === "object" && message !== null ? Reflect.get(message, "kind") : undefined;
}
