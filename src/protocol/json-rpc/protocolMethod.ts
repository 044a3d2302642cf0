/**
 * `unary`: one response. `streaming`: responses until the work ends, in a conversation. `push`: push notification
 * configurations, which SimpleX does not use.
 */
type MethodKind = "unary" | "streaming" | "push";

/** A method of a protocol, as far as the editor, the checks and the transports need to know it. */
export interface ProtocolMethod {
  readonly name: string;
  readonly kind: MethodKind;
  /** Name of the official schema's definition of `params`. */
  readonly params: string;
  /** Name of the definition of `result`; undefined where the result is empty. */
  readonly result: string | undefined;
  /** One sentence for completion and hover. */
  readonly summary: string;
  readonly documentation: string;
  /** `params` to start from, as JSON text without the members every request has. */
  readonly exampleParams: Readonly<Record<string, unknown>>;
}
