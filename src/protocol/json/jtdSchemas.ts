/**
 * The JSON Type Definition schemas (RFC 8927) of the specification, as it prints them. After a change here run
 * `npm run build:jtd`: the checks are compiled ahead of time, so that nothing is compiled while the editor starts.
 */

export type JtdSchema = {
  readonly [form in "elements" | "values"]?: JtdSchema;
} & {
  readonly type?: "string" | "boolean" | "uint32";
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JtdSchema>>;
  readonly optionalProperties?: Readonly<Record<string, JtdSchema>>;
  readonly additionalProperties?: boolean;
};

/** `agent-protocols#protocols`: the value of the key `protocols`. */
const protocols = {
  values: {
    properties: {
      versions: { elements: { type: "string" } },
      transports: {
        optionalProperties: {
          chat: { type: "boolean" },
          rpc: { type: "boolean" },
        },
        additionalProperties: true,
      },
    },
    additionalProperties: true,
  },
} as const satisfies JtdSchema;

/**
 * `agent-protocols#public-group-audience-and-update-frequency`: two fields of the public group record. The record has
 * others, so additional members are allowed here, which the printed schema of the two fields does not say.
 */
const publicGroup = {
  optionalProperties: {
    audience: { elements: { type: "string" } },
    changeFrequency: { enum: ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"] },
  },
  additionalProperties: true,
} as const satisfies JtdSchema;

/** `agent-protocols#contact-address-peers`: one field of the address link data, which has others. */
const addressData = {
  optionalProperties: {
    serves: { elements: { type: "string" } },
  },
  additionalProperties: true,
} as const satisfies JtdSchema;

/** `agent-protocols#request` */
const rpcRequest = {
  properties: {
    protocol: { type: "string" },
    request: {},
  },
  optionalProperties: {
    version: {},
    requestKey: { type: "string" },
  },
  additionalProperties: true,
} as const satisfies JtdSchema;

/** `agent-protocols#response` */
const rpcResponse = {
  optionalProperties: {
    response: {},
    error: {
      properties: {
        code: { type: "string" },
      },
      optionalProperties: {
        message: { type: "string" },
        retryAfter: { type: "uint32" },
      },
      additionalProperties: true,
    },
  },
  additionalProperties: true,
} as const satisfies JtdSchema;

export const jtdSchemas = { protocols, publicGroup, addressData, rpcRequest, rpcResponse };

export type JtdSchemaName = keyof typeof jtdSchemas;
