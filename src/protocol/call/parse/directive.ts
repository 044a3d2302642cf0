/** The directives of a request file, in the order they are completed and explained. */
export interface DirectiveKind {
  readonly key: string;
  readonly value: "text" | "duration" | "none" | "parameter" | "expectation" | "capture";
  /** May stand more than once in a request. */
  readonly isRepeatable: boolean;
  /** One sentence for hover and completion. */
  readonly summary: string;
  readonly example: string;
}

export const directiveKinds: readonly DirectiveKind[] = [
  {
    key: "to",
    value: "text",
    isRepeatable: false,
    summary: "The target: a SimpleX link or name, a conversation, `slim://…` or `smcp+https://…`.",
    example: "https://smp12.simplex.im/a#…",
  },
  {
    key: "name",
    value: "text",
    isRepeatable: false,
    summary: "The request's name, if the separator gives none.",
    example: "List tools",
  },
  {
    key: "timeout",
    value: "duration",
    isRepeatable: false,
    summary: "How long to wait for the answer; 30s when absent.",
    example: "60s",
  },
  {
    key: "wait",
    value: "duration",
    isRepeatable: false,
    summary: "For a broadcast in a group: how long to collect answers.",
    example: "10s",
  },
  {
    key: "sign",
    value: "text",
    isRepeatable: false,
    summary: "Service RPC: the name of the stored Ed25519 key that signs the request and fills `requestKey`.",
    example: "acme",
  },
  {
    key: "incognito",
    value: "none",
    isRepeatable: false,
    summary: "Connect with a new random profile.",
    example: "",
  },
  {
    key: "param",
    value: "parameter",
    isRepeatable: true,
    summary:
      "An A2A service parameter, kept out of the body. Over A2C-SMCP a header, or with `auth.` a credential; over SLIMRPC `slim.secret`, `slim.node`, `slim.name` and `slim.service` configure the connection.",
    example: "A2A-Version: 1.0",
  },
  {
    key: "expect",
    value: "expectation",
    isRepeatable: true,
    summary: "An expectation on the reply: an RFC 9535 path, an operator and a value.",
    example: "$.result.isError == false",
  },
  {
    key: "set",
    value: "capture",
    isRepeatable: true,
    summary: "Captures a value of the final reply as a variable for later requests.",
    example: "task = $.result.task.id",
  },
];

/** An A2A service parameter written as `@param Name: value`. */
export interface ServiceParameter {
  readonly name: string;
  readonly value: string;
}

/** Reads `Name: value`; the name is a token of HTTP header names. Undefined when it is not of that form. */
export function parseServiceParameter(text: string): ServiceParameter | undefined {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(.*)$/.exec(text);
  return match?.[1] ? { name: match[1], value: match[2] ?? "" } : undefined;
}
