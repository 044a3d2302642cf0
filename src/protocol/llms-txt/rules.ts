import { defineRules } from "../rule.ts";

const section = "agent-protocols#addresses-in-llmstxt";

/** Rules of the section `## Communications` of an `llms.txt` file. */
export const llmsTxtRules = defineRules({
  "llms-txt/missing-title": {
    severity: "error",
    section: "llmstxt#format",
    summary: "The file has no title.",
    message:
      "An llms.txt file must have a title, a line that begins with one #, and this one has none. Add it at the top.",
    fix: "Adds a title to fill in.",
  },
  "llms-txt/heading": {
    severity: "warning",
    section,
    summary: "SimpleX addresses stand under a heading that is almost ## Communications.",
    message:
      "Agents look for the heading ## Communications, and do not find these addresses under {heading}. Write it exactly so.",
    fix: "Writes the heading.",
  },
  "llms-txt/duplicate-section": {
    severity: "warning",
    section,
    summary: "The section ## Communications stands twice.",
    message:
      "There is a section ## Communications above already. A reader may stop at the first one; join the two lists.",
  },
  "llms-txt/not-an-item": {
    severity: "warning",
    section,
    summary: "A SimpleX link in the section stands outside of a list item.",
    message: "Only list items are read as addresses. Write this one as - [title](link): SimpleX … .",
  },
  "llms-txt/item-too-long": {
    severity: "warning",
    section,
    summary: "A list item is too long to be an address.",
    message: "This item has more than {limit} characters and was not checked. Keep what an address is about short.",
  },
  "llms-txt/section-too-long": {
    severity: "warning",
    section,
    summary: "The section has more items of elaborate Markdown than are read.",
    message:
      "This section has more than {limit} characters of items that are not simple links with notes. Those from here on were not checked.",
  },
  "llms-txt/no-link": {
    severity: "error",
    section,
    summary: "An item with a SimpleX link does not begin with a Markdown link.",
    message:
      "An item begins with a Markdown link, so no reader finds the address in this one. Write - [title](link): SimpleX … .",
  },
  "llms-txt/undefined-reference": {
    severity: "error",
    section,
    summary: "An item's link refers to a label that the file does not define.",
    message:
      "No line of the file gives the address of this link, so it leads nowhere. Write one as [{label}]: and the link, or write the link in parentheses: [title](link).",
  },
  "llms-txt/no-title": {
    severity: "warning",
    section,
    summary: "A link has no text of its own.",
    message: "The link's text is the title of the address, and this link has none. Write [title](link).",
  },
  "llms-txt/no-colon": {
    severity: "error",
    section,
    summary: "No colon stands between a link and its notes.",
    message: "A colon follows the link, and then the notes. Without it no reader finds the notes; write it.",
    fix: "Writes the colon.",
  },
  "llms-txt/no-notes": {
    severity: "error",
    section,
    summary: "A SimpleX link has no notes.",
    message:
      "The notes name the network, because the host of a SimpleX link can have any name. Write them after a colon, for example: {example}",
    fix: "Adds notes to fill in.",
  },
  "llms-txt/hidden-character": {
    severity: "error",
    section,
    summary: "An invisible character stands in the notes.",
    message: "The invisible character {character} is part of these notes, so no reader understands them. Remove it.",
    fix: "Removes the character.",
  },
  "llms-txt/network": {
    severity: "error",
    section,
    summary: "The notes of a SimpleX link do not begin with SimpleX.",
    message:
      "The notes of a SimpleX link begin with the network, SimpleX, because the link does not tell it. {found} stands there; write SimpleX.",
    fix: "Writes SimpleX.",
  },
  "llms-txt/type": {
    severity: "error",
    section,
    summary: "The type of an address is missing or none of the four.",
    message:
      "The type of the address follows the network: updates, group, contact or business contact. {found} stands there, and no reader understands it; write the type.",
    fix: "Writes the type that suits the link.",
  },
  "llms-txt/type-mismatch": {
    severity: "error",
    section,
    summary: "The type does not suit the link.",
    message:
      'The type "{type}" requires a {required} link, and this one leads to {actual}. Write {right}, or another link.',
    fix: "Writes the type that suits the link.",
  },
  "llms-txt/not-for-publication": {
    severity: "error",
    section,
    summary: "A one-time invitation or a relay address is listed.",
    message:
      "This is the link of {actual}. Only channel, group and contact address links are published; list one of those.",
  },
  "llms-txt/for": {
    severity: "error",
    section,
    summary: "The word for is missing after the type.",
    message:
      "The word “for” follows the type, and then the audience, as in: contact for people. {found} stands there; write the word.",
    fix: "Writes the word.",
  },
  "llms-txt/audience": {
    severity: "error",
    section,
    summary: "The audience is none of the three.",
    message:
      "The audience is “people”, “agents” or “people and agents”, in these words. {found} stands there, and no reader understands it; write one of the three.",
    fix: "Writes the audience.",
  },
  "llms-txt/frequency": {
    severity: "error",
    section,
    summary: "What follows the audience of updates is no update frequency.",
    message:
      "{found} is no update frequency. It is always, hourly, daily, weekly, monthly, yearly or never, and only contacts list protocols. Correct or remove it.",
    fix: "Writes the nearest frequency.",
  },
  "llms-txt/frequency-of-contact": {
    severity: "warning",
    section,
    summary: "A contact has an update frequency.",
    message: "Only updates have a frequency. A reader takes {found} for the name of a protocol; remove it.",
    fix: "Removes it.",
  },
  "llms-txt/extra-value": {
    severity: "error",
    section,
    summary: "A value follows where the type has none.",
    message:
      "{found} has no place here: updates have one frequency, a group has nothing after its audience. Remove it.",
    fix: "Removes it.",
  },
  "llms-txt/protocol-name": {
    severity: "error",
    section: "agent-protocols#protocol-names",
    summary: "What follows the audience of a contact is no protocol name.",
    message:
      "{found} is no protocol name. Names have ASCII letters, digits and hyphens, here in any letter case. Correct or remove it.",
  },
  "llms-txt/unknown-protocol": {
    severity: "information",
    section: "agent-protocols#protocol-names",
    summary: "A protocol has no binding in the specification.",
    message: "{found} has no binding in the specification: only callers that know it from elsewhere can call it.",
    fix: "Corrects a misspelled name.",
  },
  "llms-txt/repeated-protocol": {
    severity: "hint",
    section,
    summary: "A protocol stands twice.",
    message: "{found} stands in this list already. Remove one of the two.",
    fix: "Removes it.",
  },
  "llms-txt/separator": {
    severity: "error",
    section,
    summary: "No comma stands before a frequency or a protocol.",
    message:
      "A comma stands before the frequency and before each protocol, and {found} stands here without one, where readers expect the period. Write a comma.",
    fix: "Writes the comma.",
  },
  "llms-txt/spacing": {
    severity: "hint",
    section,
    summary: "Other white space than one space separates what readers take apart.",
    message:
      "The grammar has one space between words, after a comma and after the period, and none before these marks. A strict reader may stumble here.",
    fix: "Writes the space.",
  },
  "llms-txt/period": {
    severity: "error",
    section,
    summary: "No period ends what readers take apart.",
    message:
      "A period ends this part, before the free text. Without it a reader cannot tell where the free text begins; write it.",
    fix: "Adds the period.",
  },
  "llms-txt/space-after-period": {
    severity: "error",
    section,
    summary: "The period that ends the frequency or the protocols has no space after it.",
    message: "A period and a space end this part, and a reader takes {found} for one word. Write the space.",
    fix: "Writes the space.",
  },
  "llms-txt/duplicate-address": {
    severity: "warning",
    section,
    summary: "One address is listed twice.",
    message: "This is the address of line {line} again, though the link may be written differently. List it once.",
  },
});
