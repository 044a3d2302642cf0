import { type LlmsTxtEntry, parseLlmsTxt } from "../../../protocol/llms-txt/parseLlmsTxt.ts";
import { rangesOverlap, type TextRange, textRange } from "../../../protocol/problem.ts";
import type { HoverText } from "../completion/hoverText.ts";
import { linkText } from "../completion/linkText.ts";
import { sectionLink } from "../completion/ruleText.ts";
import {
  audienceText,
  frequencyText,
  infoText,
  llmsTxtSection,
  networkText,
  protocolText,
  sectionText,
  titleText,
  typeTexts,
} from "./llmsTxtText.ts";

/** Explains what stands at an offset of an `llms.txt` file, with the rule and its section. */
export function llmsTxtHoverAt(text: string, offset: number): HoverText | undefined {
  const isAt = (range: TextRange) => range.length > 0 && rangesOverlap(range, textRange(offset, 0));
  const { sections, entries } = parseLlmsTxt(text);
  const section = sections.find(({ heading }) => isAt(heading.range));
  if (section) return hoverOf({ range: section.heading.range, markdown: sectionText });
  // A link that is defined elsewhere stands outside of its item.
  const parts = entries.filter(({ isSimplex }) => isSimplex).flatMap(partsOf);
  const part = parts.find(({ range }) => isAt(range));
  return part && hoverOf(part);
}

function hoverOf({ range, markdown }: HoverText): HoverText {
  const { offset, length } = range;
  return { range: textRange(offset, length), markdown: `${markdown}\n\nSpecification: ${sectionLink(llmsTxtSection)}` };
}

/** The parts of an entry that have a rule, each with its text. */
function partsOf({ title, link, address, network, notes }: LlmsTxtEntry): HoverText[] {
  const parts: HoverText[] = [{ range: title, markdown: titleText }];
  if (address) parts.push({ range: link, markdown: linkText(address) });
  if (network) parts.push({ range: network, markdown: networkText });
  if (!notes) return parts;
  const { type, audience, frequency, protocols, info } = notes;
  if (type) parts.push({ range: type, markdown: `**${type.value}** — ${typeTexts[type.value]}` });
  if (audience) parts.push({ range: audience, markdown: audienceText });
  if (frequency) parts.push({ range: frequency, markdown: frequencyText });
  for (const protocol of protocols) parts.push({ range: protocol, markdown: protocolText });
  parts.push({ range: info, markdown: infoText });
  return parts;
}
