import { listedSchemaRules, schemaRules } from "../json-schema/schemaRules.ts";
import { defineRules, type RuleTable } from "../rule.ts";

/** What the official A2A 1.0 schema finds, its required members and one-of groups included. */
export const a2aSchemaRules = schemaRules("a2a", "a2a#4", "A2A 1.0");

/** Rules of the A2A binding and of A2A 1.0 that no schema expresses. */
export const a2aRules = defineRules({
  "a2a/legacy-method": {
    severity: "error",
    section: "agent-protocols#a2a-messages",
    summary: "The method has the name of A2A 0.3.",
    message: "`{method}` is the name of A2A 0.3. The binding carries A2A 1.0, where it is `{current}`.",
    fix: "Renames the method.",
  },
  "a2a/unknown-method": {
    severity: "warning",
    section: "agent-protocols#a2a-messages",
    summary: "The method is none of A2A 1.0.",
    message: "A2A 1.0 has no method {method}, so expect the error -32601.{suggestion}",
    fix: "Corrects a misspelled method.",
  },
  "a2a/streaming-over-rpc": {
    severity: "warning",
    section: "agent-protocols#streaming",
    summary: "A streaming method over Service RPC.",
    message:
      "`{method}` streams, and Service RPC has one response, so the answer will be the error `conversation_required`. Send it in a conversation.",
  },
  "a2a/conversation-required": {
    severity: "warning",
    section: "agent-protocols#service-rpc",
    summary: "A request that Service RPC does not serve.",
    message:
      "Service RPC serves one-shot `SendMessage` requests only, and {what}, so the answer will be the error `conversation_required`. Send it in a conversation.",
  },
  "a2a/push-not-used": {
    severity: "warning",
    section: "agent-protocols#push-notifications",
    summary: "A push notification method.",
    message:
      "A conversation delivers every update of a task, so bots answer `{method}` with PushNotificationNotSupportedError (-32003). Follow the task with `SubscribeToTask`.",
  },
  "a2a/push-config-not-used": {
    severity: "information",
    section: "agent-protocols#push-notifications",
    summary: "A push notification configuration stands in a message's configuration.",
    message:
      "A conversation delivers every update of a task, so push notification configurations are not used over SimpleX, and a bot may refuse the request for this one. Remove it.",
  },
  "a2a/missing-version": {
    severity: "error",
    section: "agent-protocols#service-parameters",
    summary: "The request does not carry `A2A-Version`.",
    message:
      "Every request must carry the service parameter `A2A-Version` in `a2a-service-parameters`; without it an agent takes the request for A2A 0.3.",
    fix: "Adds the service parameter.",
  },
  "a2a/service-parameters-type": {
    severity: "error",
    section: "agent-protocols#service-parameters",
    summary: "The service parameters are not an object.",
    message:
      '`a2a-service-parameters` is an object of names and string values, such as {"A2A-Version": "1.0"}, and this is {found}, so no agent can read it.',
  },
  "a2a/service-parameters-spelling": {
    severity: "warning",
    section: "agent-protocols#service-parameters",
    summary: "The member of the service parameters is written in other letter case.",
    message:
      "Only the names of service parameters are case-insensitive. Members of JSON are not, so agents that look for `a2a-service-parameters` do not find `{name}`.",
    fix: "Writes the name in lower case.",
  },
  "a2a/service-parameters-place": {
    severity: "error",
    section: "agent-protocols#service-parameters",
    summary: "The service parameters stand inside the params.",
    message:
      "`a2a-service-parameters` belongs beside `jsonrpc`, `method`, `params` and `id`, and stands inside `params`, where no agent looks for it. Move it out.",
  },
  "a2a/service-parameter-value": {
    severity: "error",
    section: "agent-protocols#service-parameters",
    summary: "A service parameter is not a string that fits in one line.",
    message: "The service parameter `{name}` must be a string in one line, as in an HTTP header, and this is {found}.",
    fix: "Joins several values by commas.",
  },
  "a2a/service-parameter-name": {
    severity: "error",
    section: "agent-protocols#service-parameters",
    summary: "The name of a service parameter could not be an HTTP header's.",
    message: "{name} cannot be the name of an HTTP header, so a proxy cannot send it. Use letters, digits and hyphens.",
  },
  "a2a/duplicate-service-parameter": {
    severity: "warning",
    section: "agent-protocols#service-parameters",
    summary: "A service parameter stands twice, in different letter case.",
    message:
      "Names of service parameters do not differ by letter case, so `{name}` is `{first}` again and agents may read either. Join the values by commas under one name.",
  },
  "a2a/version-form": {
    severity: "error",
    section: "agent-protocols#service-parameters",
    summary: "`A2A-Version` is not of the form Major.Minor.",
    message: "`A2A-Version` has the form Major.Minor, such as 1.0, and this is {found}, so agents answer -32009.",
    fix: "Sets the version.",
  },
  "a2a/other-version": {
    severity: "warning",
    section: "agent-protocols#a2a-binding",
    summary: "`A2A-Version` names a version without this binding.",
    message:
      "The binding carries A2A 1.0, and `A2A-Version` says {found}. An agent that does not serve it answers -32009.",
    fix: "Sets version 1.0.",
  },
  "a2a/extensions-form": {
    severity: "warning",
    section: "a2a#3.2.6",
    summary: "`A2A-Extensions` is not a list of URIs.",
    message: "`A2A-Extensions` is a list of extension URIs, joined by commas, and {found} is no URI.",
  },
  "a2a/credential-in-group": {
    severity: "error",
    section: "agent-protocols#callers-and-authorization",
    summary: "A request with a credential is addressed to a group.",
    message:
      "Every member of a group sees the command, so a request with a credential must not be sent there, and `{name}` holds one. Send it in a direct chat or over Service RPC.",
  },
  "a2a/credential-in-file": {
    severity: "information",
    section: "agent-protocols#callers-and-authorization",
    summary: "A credential is written into the request.",
    message:
      "`{name}` holds a credential, and files are shared and committed. Keep it out of the body: `# @param {name}: {{$secret name}}`.",
  },
  "a2a/legacy-member": {
    severity: "warning",
    section: "a2a#appendix-a",
    summary: "A member of A2A 0.3.",
    message: "`{name}` is a member of A2A 0.3 that 1.0 does not have, and receivers ignore it. {instead}",
    fix: "Removes or renames the member.",
  },
  "a2a/legacy-value": {
    severity: "error",
    section: "a2a#5.5",
    summary: "A role or a state has its spelling of A2A 0.3.",
    message: "{found} is the spelling of A2A 0.3. In 1.0 it is {current}.",
    fix: "Puts the spelling of 1.0 in its place.",
  },
  "a2a/snake-case": {
    severity: "warning",
    section: "a2a#5.5",
    summary: "A member is written in snake_case.",
    message: "JSON of A2A 1.0 writes members in camelCase: `{current}`, not `{name}`. Some receivers ignore this one.",
    fix: "Renames the member.",
  },
  "a2a/url-safe-base64": {
    severity: "warning",
    section: "a2a#5.6",
    summary: "Bytes are written in the URL-safe alphabet of base64.",
    message: "{path} uses the URL-safe alphabet of base64, which some receivers cannot read. Use `+` and `/`.",
    fix: "Rewrites it in the standard alphabet.",
  },
  "a2a/page-size": {
    severity: "warning",
    section: "a2a#3.1.4",
    summary: "The page size is not between 1 and 100.",
    message: "`pageSize` lies between 1 and 100, and {found} does not, so agents refuse it or change it.",
  },
  "a2a/bare-result": {
    severity: "error",
    section: "a2a#9.4",
    summary: "A task, a message or an update is the result itself, as in A2A 0.3.",
    message:
      "In A2A 1.0 the result of `{method}` holds this in its member `{member}`, and here it is the result itself, as in A2A 0.3. Callers of 1.0 find nothing; put it in `{member}`.",
    fix: "Puts it in its member.",
  },
  "a2a/error-data": {
    severity: "warning",
    section: "a2a#9.5",
    summary: "The data of an error is not a list of typed objects.",
    message: "`error.data` is an array of objects, each with an `@type`; {what}, so callers cannot read the reason.",
  },
  "a2a/stream-start": {
    severity: "warning",
    section: "a2a#3.1.2",
    summary: "A stream does not begin with a task or a message.",
    message:
      "A stream begins with a `task`, or is a single `message`, and this one begins with `{item}`: some callers do not know yet which task it is about. Send the task first.",
  },
  "a2a/stream-end": {
    severity: "warning",
    section: "agent-protocols#streaming",
    summary: "A stream ends without a terminal or interrupted state.",
    message:
      "A stream ends with a task or status update that is completed, failed, canceled, rejected, or needs input or authorization; this was the last reply, so the stream may have been cut. Resume it with `SubscribeToTask`.",
  },
  "a2a/unfinished-task": {
    severity: "warning",
    section: "agent-protocols#service-rpc",
    summary: "A Service RPC response holds a task that goes on.",
    message:
      "Over Service RPC the task comes in its state at the end of the work, and {state} is none, so its result cannot be had. The bot should have answered `conversation_required`.",
  },
});

/** What the table of codes lists. */
export const listedA2aRules: RuleTable = {
  ...a2aRules,
  ...listedSchemaRules("a2a", a2aSchemaRules, ["not-a-uri"]),
};
