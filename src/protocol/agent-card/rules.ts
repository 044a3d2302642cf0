import { listedSchemaRules, schemaRules } from "../json-schema/schemaRules.ts";
import { defineRules, type RuleTable } from "../rule.ts";

/** What the official A2A 1.0 schema finds in a card of that format. */
export const cardSchemaRules = schemaRules("agent-card", "a2a#4.4", "A2A 1.0");

/** What the official A2A 0.3 schema finds in a card of that format. */
export const legacyCardSchemaRules = schemaRules("legacy-card", "a2a-0.3#5.5", "A2A 0.3");

/** Rules of Agent Cards that no schema expresses, with the interfaces of SimpleX and SLIMRPC. */
export const cardRules = defineRules({
  "agent-card/legacy-format": {
    severity: "information",
    section: "a2a#4.4.1",
    summary: "The card has the format of A2A 0.3.",
    message:
      "This is a card of A2A 0.3 and is checked as one. SimpleX and SLIMRPC interfaces stand in `supportedInterfaces`, which came with A2A 1.0.",
  },
  "agent-card/older-format": {
    severity: "information",
    section: "a2a#4.4.1",
    summary: "The card has a format of A2A before 0.3.",
    message:
      "This looks like a card of A2A before 0.3, which today's clients may not read, so its members are not checked. A card of 1.0 lists its addresses in `supportedInterfaces`.",
  },
  "agent-card/foreign-format": {
    severity: "information",
    section: "a2a#4.4.1",
    summary: "The file is no Agent Card of A2A.",
    message:
      "This does not look like an Agent Card of A2A: other formats use the same file name. A card of A2A 1.0 has `supportedInterfaces`. Nothing else is checked.",
  },
  "agent-card/legacy-member": {
    severity: "hint",
    section: "a2a#4.4.1",
    summary: "A member of A2A 0.3 in a card of 1.0.",
    message: "`{name}` is a member of A2A 0.3: clients of 1.0 ignore it. {instead}",
  },
  "agent-card/legacy-scheme": {
    severity: "error",
    section: "a2a#4.5",
    summary: "A security scheme has the form of A2A 0.3.",
    message:
      "A security scheme with `type` is of A2A 0.3. In 1.0 it has exactly one member that names its kind{example}, so clients cannot read this one.",
  },
  "agent-card/legacy-requirement": {
    severity: "warning",
    section: "a2a#4.5",
    summary: "A security requirement has the form of A2A 0.3.",
    message:
      "In A2A 1.0 a security requirement stands in `schemes`: {current}. Clients of 1.0 see no requirement here.",
    fix: "Puts the form of 1.0 in its place.",
  },
  "agent-card/undeclared-scheme": {
    severity: "warning",
    section: "a2a#4.5",
    summary: "A security requirement names a scheme that the card does not declare.",
    message:
      "The card declares no security scheme `{name}`, so no client can meet this requirement. Declare it in `securitySchemes`, or correct the name.",
  },
  "agent-card/snake-case": {
    severity: "warning",
    section: "a2a#5.5",
    summary: "A member is written in snake_case.",
    message: "JSON of A2A 1.0 writes members in camelCase: `{current}`, not `{name}`. Some clients ignore this one.",
    fix: "Renames the member.",
  },
  "agent-card/simplex-binding": {
    severity: "error",
    section: "agent-protocols#identification",
    summary: "A SimpleX interface does not name the binding by its URI.",
    message:
      "A SimpleX interface names its binding by the URI https://simplex.chat/protocol/a2a/v1, and this is {found}, so clients do not find it. Write the URI.",
    fix: "Puts the URI in its place.",
  },
  "agent-card/simplex-url": {
    severity: "error",
    section: "agent-protocols#identification",
    summary: "The address of a SimpleX interface is not a contact address link.",
    message:
      "The `url` of a SimpleX interface is the bot's contact address link, such as https://smp12.simplex.im/a#…, and this is {found}, so no client can call the agent there.",
  },
  "agent-card/simplex-version": {
    severity: "warning",
    section: "agent-protocols#a2a-binding",
    summary: "A SimpleX interface names an A2A version without this binding.",
    message: "The binding carries A2A 1.0, and this interface says {found}. Clients of the binding send version 1.0.",
    fix: "Sets version 1.0.",
  },
  "agent-card/version-form": {
    severity: "warning",
    section: "agent-protocols#identification",
    summary: "The A2A version of an interface is not of the form Major.Minor.",
    message:
      "The version of an interface has the form Major.Minor, such as 1.0, and this is {found}. Clients compare it as text.",
    fix: "Sets the version in that form.",
  },
  "agent-card/slim-binding": {
    severity: "warning",
    section: "slimrpc#9",
    summary: "A SLIMRPC interface does not name the binding by its URI.",
    message:
      "A SLIMRPC interface names its binding by the URI https://a2a-protocol.org/bindings/experimental-slimrpc/v1, and this is {found}. {consequence}",
    fix: "Puts the URI in its place.",
  },
  "agent-card/slim-version": {
    severity: "warning",
    section: "slimrpc#9",
    summary: "A SLIMRPC interface does not name its A2A version.",
    message:
      "The interface has no `protocolVersion`, which A2A 1.0 requires although the binding's own example leaves it out. Add it.",
    fix: "Adds version 1.0.",
  },
  "agent-card/simplex-in-legacy-card": {
    severity: "warning",
    section: "agent-protocols#identification",
    summary: "A card before A2A 1.0 names a SimpleX address.",
    message:
      "The SimpleX binding carries A2A 1.0, and its clients look for this address in `supportedInterfaces`, which this card does not have. List it there, with its `protocolBinding` and `protocolVersion`.",
    fix: "Adds `supportedInterfaces` with this address.",
  },
  "agent-card/slim-in-legacy-card": {
    severity: "warning",
    section: "slimrpc#9",
    summary: "A card before A2A 1.0 names a SLIM address.",
    message:
      "Agents that support SLIMRPC MUST declare it in `supportedInterfaces`, which this card does not have, so clients of the binding do not find this address. List it there, with its `protocolBinding` and `protocolVersion`.",
    fix: "Adds `supportedInterfaces` with this address.",
  },
  // Information and not a warning, although the binding says SHOULD: its own examples leave it out.
  "agent-card/slim-authentication": {
    severity: "information",
    section: "slimrpc#8.4",
    summary: "The card does not tell that the SLIM network authenticates callers of its SLIMRPC interface.",
    message:
      "Callers of this interface are authenticated by the SLIM network, and the binding asks the card to say so: a sentence in `description` or a scheme in `securitySchemes` does.",
  },
  "agent-card/binding-name": {
    severity: "warning",
    section: "a2a#4.4.6",
    summary: "The binding is neither a core name nor a URI.",
    message:
      "A `protocolBinding` is JSONRPC, GRPC, HTTP+JSON or the URI of a custom binding, and this is {found}.{suggestion}",
    fix: "Corrects the spelling of a core name.",
  },
  "agent-card/interface-url": {
    severity: "warning",
    section: "a2a#4.4.6",
    summary: "The address of an interface is not absolute.",
    message:
      "The `url` of an interface must be absolute, and this is {found}, so a client that has only the card cannot use it.",
  },
  "agent-card/duplicate-interface": {
    severity: "hint",
    section: "a2a#4.4.6",
    summary: "An interface stands twice.",
    message:
      "An interface above has the same address, binding and version. The order is the order of preference, so the first counts.",
  },
  "agent-card/duplicate-skill": {
    severity: "warning",
    section: "a2a#4.4.5",
    summary: "Two skills have one id.",
    message: "A skill above has the id {id} already, and an id tells a skill from the others. Give this one its own.",
  },
  "agent-card/media-type": {
    severity: "hint",
    section: "a2a#4.4.1",
    summary: "An input or output mode is no media type.",
    message: "{found} is no media type. Modes are media types, such as text/plain or application/json.",
    fix: "Puts the media type in its place.",
  },
  "agent-card/push-over-simplex": {
    severity: "hint",
    section: "agent-protocols#push-notifications",
    summary: "The card declares push notifications and has no interface that sends them.",
    message:
      "Over SimpleX a conversation delivers every update, and bots answer the push methods with an error. With SimpleX interfaces only, leave `pushNotifications` out.",
  },
  "agent-card/extended-card": {
    severity: "hint",
    section: "agent-protocols#agent-card",
    summary: "A bot on SimpleX answers GetExtendedAgentCard, and the card does not say so.",
    message:
      "Over SimpleX a bot answers `GetExtendedAgentCard` with its card. Clients of A2A ask only when `capabilities.extendedAgentCard` is true.",
    fix: "Declares the capability.",
  },
});

const unusedForms = ["not-base64", "not-a-timestamp", "not-a-uri"] as const;

/** What the table of codes lists: no member of a card has the forms left out, and the schema of 0.3 is an open one. */
export const listedCardRules: RuleTable = {
  ...cardRules,
  ...listedSchemaRules("agent-card", cardSchemaRules, [...unusedForms, "unknown-value"]),
  ...listedSchemaRules("legacy-card", legacyCardSchemaRules, [
    ...unusedForms,
    "out-of-range",
    "one-of",
    "unknown-member",
  ]),
};
