import { defineRules } from "../rule.ts";

const protocols = "agent-protocols#protocols";
const publicGroup = "agent-protocols#public-group-audience-and-update-frequency";
const peers = "agent-protocols#contact-address-peers";

/** Rules of what profiles, groups and addresses declare. */
export const declarationRules = defineRules({
  "declarations/wrong-type": {
    severity: "error",
    section: protocols,
    summary: "A declaration has a value of another type than its schema asks for.",
    message: "{place} is {found}, but it must be {expected}. Clients ignore a declaration they cannot read.",
  },
  "declarations/missing-member": {
    severity: "error",
    section: protocols,
    summary: "The declaration of a protocol lacks versions or transports.",
    message:
      '{place} has no "{member}", which every protocol\'s declaration must have. Clients ignore one without it; add it.',
    fix: "Adds the member, or renames a misspelled one.",
  },
  "declarations/invalid-protocol-name": {
    severity: "error",
    section: "agent-protocols#protocol-names",
    summary: "A protocol name has other characters than lowercase ASCII letters, digits and hyphens.",
    message:
      "{name} is no protocol name, so no caller asks for it. Names have only lowercase ASCII letters, digits and hyphens.",
    fix: "Writes the name in lower case.",
  },
  "declarations/unknown-protocol": {
    severity: "information",
    section: "agent-protocols#protocol-names",
    summary: "A protocol has no binding in the specification.",
    message: "{name} has no binding in the specification: only callers that know it from elsewhere can call it.",
    fix: "Corrects a misspelled name.",
  },
  "declarations/no-versions": {
    severity: "warning",
    section: protocols,
    summary: "The list of a protocol's versions is empty.",
    message:
      "{place} lists no version, so no caller finds one that it and this bot both know. List the versions served.",
  },
  "declarations/mcp-version": {
    severity: "warning",
    section: "agent-protocols#versions-and-capabilities",
    summary: "A version of MCP is no revision from 2026-07-28 on.",
    message:
      "{version} is no MCP revision that works here. The binding carries revisions from 2026-07-28 on, written as dates; earlier ones begin with a handshake.",
    fix: "Writes 2026-07-28.",
  },
  "declarations/a2a-version": {
    severity: "warning",
    section: "agent-protocols#identification",
    summary: "A version of A2A is not written as Major.Minor, or is before 1.0.",
    message:
      "{version} is no A2A version that works here. The binding carries A2A from 1.0 on, written as Major.Minor.",
    fix: "Writes Major.Minor.",
  },
  "declarations/no-transport": {
    severity: "warning",
    section: protocols,
    summary: "A protocol is declared on no transport.",
    message:
      "{place} has neither chat nor rpc set to true, and an absent transport is false: the protocol is served nowhere. Set one of them to true, or remove the declaration.",
  },
  "declarations/unknown-transport": {
    severity: "hint",
    section: protocols,
    summary: "A transport other than chat and rpc is declared.",
    message: "{name} is no transport of the specification, and clients ignore it.",
    fix: "Corrects a misspelled name.",
  },
  "declarations/rpc-in-group": {
    severity: "error",
    section: protocols,
    summary: "rpc is declared in groupPreferences.",
    message:
      "rpc is valid in the preferences of a profile only: a group has no contact address for Service RPC. Remove it.",
    fix: "Removes the member.",
  },
  "declarations/repeated-value": {
    severity: "hint",
    section: protocols,
    summary: "A value stands twice in a list.",
    message: "{value} stands in this list already. Remove one of the two.",
  },
  "declarations/unknown-peer-type": {
    severity: "information",
    section: peers,
    summary: "A value of audience or serves is no peer type.",
    message: "{value} is no peer type, and clients ignore it. The peer types are human, bot, business and agent.",
    fix: "Corrects a misspelled value.",
  },
  "declarations/no-peers": {
    severity: "information",
    section: peers,
    summary: "The list of peer types is empty.",
    message: "This list is empty: it says that the address is made for nobody. Leave the member out to mean people.",
  },
  "declarations/invalid-frequency": {
    severity: "error",
    section: publicGroup,
    summary: "changeFrequency is none of the values of the Sitemaps protocol.",
    message:
      "{value} is no update frequency, and clients ignore it. Write always, hourly, daily, weekly, monthly, yearly or never.",
    fix: "Writes the nearest value.",
  },
  "declarations/frequency-outside-channel": {
    severity: "warning",
    section: publicGroup,
    summary: "changeFrequency is declared in something that is no channel.",
    message: "Only a channel has an update frequency, and this is {found}. Remove changeFrequency.",
    fix: "Removes the member.",
  },
  "declarations/misplaced": {
    severity: "warning",
    section: protocols,
    summary: "A declaration stands where no client reads it.",
    message: "{name} is not read here. It belongs in {home}.",
  },
  "declarations/misspelled-member": {
    severity: "hint",
    section: publicGroup,
    summary: "A member of the public group record is nearly one of the specification's.",
    message: "{name} is no member of the specification, and clients ignore it. Did you mean {near}?",
    fix: "Renames the member.",
  },
  "declarations/call-in-commands": {
    severity: "warning",
    section: protocols,
    summary: "/_call is listed in the command menu.",
    message:
      "The commands of a profile are a menu for people, and /_call is for software: it is not added to them. Remove it.",
  },
  "declarations/not-declarations": {
    severity: "information",
    section: "agent-protocols#profile-declarations",
    summary: "The text holds nothing that declares protocols, audience, changeFrequency or serves.",
    message:
      "There are no declarations here. A profile declares protocols in preferences, a group in groupPreferences and publicGroup, an address in serves.",
  },
});
