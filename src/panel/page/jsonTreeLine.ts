import type { JsonNode, JsonStringNode } from "../../protocol/json/jsonNode.ts";
import type { OutlineLine } from "../jsonOutline.ts";
import { formatCount } from "./duration.ts";
import { button, element, icon } from "./element.ts";
import { appendMarked } from "./markedText.ts";
import { t } from "./translate.ts";

/** Characters of a string that a line shows before "show all", and how many each press adds. */
const shortStringCharacters = 300;
const stringStepCharacters = 20_000;

export interface SearchedText {
  readonly text: string;
  /** In lower case; empty when nothing is searched for. */
  readonly query: string;
}

/** One line of the tree, neither selected nor a tab stop: its key, and its value as it stands in the text. */
export function jsonTreeLine(line: OutlineLine, searched: SearchedText): HTMLElement {
  const made = element("div", {
    class: "json-line",
    attributes: {
      role: "treeitem",
      tabindex: "-1",
      "aria-level": String(line.level),
      "aria-posinset": String(line.position),
      "aria-setsize": String(line.siblings),
      "aria-selected": "false",
    },
  });
  made.style.setProperty("--level", String(line.level - 1));
  made.append(
    line.children > 0
      ? icon("chevron-right")
      : element("span", { class: "json-leaf", attributes: { "aria-hidden": "true" } }),
  );
  appendKey(made, line, searched);
  appendValue(made, line, searched);
  showExpanded(made, line);
  return made;
}

/** Makes the line tell whether its children are shown. */
export function showExpanded(made: HTMLElement, line: OutlineLine): void {
  if (line.children === 0) return;
  made.setAttribute("aria-expanded", String(line.isExpanded));
  made.firstElementChild?.classList.toggle("codicon-chevron-right", !line.isExpanded);
  made.firstElementChild?.classList.toggle("codicon-chevron-down", line.isExpanded);
}

/** A value or key as it was received. */
export function sourceOf(text: string, { range }: JsonNode): string {
  return text.slice(range.offset, range.offset + range.length);
}

function appendKey(made: HTMLElement, line: OutlineLine, { text, query }: SearchedText): void {
  const keyNode = keyOf(line);
  if (keyNode) {
    const key = element("span", { class: "json-key" });
    appendMarked(key, sourceOf(text, keyNode), query);
    made.append(key, ": ");
  } else if (typeof line.step === "number") {
    made.append(element("span", { class: "json-index", text: String(line.step) }), ": ");
  }
}

function keyOf({ parent, position }: OutlineLine): JsonStringNode | undefined {
  return parent?.node.kind === "object" ? parent.node.members[position - 1]?.key : undefined;
}

function appendValue(made: HTMLElement, { node, children }: OutlineLine, { text, query }: SearchedText): void {
  if (node.kind === "object" || node.kind === "array") {
    const brackets = node.kind === "object" ? "{}" : "[]";
    const summary = children === 0 ? brackets : `${brackets.charAt(0)} ${formatCount(children)} ${brackets.charAt(1)}`;
    made.append(element("span", { class: "json-brackets", text: summary }));
    return;
  }
  const source = sourceOf(text, node);
  const value = element("span", { class: `json-value json-${node.kind}` });
  const shown = shownAtFirst(source, query);
  appendMarked(value, source.slice(0, shown), query);
  made.append(value);
  if (source.length > shown) appendRest(made, value, source, shown, query);
}

/** How much of a long string is shown before "show all": up to the first place that is searched for. */
function shownAtFirst(source: string, query: string): number {
  const found = query === "" ? -1 : source.toLowerCase().indexOf(query);
  if (found < shortStringCharacters || found > stringStepCharacters) return shortStringCharacters;
  return found + query.length;
}

function appendRest(made: HTMLElement, value: HTMLElement, source: string, shown: number, query: string): void {
  const left = source.length - shown;
  const label =
    left > stringStepCharacters
      ? t("… show {0} of {1} more characters", formatCount(stringStepCharacters), formatCount(left))
      : t("… show all, {0} more characters", formatCount(left));
  const more = button({
    label,
    onPress: () => {
      const next = Math.min(source.length, shown + stringStepCharacters);
      more.remove();
      appendMarked(value, source.slice(shown, next), query);
      if (next < source.length) appendRest(made, value, source, next, query);
      made.focus();
    },
  });
  more.className = "link-button";
  made.append(more);
}
