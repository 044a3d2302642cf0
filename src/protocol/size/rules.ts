import { defineRules } from "../rule.ts";

/** What is legal and still fails on the wire, or may. */
export const sizeRules = defineRules({
  "size/message-too-large": {
    severity: "error",
    section: "agent-protocols#message-size",
    summary: "A command is longer than a message can be.",
    message:
      "As a message this command takes {bytes} bytes, and the core refuses more than {limit}. Shorten it by {over}; a quotation mark or a backslash counts as two.",
  },
  "size/no-room-for-reply": {
    severity: "warning",
    section: "agent-protocols#message-size",
    summary: "No reply that quotes the command fits into a message.",
    message:
      "This command takes {bytes} of {limit} bytes, and a reply quotes all of it in the core of today, so not even an error fits beside it. Shorten it by {over}.",
  },
  "size/may-not-compress": {
    severity: "warning",
    section: "agent-protocols#message-size",
    summary: "A large command of random characters may not compress enough to be delivered.",
    message:
      "This command takes {bytes} bytes, and above {limit} a message is compressed and must fit into {limit}. Its characters are too random for that; shorten it or use base64.",
  },
  "size/service-too-large": {
    severity: "error",
    section: "agent-protocols#exchange",
    summary: "A Service RPC request or response is longer than the agent carries.",
    message:
      "This {what} takes {bytes} bytes, and the agent pads to {limit} bytes with its framing, so it fails. Shorten it by {over} to stay within the recommended {soft}.",
  },
  "size/service-large": {
    severity: "warning",
    section: "agent-protocols#exchange",
    summary: "A Service RPC request or response is longer than recommended.",
    message:
      "This {what} takes {bytes} bytes and SHOULD NOT exceed {soft}: with its framing it may pass the {limit} bytes the agent carries. Shorten it by {over}.",
  },
});
