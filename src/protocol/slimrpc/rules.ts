import { defineRules } from "../rule.ts";

/** Rules of A2A over SLIMRPC, the custom binding over SLIM. */
export const slimrpcRules = defineRules({
  "slimrpc/url": {
    severity: "error",
    section: "slimrpc#9",
    summary: "A SLIM address is not of the form the binding defines.",
    message:
      "A SLIM address is slim://[host[:port]/]domain/namespace/service, and here {found}, so no agent can be reached by it.",
  },
  "slimrpc/name-part": {
    severity: "error",
    section: "slimrpc#2.1",
    summary: "A part of a SLIM name is empty or holds white space.",
    message: "A SLIM name has three parts without white space, domain/namespace/service, and {found} cannot be one.",
  },
  "slimrpc/node": {
    severity: "error",
    section: "slimrpc#2.2",
    summary: "The SLIM node is not a host with an optional port.",
    message: "{found} is not a SLIM node: write a host, and a port from 1 to 65535 if it is not 46357.",
  },
  "slimrpc/reserved-metadata": {
    severity: "warning",
    section: "slimrpc#3",
    summary: "A service parameter has a name that SLIM uses itself.",
    message:
      "SLIM sets the metadata `{name}` itself, so the value given here is lost or breaks the call. Use another name.",
  },
  "slimrpc/reserved-prefix": {
    severity: "warning",
    section: "slimrpc#3",
    summary: "A service parameter begins with `A2A-`, which is kept for A2A, and is none of A2A's.",
    message:
      "Metadata that begins with `A2A-` is kept for A2A's own service parameters, and `{name}` is none of them. Use another name.{suggestion}",
  },
  "slimrpc/large-metadata": {
    severity: "warning",
    section: "slimrpc#3",
    summary: "The service parameters are long.",
    message:
      "The service parameters have {bytes} bytes, and they go with each call: the binding asks to keep metadata compact. Send large values in the message.",
  },
  "slimrpc/credential-in-metadata": {
    severity: "error",
    section: "slimrpc#8.2",
    summary: "What configures the connection to SLIM stands among the service parameters.",
    message:
      "`{name}` configures the connection and is not sent to the agent. Write it as a directive: `# @param {name}: …`.",
  },
  "slimrpc/needless-authorization": {
    severity: "hint",
    section: "slimrpc#8.1",
    summary: "A request carries an authorization that the SLIM network makes needless.",
    message:
      "The SLIM network authenticates both sides, so A2A's `{name}` is not required. Leave it out unless the agent asks for it.",
  },
  "slimrpc/no-secret": {
    severity: "error",
    section: "slimrpc#8.1",
    summary: "A request to a SLIM target has no shared secret.",
    message:
      "Both sides prove their identity to the SLIM network with a shared secret of at least {bytes} bytes, and the request has none, so nothing can be sent.",
    fix: "Takes it from secret storage.",
  },
  "slimrpc/parameter-value": {
    severity: "error",
    section: "slimrpc#2.2",
    summary: "A value that configures the connection to SLIM cannot be used.",
    message: "The value of `{name}` cannot be used: {what}.",
  },
  "slimrpc/unknown-parameter": {
    severity: "error",
    section: "slimrpc#2.2",
    summary: "A parameter named `slim.…` configures nothing.",
    message: "`{name}` configures nothing: there are slim.secret, slim.node, slim.name and slim.service.{suggestion}",
    fix: "Corrects a misspelled parameter.",
  },
  "slimrpc/resource-name": {
    severity: "error",
    section: "slimrpc#5.3",
    summary: "A task is named as a resource, as the binding's text still does.",
    message:
      "The binding's text writes `{name}: {found}`, which is A2A before 1.0; the protobuf of 1.0 has {current}, and no place for `{name}`.",
    fix: "Writes the members of A2A 1.0.",
  },
  "slimrpc/unknown-member": {
    severity: "error",
    section: "slimrpc#10",
    summary: "Protobuf has no place for a member of the message.",
    message:
      "Over SLIMRPC the message is protobuf, which has no place for this member, so nothing can be sent. {problem}",
    fix: "Renames or removes the member.",
  },
});
