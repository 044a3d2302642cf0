import { defineRules } from "../rule.ts";

/** Rules of JSON-RPC 2.0 messages, whatever protocol they belong to. */
export const jsonRpcRules = defineRules({
  "json-rpc/batch": {
    severity: "error",
    section: "agent-protocols#commands",
    summary: "Several messages stand in an array.",
    message: "A request is one JSON object, and this is an array, so nobody answers it. Send each request by itself.",
  },
  "json-rpc/not-an-object": {
    severity: "error",
    section: "agent-protocols#commands",
    summary: "The message is not a JSON object.",
    message: "A message of {protocol} is a JSON object, and this is {found}. Write a JSON-RPC message.",
  },
  "json-rpc/version": {
    severity: "error",
    section: "jsonrpc#4",
    summary: 'The member `jsonrpc` is missing or not "2.0".',
    message: 'A JSON-RPC message says `"jsonrpc": "2.0"`, and this one does not, so its receiver refuses it.',
    fix: "Adds or corrects the member.",
  },
  "json-rpc/missing-id": {
    severity: "error",
    section: "jsonrpc#4",
    summary: "A request has no id.",
    message: "Without `id` this is a notification, and a notification is never answered. Add an id.",
    fix: "Adds an id.",
  },
  "json-rpc/null-id": {
    severity: "error",
    section: "jsonrpc#4",
    summary: "The id of a request is null.",
    message:
      "`id` is null, so the answer cannot be told from one to a request that could not be read. Use a string or a number.",
    fix: "Sets an id.",
  },
  "json-rpc/id-type": {
    severity: "error",
    section: "jsonrpc#4",
    summary: "The id is neither a string nor an integer.",
    message: "`id` must be a string or an integer, and this is {found}. The receiver cannot answer it.",
  },
  "json-rpc/fractional-id": {
    severity: "warning",
    section: "jsonrpc#4",
    summary: "The id is a number with a fraction.",
    message:
      "`id` should have no fraction: fractions can change on the way, and the answer would not match. Use an integer.",
  },
  "json-rpc/missing-method": {
    severity: "error",
    section: "jsonrpc#4",
    summary: "A request names no method.",
    message: "The request names no `method`, so the receiver cannot know what to do. Add one, such as {example}.",
  },
  "json-rpc/method-type": {
    severity: "error",
    section: "jsonrpc#4",
    summary: "The method is not a string.",
    message:
      "`method` must be a string, and this is {found}, so the receiver cannot know what to do. Write the method's name in double quotes.",
  },
  "json-rpc/params-type": {
    severity: "error",
    section: "jsonrpc#4.2",
    summary: "The params are not an object.",
    message:
      "The parameters of {protocol} are given by name, and this is {found}, so the receiver refuses them. Write an object.",
  },
  "json-rpc/response-sent": {
    severity: "error",
    section: "jsonrpc#4",
    summary: "A response stands where a request is sent.",
    message: "`{member}` makes this a response, and only a request is answered. Write `method` and `params` instead.",
  },
  "json-rpc/envelope-member": {
    severity: "warning",
    section: "agent-protocols#request",
    summary: "A member of the Service RPC envelope stands inside the request.",
    message:
      "`{member}` belongs to the Service RPC envelope, and is never added to the request inside it. Move it one level up.",
    fix: "Removes the member.",
  },
  "json-rpc/unknown-member": {
    severity: "hint",
    section: "jsonrpc#4",
    summary: "A member that JSON-RPC does not know.",
    message: "JSON-RPC knows no member `{member}` here, and receivers ignore it.{suggestion}",
    fix: "Renames a misspelled member.",
  },
  "json-rpc/missing-reply-id": {
    severity: "error",
    section: "jsonrpc#5",
    summary: "A response has no id.",
    message: "The response has no `id`. It must carry the id of its request{id}.",
  },
  "json-rpc/id-mismatch": {
    severity: "error",
    section: "jsonrpc#5",
    summary: "The response's id is not that of the request.",
    message:
      "The response carries the id {found}, and its request has {expected}, so by JSON-RPC it answers another one.",
  },
  "json-rpc/result-or-error": {
    severity: "error",
    section: "jsonrpc#5",
    summary: "A response does not have exactly one of result and error.",
    message:
      "A response has exactly one of `result` and `error`, and this one has {found}. Its outcome is not defined.",
  },
  "json-rpc/request-received": {
    severity: "error",
    section: "jsonrpc#5",
    summary: "A request stands where a response is expected.",
    message:
      "`method` with an `id` makes this a request, and {protocol} answers with a response: an object with `result` or `error`. Write that, or check it as a request.",
  },
  "json-rpc/result-type": {
    severity: "warning",
    section: "agent-protocols#response",
    summary: "The result of a response is not an object.",
    message: "Each result of MCP and of A2A is a JSON object, and this is {found}. No caller of the two can read it.",
  },
  "json-rpc/error-shape": {
    severity: "error",
    section: "jsonrpc#5.1",
    summary: "The error object lacks an integer code or a message.",
    message: "An error is an object with an integer `code` and a string `message`; here {what}.",
  },
  "json-rpc/reserved-code": {
    severity: "information",
    section: "jsonrpc#5.1",
    summary: "The error code is reserved and has no meaning in this protocol.",
    message:
      "{code} lies in the range reserved by JSON-RPC (-32768 to -32000) and means nothing in {protocol}; callers can only show its message.",
  },
});
