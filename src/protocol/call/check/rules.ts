import { defineRules } from "../../rule.ts";

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
    message: "A service parameter is a name, a colon and a value. Write for example A2A-Version: 1.0 after @param.",
  },
  "call/invalid-path": {
    severity: "error",
    section: "request-files#expectations",
    summary: "An expectation does not begin with a JSONPath.",
    message: "An expectation begins with a JSONPath (RFC 9535) of the reply. Write for example $.result.isError here.",
  },
  "call/path-syntax": {
    severity: "error",
    section: "request-files#expectations",
    summary: "A path is no JSONPath of RFC 9535.",
    message:
      "From here on this is no JSONPath (RFC 9535), so it selects nothing. A path looks like $.result.content[0].text, $['odd name'] or $.items[?@.price > 5].",
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
    message:
      "A capture is a name, an equals sign and a JSONPath. Write for example task = $.result.task.id after @set.",
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
  "call/unknown-body": {
    severity: "error",
    section: "request-files#bodies",
    summary: "A body is none of the three forms.",
    message:
      "This is no request: a body is /_call with a protocol and a JSON object, an envelope with protocol and request, or a JSON-RPC message with jsonrpc and method.",
    fix: "Corrects a misspelled /_call.",
  },
  "call/one-space": {
    severity: "warning",
    section: "agent-protocols#commands",
    summary: "The parts of a command are not separated by one space.",
    message: "One space separates the parts of a command. It is sent so; write it so too, for those who copy the text.",
    fix: "Leaves one space.",
  },
  "call/no-protocol": {
    severity: "error",
    section: "agent-protocols#commands",
    summary: "A command names no protocol.",
    message: "A command names the protocol before its request, for example: /_call mcp {…}",
    fix: "Inserts the name, where the request tells it.",
  },
  "call/no-request": {
    severity: "error",
    section: "agent-protocols#commands",
    summary: "A command has no request.",
    message: "The request is missing: a command ends with the protocol's request message, a JSON object.",
  },
  "call/invalid-mention": {
    severity: "error",
    section: "agent-protocols#commands",
    summary: "A mention is not @ and one name, in quotes if it has spaces.",
    message:
      "A mention is @ and one member's name, and this is none. Put a name with spaces in quotes, as in @'Acme bot', and mention one member only.",
    fix: "Puts the name in quotes.",
  },
  "call/mention-place": {
    severity: "error",
    section: "agent-protocols#commands",
    summary: "A mention follows the protocol.",
    message: "A mention stands before the protocol, as in /_call @acme mcp {…}. Here the request is expected.",
    fix: "Puts the mention first.",
  },
  "call/link-in-group": {
    severity: "information",
    section: "agent-protocols#commands",
    summary: "A command to a group holds a SimpleX link.",
    message:
      "A group can forbid SimpleX links to its members, and the core then refuses the whole command. If it is refused, send the request in a direct chat.",
  },
  "call/mention-needs-group": {
    severity: "warning",
    section: "agent-protocols#commands",
    summary: "A command to a direct chat mentions a member.",
    message:
      "Only groups have members to mention, and the core refuses a mention in a direct chat. Remove it, unless this is a business address, whose chats are groups.",
    fix: "Removes the mention.",
  },
  "call/channel-target": {
    severity: "warning",
    section: "agent-protocols#addresses-in-llmstxt",
    summary: "A command is sent to a channel.",
    message:
      "A channel publishes updates and takes no messages of its subscribers, so nobody answers here. Use a group or a contact address.",
  },
  "call/relay-target": {
    severity: "error",
    section: "agent-protocols#addresses-in-llmstxt",
    summary: "The target is a chat relay.",
    message:
      "This is the link of a chat relay, which serves channels and takes no calls. Use a contact address or a group.",
  },
  "call/rpc-needs-contact": {
    severity: "error",
    section: "agent-protocols#exchange",
    summary: "The target of a Service RPC request is not a contact address.",
    message:
      "A Service RPC request goes to a contact address link or the name of one, and this is {found}, which the core refuses. Change the target, or send the request as /_call.",
    fix: "Converts the request to a command.",
  },
  "call/no-ratchet-keys": {
    severity: "warning",
    section: "agent-protocols#exchange",
    summary: "The full link a Service RPC request goes to has no ratchet keys.",
    message:
      "An address that takes Service RPC requests MUST have ratchet keys, and its full link then has the parameter rk. This one has none, so the request fails at once. Use a link made since the address has them, or send the request as /_call.",
    fix: "Sends the request as `/_call`.",
  },
  "call/bare-message": {
    severity: "error",
    section: "agent-protocols#overview",
    summary: "A bare JSON-RPC message has a SimpleX target.",
    message:
      "Over SimpleX a JSON-RPC message is sent as /_call in a conversation or in a Service RPC envelope, and this is neither. Choose one.",
    fix: "Wraps it as /_call, or in an envelope.",
  },
  "call/body-not-for-target": {
    severity: "error",
    section: "request-files#bodies",
    summary: "A command or an envelope has a SLIM or SMCP target.",
    message:
      "Over {transport} the JSON-RPC message is sent as it is. Remove what stands around it, or change the target.",
    fix: "Leaves the message alone.",
  },
  "call/sign-needs-envelope": {
    severity: "error",
    section: "agent-protocols#signed-requests",
    summary: "`@sign` stands in a request that is not Service RPC.",
    message:
      "Only Service RPC requests are signed, so this request cannot be. Remove @sign, or send it in an envelope.",
  },
  "call/key-for-two-targets": {
    severity: "warning",
    section: "agent-protocols#signed-requests",
    summary: "One key signs requests to several targets.",
    message:
      "{name} signs requests to another target of this file too, and all requests signed with one key can be linked to each other. Use a separate key for each responder.",
  },
  "call/timeout-beyond-response": {
    severity: "information",
    section: "agent-protocols#exchange",
    summary: "`@timeout` of a Service RPC request is longer than a responder has.",
    message:
      "A responder's core accepts a response within {limit} seconds of the request, so an answer comes by then or never. A longer wait gains nothing.",
  },
  "call/param-needs-a2a": {
    severity: "error",
    section: "agent-protocols#service-parameters",
    summary: "`@param` stands in a request that is not A2A.",
    message: "Service parameters belong to A2A, and this is a request of {protocol}. Remove @param.",
  },
  "call/wait-needs-group": {
    severity: "information",
    section: "agent-protocols#replies",
    summary: "`@wait` stands in a request that is no broadcast.",
    message: "@wait is how long answers to a broadcast in a group are collected, and has no effect here. Use @timeout.",
  },
  "call/incognito-needs-conversation": {
    severity: "information",
    section: "agent-protocols#privacy-considerations",
    summary: "`@incognito` stands in a request that makes no conversation.",
    message:
      "@incognito is about the profile shown in a conversation, and this request makes none, so it has no effect.",
  },
  "call/unknown-variable": {
    severity: "error",
    section: "request-files#variables",
    summary: "A variable is defined nowhere.",
    message: "{name} is defined neither in this file nor in an environment, so nothing would be sent.{suggestion}",
    fix: "Corrects a misspelled name, or defines the variable.",
  },
  "call/variable-not-here": {
    severity: "warning",
    section: "request-files#variables",
    summary: "A variable is defined nowhere, and there is no private environment file that could define it.",
    message:
      "{name} is defined neither in this file nor in simplex.env.json. Where simplex.private.env.json does not define it either, nothing is sent.{suggestion}",
    fix: "Corrects a misspelled name, or defines the variable.",
  },
  "call/unknown-capture": {
    severity: "warning",
    section: "request-files#variables",
    summary: "A request file beside this one does not capture the value that is used of it.",
    message:
      "No request of {file}.call has `# @set {name} = …`, so {file}.{name} gets no value, and nothing is sent with it.{suggestion}",
    fix: "Corrects a misspelled name.",
  },
  "call/variable-cycle": {
    severity: "error",
    section: "request-files#variables",
    summary: "A variable's value needs itself.",
    message: "The value of {name} needs {name} itself, so it has none and nothing would be sent. Break the circle.",
  },
});
