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
});
