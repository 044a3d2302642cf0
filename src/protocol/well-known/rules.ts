import { defineRules } from "../rule.ts";

const document = "agent-protocols#overview";

/**
 * Rules of `/.well-known/simplex.json`. Its own specification is not public yet, so nothing is said of its members: all but
 * the JSON itself is provisional.
 */
export const wellKnownRules = defineRules({
  "well-known/link": {
    severity: "warning",
    section: document,
    summary: "A SimpleX link in the document does not parse (provisional).",
    message: "Provisional check: {reason}",
    fix: "Mends the link as in any other text.",
  },
  "well-known/not-for-publication": {
    severity: "warning",
    section: document,
    summary: "The document lists a one-time invitation or a relay address (provisional).",
    message:
      "Provisional check: this is the link of {type}, and only channel, group and contact address links are published.",
  },
  "well-known/duplicate-address": {
    severity: "information",
    section: document,
    summary: "The document lists one address twice (provisional).",
    message:
      "Provisional check: this address stands in the document already, though the link may be written differently.",
  },
  "well-known/no-addresses": {
    severity: "information",
    section: document,
    summary: "The document holds no SimpleX link (provisional).",
    message: "Provisional check: there is no SimpleX link in this document, so agents find no address here.",
  },
  "well-known/not-an-object": {
    severity: "warning",
    section: document,
    summary: "The document is no JSON object (provisional).",
    message: "Provisional check: the document is expected to be a JSON object, and this is {found}.",
  },
});
