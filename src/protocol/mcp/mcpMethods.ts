import type { ProtocolMethod } from "../json-rpc/protocolMethod.ts";

const base = "https://modelcontextprotocol.io/specification/2026-07-28";

/** Client requests of MCP revision 2026-07-28. */
export const mcpMethods: readonly ProtocolMethod[] = [
  {
    name: "server/discover",
    kind: "unary",
    params: "RequestParams",
    result: "DiscoverResult",
    summary: "Asks which revisions and capabilities the server has.",
    documentation: `${base}/schema`,
    exampleParams: {},
  },
  {
    name: "tools/list",
    kind: "unary",
    params: "PaginatedRequestParams",
    result: "ListToolsResult",
    summary: "Lists the tools, each with the schema of its arguments.",
    documentation: `${base}/server/tools`,
    exampleParams: {},
  },
  {
    name: "tools/call",
    kind: "unary",
    params: "CallToolRequestParams",
    result: "CallToolResult",
    summary: "Calls a tool by name.",
    documentation: `${base}/server/tools`,
    exampleParams: { name: "", arguments: {} },
  },
  {
    name: "prompts/list",
    kind: "unary",
    params: "PaginatedRequestParams",
    result: "ListPromptsResult",
    summary: "Lists the prompts.",
    documentation: `${base}/server/prompts`,
    exampleParams: {},
  },
  {
    name: "prompts/get",
    kind: "unary",
    params: "GetPromptRequestParams",
    result: "GetPromptResult",
    summary: "Gets a prompt by name, filled with arguments.",
    documentation: `${base}/server/prompts`,
    exampleParams: { name: "" },
  },
  {
    name: "resources/list",
    kind: "unary",
    params: "PaginatedRequestParams",
    result: "ListResourcesResult",
    summary: "Lists the resources.",
    documentation: `${base}/server/resources`,
    exampleParams: {},
  },
  {
    name: "resources/templates/list",
    kind: "unary",
    params: "PaginatedRequestParams",
    result: "ListResourceTemplatesResult",
    summary: "Lists the templates of resource URIs.",
    documentation: `${base}/server/resources`,
    exampleParams: {},
  },
  {
    name: "resources/read",
    kind: "unary",
    params: "ReadResourceRequestParams",
    result: "ReadResourceResult",
    summary: "Reads a resource by its URI.",
    documentation: `${base}/server/resources`,
    exampleParams: { uri: "" },
  },
  {
    name: "completion/complete",
    kind: "unary",
    params: "CompleteRequestParams",
    result: "CompleteResult",
    summary: "Asks for values that complete an argument of a prompt or a resource template.",
    documentation: `${base}/server/utilities/completion`,
    exampleParams: { ref: { type: "ref/prompt", name: "" }, argument: { name: "", value: "" } },
  },
  {
    name: "subscriptions/listen",
    kind: "streaming",
    params: "SubscriptionsListenRequestParams",
    result: "SubscriptionsListenResult",
    summary: "Listens for changes of lists and resources until the subscription ends.",
    documentation: `${base}/schema`,
    exampleParams: { notifications: { toolsListChanged: true } },
  },
];

/** Methods whose result may be `input_required`: the only requests that repeat with `inputResponses`. */
export const methodsWithInput: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

/**
 * Requests and notifications that revision 2026-07-28 no longer has from client to server, each with what took its place.
 */
export const handshakeEraMethods: Readonly<Record<string, string>> = {
  initialize: "Each request now names its revision and capabilities in `params._meta`; ask `server/discover` instead.",
  ping: "There is no session to keep alive; ask `server/discover` instead.",
  "logging/setLevel": "Name the level in `params._meta`, under `io.modelcontextprotocol/logLevel`, of each request.",
  "resources/subscribe": "Use `subscriptions/listen` with `resourceSubscriptions`.",
  "resources/unsubscribe": "End the `subscriptions/listen` request instead.",
  "roots/list": "A server asks for roots within an `input_required` result.",
  "sampling/createMessage": "A server asks for sampling within an `input_required` result.",
  "elicitation/create": "A server asks the user within an `input_required` result.",
};

/** Methods that moved to an extension with revision 2026-07-28. */
export const extensionMethods: ReadonlySet<string> = new Set([
  "tasks/get",
  "tasks/result",
  "tasks/list",
  "tasks/cancel",
]);
