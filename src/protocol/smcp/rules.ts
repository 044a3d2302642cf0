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
  "smcp/target-parameter": {
    severity: "warning",
    section: "a2c-smcp#connection",
    summary: "A parameter in an A2C-SMCP address configures nothing.",
    message: "`{name}` configures nothing: an address may have office, computer, agent and version.{suggestion}",
    fix: "Corrects a misspelled parameter.",
  },
  "smcp/not-encrypted": {
    severity: "warning",
    section: "a2c-smcp#security",
    summary: "Requests and credentials travel unencrypted to another machine.",
    message:
      "Over smcp+http: everybody on the way to {server} can read and change the request, its answer and the credentials. Use smcp+https:, or a tunnel to this machine.",
  },
  "smcp/no-office": {
    severity: "error",
    section: "a2c-smcp#rooms",
    summary: "The address names no office to join.",
    message:
      "An agent works in an office, and this address names none, so nothing can be sent. Add `?office=ID` to it, and `&computer=NAME` for the computer to call.",
  },
  "smcp/no-computer": {
    severity: "error",
    section: "a2c-smcp#events",
    summary: "Neither the address nor the request names the computer to call.",
    message:
      "`{method}` goes to a computer, and neither the target nor `params` names one, so nothing can be sent. Add `computer=NAME` to the target, or `computer` to `params`.",
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
    summary: "A member of the protocol's first draft, and the address asks for a later version.",
    message: "`{name}` is a member of the first draft, and the target asks for version {spoken}. {instead}",
    fix: "Renames the member.",
  },
  "smcp/filled-member": {
    severity: "hint",
    section: "a2c-smcp#events",
    summary: "The connection fills this member itself.",
    message:
      "`{name}` is filled by the connection, which knows the agent's name, its office and the request's id. Leave it out.",
    fix: "Removes the member.",
  },
  "smcp/needs-version": {
    severity: "warning",
    section: "a2c-smcp#versions",
    summary: "The event came with a later version of the protocol than the address names.",
    message: "`{method}` came with version {version}, and the target asks for {spoken}, whose servers do not know it.",
  },
  "smcp/no-time": {
    severity: "warning",
    section: "a2c-smcp#events",
    summary: "A tool gets no time to answer.",
    message: "`timeout` is how many seconds the tool may take, and this is {found}, so the call fails at once.",
  },
  "smcp/answer-member": {
    severity: "warning",
    section: "a2c-smcp#events",
    summary: "An answer lacks a member that it should have.",
    message: "{path} lacks `{name}`, {about}.",
  },
  "smcp/answer-type": {
    severity: "warning",
    section: "a2c-smcp#events",
    summary: "A member of an answer has another type than the event's.",
    message: "{path} must be {expected}, and this is {found}.",
  },
  "smcp/server-config": {
    severity: "warning",
    section: "a2c-smcp#data",
    summary: "The configuration of an MCP server is not of the form the protocol defines.",
    message:
      "This server cannot be started as it is configured: {what}. The types are stdio, http (later: streamable) and sse.",
  },
});
