import { defineRules, type Rule, type RuleTable } from "../rule.ts";

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

/** What an official schema can find wrong, as rules of one room. */
export type SchemaRuleName =
  | "missing-member"
  | "wrong-type"
  | "unknown-value"
  | "out-of-range"
  | "not-base64"
  | "not-a-timestamp"
  | "not-a-uri"
  | "one-of"
  | "unknown-member";

export type SchemaRules<Area extends string> = Readonly<Record<`${Area}/${SchemaRuleName}`, Rule>>;

/** The rules by which a room reports what an official schema finds. `source` names the schema in messages. */
export function schemaRules<Area extends string>(area: Area, section: string, source: string): SchemaRules<Area> {
  const rules: Record<SchemaRuleName, Rule> = {
    "missing-member": {
      severity: "error",
      section,
      summary: `A member that ${source} requires is missing.`,
      message: `{path} is missing, and ${source} requires it.{about}`,
      fix: "Adds the member, its value still to be written.",
    },
    "wrong-type": {
      severity: "error",
      section,
      summary: "A value has another type than the schema says.",
      message: `{path} must be {expected} in ${source}, and this is {found}.{about}`,
    },
    "unknown-value": {
      severity: "error",
      section,
      summary: "A value is not among those the schema lists.",
      message: `{path} must be {allowed} in ${source}, and this is {found}.{suggestion}`,
      fix: "Puts the nearest allowed value in its place.",
    },
    "out-of-range": {
      severity: "error",
      section,
      summary: "A number or the length of an array is outside what the schema allows.",
      message: `{path} must {limit} in ${source}.{about}`,
    },
    "not-base64": {
      severity: "error",
      section,
      summary: "A string that holds bytes is not base64.",
      message: "{path} holds bytes in base64, and this is not base64, so the receiver cannot read it. Encode it again.",
    },
    "not-a-timestamp": {
      severity: "error",
      section,
      summary: "A time is not in the form of RFC 3339.",
      message: "{path} must be a time such as 2026-07-28T10:00:00.000Z, and this cannot be read as one.",
    },
    "not-a-uri": {
      severity: "warning",
      section,
      summary: "A string that should be a URI has no scheme.",
      message: "{path} should be a URI with a scheme, such as https://…, and this has none.",
    },
    "one-of": {
      severity: "error",
      section,
      summary: "An object has none, or several, of members that exclude each other.",
      message: `{path} has exactly one of {group} in ${source}, and this one has {present}. Keep or add one.`,
    },
    "unknown-member": {
      severity: "hint",
      section,
      summary: "A member that the schema does not know; receivers ignore it.",
      message: `${source} knows no member {name} here, and receivers ignore it.{suggestion}`,
      fix: "Renames a misspelled member.",
    },
  };
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [`${area}/${name}`, rule]),
  ) as SchemaRules<Area>;
}

/** The rules of a room for the table of codes: those its schema can break, without the `unused` ones. */
export function listedSchemaRules<Area extends string>(
  area: Area,
  rules: SchemaRules<Area>,
  unused: readonly SchemaRuleName[],
): RuleTable {
  const left = new Set<string>(unused.map((name) => `${area}/${name}`));
  return Object.fromEntries(Object.entries<Rule>(rules).filter(([code]) => !left.has(code)));
}
