import type { EntryType } from "../../../protocol/llms-txt/parseNotes.ts";

/** The rules of the parts of an address in llms.txt, in Markdown, for completion and hover alike. */
export const llmsTxtSection = "agent-protocols#addresses-in-llmstxt";

export const sectionText =
  "The communication addresses of a website. Each item is a Markdown link, then a colon and notes: the network and the type of the address, the audience, then the update frequency or the protocols. Free text follows the period.";

export const titleText = "The link's text is the title of the address.";

export const networkText =
  "The network, named because the host of a SimpleX link is a router and can have any domain name.";

export const typeTexts: Readonly<Record<EntryType, string>> = {
  updates: "An address that publishes updates. The type requires a channel link.",
  group: "An address of a group, where members converse. The type requires a group link.",
  contact: "An address that accepts conversations and requests. The type requires a contact address link.",
  "business contact": "A business address. The type requires a contact address link.",
};

export const audienceText = "Whom the address is for: `people`, `agents`, or `people and agents`.";

export const frequencyText =
  "How often updates are published: a `changefreq` value of the Sitemaps protocol. Only updates have one.";

export const protocolText =
  "The name of a protocol the address serves, in any letter case. Only contacts and business contacts have protocols.";

export const infoText = "What the address is about: free text.";
