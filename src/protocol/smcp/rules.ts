import { defineRules } from "../rule.ts";

/** Rules of requests sent over A2C-SMCP: Socket.IO events of an agent, written as JSON-RPC requests. */
export const smcpRules = defineRules({
  "smcp/url": {
    severity: "error",
    section: "a2c-smcp#connection",
    summary: "An A2C-SMCP address is not of a form that can be connected to.",
    message: "An A2C-SMCP address is smcp+http://host[:port][/path] or smcp+https://…, and here {found}.",
  },
  "smcp/version-form": {
    severity: "error",
    section: "a2c-smcp#versions",
    summary: "The protocol version in an address is not of the form X.Y.Z.",
    message: "`version` has the form X.Y.Z, such as 0.4.0, and this is {found}, so the server refuses the connection.",
  },
  "smcp/unknown-event": {
    severity: "error",
    section: "a2c-smcp#events",
    summary: "The method is neither an event an agent sends nor an MCP method that has one.",
    message: "{method} is neither an event that an agent sends nor an MCP method with such an event.{suggestion}",
    fix: "Corrects a misspelled event.",
  },
  "smcp/event-direction": {
    severity: "error",
    section: "a2c-smcp#events",
    summary: "The event is sent by a computer or the server, never by an agent.",
    message: "`{method}` is sent by {sender}, and this request is an agent's. {instead}",
  },
  "smcp/never-answered": {
    severity: "warning",
    section: "a2c-smcp#events",
    summary: "The event has no acknowledgement.",
    message: "`{method}` is never acknowledged, so there is no answer to wait for.",
  },
  "smcp/missing-member": {
    severity: "error",
    section: "a2c-smcp#events",
    summary: "The payload lacks a member that the event requires.",
    message: "`params.{name}` is missing: `{method}` needs {about}.",
    fix: "Adds the member, its value still to be written.",
  },
  "smcp/wrong-type": {
    severity: "error",
    section: "a2c-smcp#events",
    summary: "A member of the payload has another type than the event's.",
    message: "`params.{name}` must be {expected}, and this is {found}.",
  },
  "smcp/earlier-member": {
    severity: "warning",
    section: "a2c-smcp#versions",
    summary: "A member of the protocol's first draft.",
    message: "`{name}` is a member of the first draft. {instead}",
    fix: "Renames the member.",
  },
  "smcp/filled-member": {
    severity: "hint",
    section: "a2c-smcp#events",
    summary: "The connection fills this member itself.",
    message:
      "`{name}` is filled by the connection: it must be the name or office with which the agent joined. Leave it out.",
    fix: "Removes the member.",
  },
  "smcp/needs-version": {
    severity: "information",
    section: "a2c-smcp#versions",
    summary: "The event came with a later version of the protocol.",
    message: "`{method}` came with version {version}; a server that speaks an earlier one does not know it.",
  },
});
