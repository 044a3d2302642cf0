import { defineRules } from "../rule.ts";

/** Rules of request files (`*.call`). */
export const callRules = defineRules({
  "call/no-body": {
    severity: "error",
    section: "request-files#bodies",
    summary: "A request has no body.",
    message:
      "This request has no body, so there is nothing to send. Write /_call with a protocol and a JSON object, a Service RPC envelope, or a JSON-RPC message.",
  },
  "call/no-target": {
    severity: "error",
    section: "request-files#directives",
    summary: "A request has no `@to`.",
    message:
      "This request names no target, so it cannot be sent. Add a line # @to with a SimpleX link or name above it.",
  },
  "call/second-body": {
    severity: "error",
    section: "request-files#requests",
    summary: "A second body stands in one request.",
    message: "This request has a body already, so this one would never be sent. Begin a new request with a ### line.",
    fix: "Inserts the separator.",
  },
  "call/text-after-body": {
    severity: "error",
    section: "request-files#bodies",
    summary: "Text follows the body's JSON.",
    message: "The body has ended before this text, and it would not be sent. Remove it, or make it a comment with #.",
  },
  "call/duplicate-name": {
    severity: "warning",
    section: "request-files#requests",
    summary: "Two requests have one name.",
    message: 'An earlier request of this file is named "{name}" too, so sending by name takes the first. Rename one.',
  },
  "call/name-ignored": {
    severity: "warning",
    section: "request-files#requests",
    summary: "`@name` stands in a request that its separator names.",
    message: 'The separator names this request "{name}", so @name has no effect. Remove one of the two.',
  },
  "call/unknown-directive": {
    severity: "warning",
    section: "request-files#directives",
    summary: "A directive is not known.",
    message: "@{key} is no directive, so this line has no effect. The directives are {known}.",
    fix: "Corrects the spelling, where one directive is near.",
  },
  "call/duplicate-directive": {
    severity: "warning",
    section: "request-files#directives",
    summary: "A directive that counts once stands twice.",
    message: "{what} stands in this request already, and only the last one counts. Remove one.",
  },
  "call/missing-value": {
    severity: "error",
    section: "request-files#directives",
    summary: "A directive has no value.",
    message: "@{key} needs a value, for example: @{key} {example}",
  },
  "call/unexpected-value": {
    severity: "warning",
    section: "request-files#directives",
    summary: "A directive that takes no value has one.",
    message:
      "@{key} takes no value, and it holds whatever is written here. Remove the value, or the line to switch it off.",
  },
  "call/invalid-duration": {
    severity: "error",
    section: "request-files#directives",
    summary: "A duration is not a number with a unit.",
    message: '"{text}" is no duration. Write a number and its unit, such as 500ms, 30s or 2m, at most 24h.',
    fix: "Adds the unit s to a bare number.",
  },
  "call/invalid-parameter": {
    severity: "error",
    section: "agent-protocols#service-parameters",
    summary: "A service parameter is not `Name: value`.",
    message: "A service parameter is a name, a colon and a value, for example: A2A-Version: 1.0",
  },
  "call/invalid-path": {
    severity: "error",
    section: "request-files#expectations",
    summary: "An expectation does not begin with a JSONPath.",
    message: "An expectation begins with a JSONPath (RFC 9535) of the reply, such as $.result.isError",
  },
  "call/unknown-operator": {
    severity: "error",
    section: "request-files#expectations",
    summary: "An expectation has an unknown operator.",
    message: '"{text}" is no operator. Write one of == != < <= > >= matches exists after the path.',
  },
  "call/expected-value-missing": {
    severity: "error",
    section: "request-files#expectations",
    summary: "An expectation compares with nothing.",
    message: "{text} needs a value to compare with. Write JSON or bare text after it.",
  },
  "call/expected-value-unused": {
    severity: "error",
    section: "request-files#expectations",
    summary: "`exists` is followed by a value.",
    message: "exists compares with nothing, so this value has no effect. Remove it, or use another operator.",
  },
  "call/invalid-pattern": {
    severity: "error",
    section: "request-files#expectations",
    summary: "The pattern of `matches` is no regular expression.",
    message:
      "{text} is no regular expression, so nothing can match it. Correct it; a backslash in a JSON string is doubled.",
  },
  "call/invalid-capture": {
    severity: "error",
    section: "request-files#expectations",
    summary: "`@set` is not `name = JSONPath`.",
    message: "A capture is a name, an equals sign and a JSONPath, for example: task = $.result.task.id",
  },
  "call/invalid-variable": {
    severity: "error",
    section: "request-files#variables",
    summary: "A line with `@` is no variable definition.",
    message: "A line that begins with @ defines a variable: @name = value. A directive begins with # @.",
  },
  "call/invalid-variable-name": {
    severity: "error",
    section: "request-files#variables",
    summary: "A variable's name has other characters than letters, digits, `_` and `-`.",
    message: '"{name}" cannot be a variable\'s name. Use letters, digits, _ and -, and begin with a letter.',
  },
  "call/duplicate-variable": {
    severity: "warning",
    section: "request-files#variables",
    summary: "A variable is defined twice.",
    message: "{name} is defined above already, and the last definition counts in the whole file. Remove one.",
  },
  "call/misplaced-variable": {
    severity: "warning",
    section: "request-files#variables",
    summary: "A variable is defined after the first request has begun.",
    message: "Variables hold in the whole file, also above their line. Define this one before the first request.",
  },
  "call/unclosed-variable": {
    severity: "error",
    section: "request-files#variables",
    summary: "`{{` is not closed.",
    message:
      "Two opening braces begin a variable and need two closing ones on the same line. In a string, write {\\u007b for the plain text.",
  },
  "call/invalid-expression": {
    severity: "error",
    section: "request-files#variables",
    summary: "What stands between `{{` and `}}` is no variable and no built-in.",
    message:
      '"{expression}" is no variable and no built-in. Write a name, file.name, $uuid, $timestamp, $randomInt 1 100, $env NAME or $secret name.',
  },
});
