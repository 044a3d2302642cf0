import { listedSchemaRules, schemaRules } from "../json-schema/schemaRules.ts";
import { defineRules, type RuleTable } from "../rule.ts";

/** What the official schema of revision 2026-07-28 finds. */
export const mcpSchemaRules = schemaRules("mcp", "mcp/2026-07-28/schema", "MCP 2026-07-28");

/** Rules of the MCP binding and of MCP revision 2026-07-28 that no schema expresses. */
export const mcpRules = defineRules({
  "mcp/missing-meta": {
    severity: "error",
    section: "agent-protocols#versions-and-capabilities",
    summary: "A request has no `_meta`.",
    message:
      "The request has no `params._meta`. Each request names its MCP revision and its client's capabilities there, and a server answers -32602 without them.",
    fix: "Adds `_meta` with the revision and empty capabilities.",
  },
  "mcp/missing-protocol-version": {
    severity: "error",
    section: "agent-protocols#versions-and-capabilities",
    summary: "`_meta` does not name the MCP revision.",
    message:
      "`params._meta` lacks `io.modelcontextprotocol/protocolVersion`, so the server cannot know the revision and answers -32602.",
    fix: "Adds the revision.",
  },
  "mcp/missing-client-capabilities": {
    severity: "error",
    section: "mcp/2026-07-28/basic#_meta",
    summary: "`_meta` does not name the client's capabilities.",
    message:
      "`params._meta` lacks `io.modelcontextprotocol/clientCapabilities`, and a server answers -32602. An empty object offers none.",
    fix: "Adds empty capabilities.",
  },
  "mcp/revision-form": {
    severity: "error",
    section: "agent-protocols#versions-and-capabilities",
    summary: "The MCP revision is not a date.",
    message: "An MCP revision is a date such as 2026-07-28, and {found} is none, so no server serves it.",
    fix: "Sets revision 2026-07-28.",
  },
  "mcp/handshake-revision": {
    severity: "error",
    section: "agent-protocols#versions-and-capabilities",
    summary: "The MCP revision is older than 2026-07-28.",
    message:
      "Revision {revision} begins with an `initialize` handshake, and the binding carries revisions from 2026-07-28 on. A bot answers -32022; write 2026-07-28.",
    fix: "Sets revision 2026-07-28.",
  },
  "mcp/later-revision": {
    severity: "information",
    section: "agent-protocols#versions-and-capabilities",
    summary: "The MCP revision is newer than the one these checks know.",
    message:
      "These checks know MCP up to 2026-07-28. Revision {revision} may differ, so trust the server's answer more.",
  },
  "mcp/handshake-method": {
    severity: "error",
    section: "agent-protocols#versions-and-capabilities",
    summary: "The method belongs to revisions before 2026-07-28.",
    message: "`{method}` is not a client's request of MCP 2026-07-28, and a server answers -32601. {instead}",
  },
  "mcp/extension-method": {
    severity: "information",
    section: "mcp/2026-07-28/changelog",
    summary: "The method belongs to an extension.",
    message:
      "`{method}` left MCP itself with revision 2026-07-28 and is now an extension. Ask `server/discover` whether the bot has it.",
  },
  "mcp/notification-sent": {
    severity: "error",
    section: "agent-protocols#messages",
    summary: "A notification stands where a request is sent.",
    message: "`{method}` is a notification, which is never answered, and the binding sends requests only.{instead}",
  },
  "mcp/unknown-method": {
    severity: "information",
    section: "mcp/2026-07-28/schema",
    summary: "The method is none of MCP 2026-07-28.",
    message:
      "MCP 2026-07-28 has no method {method}. An extension of the bot may serve it; its parameters are not checked.{suggestion}",
    fix: "Corrects a misspelled method.",
  },
  "mcp/meta-key": {
    severity: "error",
    section: "mcp/2026-07-28/basic#_meta",
    summary: "A key of `_meta` is not of the form MCP allows.",
    message:
      "{key} is no key for `_meta`: an optional prefix of dotted labels with a slash, then a name of letters, digits, hyphens, underscores and dots that begins and ends with a letter or digit.",
  },
  "mcp/reserved-meta-key": {
    severity: "warning",
    section: "mcp/2026-07-28/basic#_meta",
    summary: "A key of `_meta` has a prefix that is reserved for MCP.",
    message:
      "The prefix of `{key}` is reserved for MCP, and revision 2026-07-28 has no such key, so servers ignore it. Use a prefix of your own.{suggestion}",
    fix: "Corrects a misspelled key.",
  },
  "mcp/client-info": {
    severity: "information",
    section: "agent-protocols#privacy-considerations",
    summary: "A Service RPC request identifies the requester's software.",
    message:
      "`clientInfo` identifies your software, so requests that share no key or connection can be linked by it. If they should not be, send a common value or omit it.",
    fix: "Removes `clientInfo`.",
  },
  "mcp/progress-over-rpc": {
    severity: "information",
    section: "agent-protocols#messages",
    summary: "A progress token in a Service RPC request.",
    message:
      "Service RPC has one response and no notifications, so progress cannot arrive. Call in a conversation to see it.",
    fix: "Removes the token.",
  },
  "mcp/listen-not-served": {
    severity: "warning",
    section: "agent-protocols#messages",
    summary: "`subscriptions/listen` has no answer to wait for.",
    message:
      "A bot serves the request-response methods. `subscriptions/listen` stays open{place}, so expect no answer.",
  },
  "mcp/input-not-expected": {
    severity: "warning",
    section: "mcp/2026-07-28/basic/utilities/mrtr",
    summary: "Answers to a server's questions are sent with a method that is never asked.",
    message:
      "Only `tools/call`, `prompts/get` and `resources/read` are repeated with `{member}`. A server ignores it here.",
  },
  "mcp/ends-with-notification": {
    severity: "error",
    section: "agent-protocols#messages",
    summary: "The answer ends with a notification.",
    message:
      "The answer must end with the JSON-RPC response to the request, and this is a notification, so the caller waits in vain. End with the response.",
  },
  "mcp/unknown-notification": {
    severity: "information",
    section: "mcp/2026-07-28/schema",
    summary: "A notification that MCP 2026-07-28 does not have.",
    message: "MCP 2026-07-28 has no notification {method}. It is shown as it came.",
  },
  "mcp/unknown-result-type": {
    severity: "warning",
    section: "mcp/2026-07-28/basic#results",
    summary: "The result's type is neither complete nor input_required.",
    message:
      "{found} is no `resultType` of MCP 2026-07-28; unless an extension you announced adds it, the result is invalid.",
  },
  "mcp/input-not-allowed": {
    severity: "error",
    section: "mcp/2026-07-28/basic/utilities/mrtr",
    summary: "A method that may not ask for input was answered with input_required.",
    message:
      "Only `tools/call`, `prompts/get` and `resources/read` may be answered with `input_required`, and this answers `{method}`.",
  },
  "mcp/input-without-question": {
    severity: "error",
    section: "mcp/2026-07-28/basic/utilities/mrtr",
    summary: "An input_required result asks nothing.",
    message:
      "An `input_required` result has `inputRequests`, `requestState` or both. Without them there is nothing to answer.",
  },
  "mcp/missing-cache-hint": {
    severity: "warning",
    section: "mcp/2026-07-28/server/utilities/caching",
    summary: "A complete result does not say how long it may be kept.",
    message:
      "`result.{name}` is missing. MCP 2026-07-28 requires `ttlMs` and `cacheScope` in this result; without them a caller asks again each time.",
    fix: "Adds the member: not to be kept, and private.",
  },
  "mcp/earlier-code": {
    severity: "warning",
    section: "mcp/2026-07-28/basic#errors",
    summary: "An error code of revisions before 2026-07-28.",
    message: "The code {code} belongs to earlier revisions of MCP, and a server of 2026-07-28 does not send it.",
  },
});

/** What the table of codes lists. */
export const listedMcpRules: RuleTable = {
  ...mcpRules,
  ...listedSchemaRules("mcp", mcpSchemaRules, ["not-a-timestamp", "one-of"]),
};
