import { boundProtocols } from "../../../protocol/binding/methods.ts";
import { type ChangeFrequency, changeFrequencies } from "../../../protocol/declarations/peerTypes.ts";
import { suitableTypes } from "../../../protocol/llms-txt/parseLlmsTxt.ts";
import { audiences, type EntryType, entryTypes } from "../../../protocol/llms-txt/parseNotes.ts";
import type { TextRange } from "../../../protocol/problem.ts";
import type { CompletionEntry } from "../completion/completionEntry.ts";
import { type LlmsTxtPlace, llmsTxtPlaces, type NotesPlace } from "./llmsTxtPlace.ts";
import {
  audienceText,
  frequencyText,
  infoText,
  networkText,
  protocolText,
  sectionText,
  typeTexts,
} from "./llmsTxtText.ts";

/** What can be written at an offset of an `llms.txt` file (agent-protocols#addresses-in-llmstxt). */
export function llmsTxtCompletionsAt(text: string, offset: number): readonly CompletionEntry[] {
  return llmsTxtPlaces(text, offset).flatMap((place) => entriesAt(text, place));
}

function entriesAt(text: string, place: LlmsTxtPlace): CompletionEntry[] {
  switch (place.kind) {
    case "section":
      return [sectionEntry(place.range)];
    case "item":
      return entryTypes.map((type) => itemEntry(type, place.marker, place.range));
    case "network":
      return [wordEntry(place, "SimpleX", networkText, " ")];
    case "type":
      return typesFor(place).map((type) =>
        wordEntry(place, type, typeTexts[type], isForNext(text, place) ? "" : " for "),
      );
    case "for":
      return audiences.map((audience) => wordEntry(place, `for ${audience}`, audienceText));
    case "audience":
      return audiences.map((audience) => wordEntry(place, audience, audienceText));
    case "frequency":
      return changeFrequencies.map((frequency) => wordEntry(place, frequency, frequencyText));
    case "protocol":
      return protocolsFor(place).map((name) => wordEntry(place, name.toUpperCase(), protocolText));
    case "separator":
      return separatorEntries(place);
  }
}

/** The types that suit the link; all of them while there is no right link. */
function typesFor({ entry }: NotesPlace): readonly EntryType[] {
  return entry.address ? suitableTypes(entry.address) : entryTypes;
}

/** The protocols that do not stand in the list yet, but for the one under the cursor. */
function protocolsFor({ entry, range }: NotesPlace): readonly string[] {
  const others = entry.notes?.protocols.filter(({ offset }) => offset !== range.offset) ?? [];
  return boundProtocols.filter((name) => !others.some(({ value }) => value === name));
}

function isForNext(text: string, { range }: NotesPlace): boolean {
  const end = range.offset + range.length;
  return /^\s+for\b/.test(text.slice(end, end + 40));
}

function separatorEntries(place: NotesPlace): CompletionEntry[] {
  const { entry } = place;
  const type = entry.notes?.type?.value;
  const period = { ...wordEntry(place, ".", infoText, " "), suggestsMore: false };
  if (type === "updates") return entry.notes?.frequency ? [period] : [wordEntry(place, ",", frequencyText), period];
  const isContact = type === "contact" || type === "business contact";
  return isContact && protocolsFor(place).length > 0 ? [wordEntry(place, ",", protocolText), period] : [period];
}

function wordEntry({ range, gap }: NotesPlace, word: string, documentation: string, after = ""): CompletionEntry {
  return {
    kind: "value",
    label: word,
    documentation,
    insert: `${gap}${word}${after}`,
    isSnippet: false,
    range,
    suggestsMore: true,
  };
}

function sectionEntry(range: TextRange): CompletionEntry {
  return {
    kind: "request",
    label: "## Communications",
    detail: "A section of addresses",
    documentation: sectionText,
    insert: `## Communications\n\n${itemSnippet("contact", "-")}`,
    isSnippet: true,
    range,
  };
}

function itemEntry(type: EntryType, marker: string, range: TextRange): CompletionEntry {
  return {
    kind: "request",
    label: `SimpleX ${type}`,
    detail: "An address",
    documentation: typeTexts[type],
    insert: itemSnippet(type, marker),
    isSnippet: true,
    range,
    filter: `${marker} [SimpleX ${type}`,
  };
}

function itemSnippet(type: EntryType, marker: string): string {
  const audience = `\${3|${audiences.join(",")}|}`;
  const value = exampleValues[type];
  const values = value ? `\${4:, ${value}}` : "";
  return `${marker} [\${1:Title}](\${2:link}): SimpleX ${type} for ${audience}${values}. \${0:What the address is about.}`;
}

const exampleFrequency: ChangeFrequency = "weekly";
const exampleProtocols = boundProtocols.map((name) => name.toUpperCase()).join(", ");

/** What may follow the audience; a placeholder that is deleted where it does not apply. */
const exampleValues: Readonly<Record<EntryType, string | undefined>> = {
  updates: exampleFrequency,
  group: undefined,
  contact: exampleProtocols,
  "business contact": exampleProtocols,
};
