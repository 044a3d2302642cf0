import { defineRules } from "../../rule.ts";

/** What stops a request from being sent although its text can be read: rules of filling in and of sending. */
export const sendRules = defineRules({
  "send/unknown-variable": {
    severity: "error",
    section: "request-files#variables",
    summary: "A variable has no value.",
    message:
      '"{name}" has no value, so nothing was sent. Define it with `@{name} = …`, in an environment or with `# @set` in an earlier request, or choose another environment.',
  },
  "send/unknown-capture": {
    severity: "error",
    section: "request-files#variables",
    summary: "A value of another request file is not captured yet.",
    message:
      '"{name}" has no value, so nothing was sent. Run the request of {file}.call that has `# @set {variable} = …` first, or run both files together.',
  },
  "send/unknown-built-in": {
    severity: "error",
    section: "request-files#variables",
    summary: "An environment variable or a secret is not set.",
    message:
      '"{name}" has no value, so nothing was sent. Set the environment variable, or store the secret, under that name.',
  },
  "send/variable-cycle": {
    severity: "error",
    section: "request-files#variables",
    summary: "A variable is defined by itself.",
    message: '"{name}" needs its own value, so it has none and nothing was sent. Break the circle of definitions.',
  },
  "send/bare-value-not-json": {
    severity: "error",
    section: "request-files#variables",
    summary: "A value that is no JSON stands outside quotes.",
    message:
      'The value of "{name}" is not a JSON value, so nothing was sent. Put the placeholder in double quotes if it is text.',
  },
  "send/value-with-line-break": {
    severity: "error",
    section: "request-files#variables",
    summary: "A value with a line break stands in a directive or in the command's head.",
    message: 'The value of "{name}" has a line break, which cannot stand here. Nothing was sent.',
  },
  "send/value-with-space": {
    severity: "error",
    section: "agent-protocols#commands",
    summary: "A value with white space stands where one word must.",
    message: 'The value of "{name}" has white space, which cannot stand here. Nothing was sent.',
  },
  "send/short-secret": {
    severity: "error",
    section: "request-files#variables",
    summary: "A secret is too short to be kept out of transcripts.",
    message:
      'The secret "{name}" is shorter than {limit} characters, so it could not be told from other text and removed from transcripts. Nothing was sent. Use a longer secret.',
  },
  "send/no-target": {
    severity: "error",
    section: "request-files#bodies",
    summary: "A request has no target.",
    message: "The request has no target, so it cannot be sent. Write one after `# @to`.",
  },
  "send/no-transport": {
    severity: "error",
    section: "request-files#bodies",
    summary: "A bare JSON-RPC message has a SimpleX target.",
    message:
      "A bare JSON-RPC message cannot be sent to a SimpleX address. Write `/_call <protocol>` before it, or put it in an envelope with `protocol` and `request`.",
  },
  "send/unknown-key": {
    severity: "error",
    section: "agent-protocols#signed-requests",
    summary: "`@sign` names a key that is not stored.",
    message: 'No signing key named "{name}" is stored, so nothing was sent. Make or import one, or correct the name.',
  },
  "send/key-declined": {
    severity: "error",
    section: "agent-protocols#signed-requests",
    summary: "The user did not let a key sign requests to another target.",
    message:
      'The key "{name}" was not used for this target, so nothing was sent. Make a key of its own for it and name that one after `# @sign`.',
  },
  "send/other-request-key": {
    severity: "error",
    section: "agent-protocols#signed-requests",
    summary: "`requestKey` in the text is not the key of `@sign`.",
    message:
      "`requestKey` in the text is not the public key of `# @sign`: the responder would answer `bad_request`. Remove it, and it is filled in.",
  },
  "send/filled-text-problem": {
    severity: "error",
    section: "request-files#bodies",
    summary: "The text has an error once its variables are filled in.",
    message: "With its variables filled in, the request has an error, so nothing was sent: {problem}",
  },
});
