import { defineRules } from "../rule.ts";

/** Rules of the Service RPC envelopes, and of protocol names wherever a call names one. */
export const envelopeRules = defineRules({
  "envelope/not-an-object": {
    severity: "error",
    section: "agent-protocols#service-rpc-transport",
    summary: "An envelope is not a JSON object.",
    message: "An envelope is a JSON object, and this is {found}. The core does not send it.",
  },
  "envelope/bare-message": {
    severity: "error",
    section: "agent-protocols#service-rpc-transport",
    summary: "A JSON-RPC message stands where its envelope is expected.",
    message:
      "This is a JSON-RPC {what} without its envelope, which Service RPC needs. Wrap it, or check it as what it is.",
    fix: "Wraps the message in an envelope.",
  },
  "envelope/other-kind": {
    severity: "error",
    section: "agent-protocols#service-rpc-transport",
    summary: "The envelope of a response stands where that of a request is expected, or the other way round.",
    message:
      "This is the envelope of a {found}, and it is checked as a {expected}. Let the file's name end in {ending}, or check it as a {found}.",
  },
  "envelope/missing-member": {
    severity: "error",
    section: "agent-protocols#request",
    summary: "An envelope lacks a member its schema requires.",
    message: "`{member}` is missing, and it must be {expected}. A responder answers such a request with `bad_request`.",
    fix: "Adds the member, or renames a misspelled one.",
  },
  "envelope/wrong-type": {
    severity: "error",
    section: "agent-protocols#request",
    summary: "A member of an envelope has another type than its schema says.",
    message: "`{member}` must be {expected}, and this is {found}. The receiver cannot read the envelope.",
  },
  "envelope/misspelled-member": {
    severity: "hint",
    section: "agent-protocols#request",
    summary: "A member of an envelope is nearly one of the specification's.",
    message: "`{member}` is no member of the specification, and receivers ignore it. Did you mean `{near}`?",
    fix: "Renames the member.",
  },
  "envelope/request-not-object": {
    severity: "error",
    section: "agent-protocols#commands",
    summary: "The request of a protocol is not a JSON object.",
    message:
      "A protocol's request message is a JSON object, and this is {found}, so no responder can read it. Write an object.",
  },
  "envelope/response-not-object": {
    severity: "error",
    section: "agent-protocols#response",
    summary: "The response of a protocol is not a JSON object.",
    message:
      "A protocol's response message is a JSON object, as the last reply of a conversation is, and this is {found}. No caller can read it.",
  },
  "envelope/protocol-name": {
    severity: "error",
    section: "agent-protocols#protocol-names",
    summary: "A protocol name has characters other than lowercase ASCII letters, digits and hyphens.",
    message:
      "{name} is no protocol name, so no responder serves it. A name has lowercase ASCII letters, digits and hyphens.",
    fix: "Writes the name in lowercase letters.",
  },
  "envelope/unknown-protocol": {
    severity: "information",
    section: "agent-protocols#protocol-names",
    summary: "A protocol has no binding in the specification.",
    message:
      "{name} has no binding in the specification, so its messages are not checked. The protocols with one are mcp and a2a.{suggestion}",
    fix: "Corrects a misspelled name.",
  },
  "envelope/version-present": {
    severity: "warning",
    section: "agent-protocols#request",
    summary: "An envelope of MCP or A2A has a `version`.",
    message:
      "Messages of {protocol} name their version themselves, and the envelope's `version` is omitted. Remove it.",
    fix: "Removes the member.",
  },
  "envelope/request-key-encoding": {
    severity: "error",
    section: "agent-protocols#request",
    summary: "`requestKey` is not base64url of the X.509 DER of an Ed25519 key.",
    message:
      "`requestKey` is the base64url of an Ed25519 public key in X.509 DER: 59 characters that begin with MCowBQYDK2VwAyEA, and one = that may be left out. {what}",
    fix: "Writes + as - and / as _.",
  },
  "envelope/private-key": {
    severity: "error",
    section: "agent-protocols#signed-requests",
    summary: "`requestKey` holds a private key.",
    message:
      "This is a private key, and the envelope would give it to the responder. Remove it, treat the key as stolen, and write the public key.",
  },
  "envelope/unsigned-key": {
    severity: "error",
    section: "agent-protocols#signed-requests",
    summary: "A request has `requestKey` and is not signed.",
    message:
      "A request with `requestKey` MUST be signed with that key, and responders answer `bad_request` to an unsigned one. Add # @sign with the key's name, or remove `requestKey`.",
    fix: "Removes the member.",
  },
  "envelope/response-or-error": {
    severity: "error",
    section: "agent-protocols#response",
    summary: "A response does not have exactly one of `response` and `error`.",
    message:
      "A response has exactly one of `response` and `error`, and this one has {found}. Its outcome is not defined.",
    fix: "Renames a misspelled member.",
  },
  "envelope/error-shape": {
    severity: "error",
    section: "agent-protocols#response",
    summary: "The error of a response does not follow its schema.",
    message: "`{member}` must be {expected}, and it is {found}, so the requester cannot read the error. Correct it.",
    fix: "Adds a missing code.",
  },
  "envelope/unknown-error-code": {
    severity: "information",
    section: "agent-protocols#response",
    summary: "An error code is not one of the specification's.",
    message:
      "{code} is no error code of the specification. A requester treats it as final, unless the error has `retryAfter`.{suggestion}",
    fix: "Corrects a misspelled code.",
  },
  "envelope/missing-retry-after": {
    severity: "warning",
    section: "agent-protocols#response",
    summary: "`rate_limited` has no `retryAfter`.",
    message:
      "A requester repeats a rate limited request after `retryAfter` seconds, and this error does not say how many. Add it.",
    fix: "Adds the member.",
  },
});
