import type { JsonNode } from "../../protocol/json/jsonNode.ts";
import { JsonOutline, type OutlineLine, outlinePageSize, pathOf } from "../jsonOutline.ts";
import { pathText } from "../pathText.ts";
import { formatCount } from "./duration.ts";
import { button, element, icon } from "./element.ts";
import { appendMarked } from "./markedText.ts";
import { t } from "./translate.ts";

/** Characters of a string that a line shows before "show all", and how many each press adds. */
const shortStringCharacters = 300;
const stringStepCharacters = 20_000;

export interface SelectedValue {
  readonly path: string;
  /** The value's source, every token as received. */
  readonly source: string;
  /** A string without its quotes and escapes, anything else as its source. */
  readonly plain: string;
  readonly isScalar: boolean;
}

export interface JsonTreeOptions {
  readonly text: string;
  readonly root: JsonNode;
  /** In lower case. */
  readonly query: string;
  readonly label: string;
  readonly onSelect: (value: SelectedValue) => void;
  /** Escape: the focus goes back to the reply. */
  readonly onLeave: () => void;
}

/** A foldable tree of one JSON text, for eye, keyboard and screen reader. Its lines show the source, never a re-print. */
export function jsonTreeView(options: JsonTreeOptions): HTMLElement {
  const { text, root, query } = options;
  const outline = new JsonOutline(root);
  if (query !== "") outline.reveal((node, key) => [node, key].some((one) => one && isFoundIn(text, one, query)));
  const tree = element("div", { class: "json-tree", attributes: { role: "tree", "aria-label": options.label } });
  const lineElements = new Map<OutlineLine, HTMLElement>();
  const moreElements = new Map<OutlineLine, HTMLElement>();
  let current = outline.lines[0];

  const insert = (lines: readonly OutlineLine[], before: Element | null): void => {
    for (const line of lines) tree.insertBefore(lineElement(line), before);
  };

  const lineElement = (line: OutlineLine): HTMLElement => {
    const made = element("div", {
      class: "json-line",
      attributes: {
        role: "treeitem",
        tabindex: line === current ? "0" : "-1",
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
    appendKey(made, line);
    appendValue(made, line);
    setExpanded(line, made);
    made.addEventListener("click", () => {
      select(line, true);
      if (line.children > 0 && !hasSelection()) toggle(line);
    });
    made.addEventListener("focus", () => select(line, false));
    lineElements.set(line, made);
    return made;
  };

  const appendKey = (made: HTMLElement, line: OutlineLine): void => {
    const member = memberOfLine(line);
    if (member === undefined) {
      if (typeof line.step === "number") {
        made.append(element("span", { class: "json-index", text: String(line.step) }), ": ");
      }
      return;
    }
    const key = element("span", { class: "json-key" });
    appendMarked(key, text.slice(member.offset, member.offset + member.length), query);
    made.append(key, ": ");
  };

  const appendValue = (made: HTMLElement, line: OutlineLine): void => {
    const { node } = line;
    if (node.kind === "object" || node.kind === "array") {
      const brackets = node.kind === "object" ? "{}" : "[]";
      const summary =
        line.children === 0 ? brackets : `${brackets.charAt(0)} ${formatCount(line.children)} ${brackets.charAt(1)}`;
      made.append(element("span", { class: "json-brackets", text: summary }));
      return;
    }
    const source = sourceOf(text, node);
    const value = element("span", { class: `json-value json-${node.kind}` });
    const shown = shownAtFirst(source, query);
    appendMarked(value, source.slice(0, shown), query);
    made.append(value);
    if (source.length > shown) appendRest(made, value, source, shown);
  };

  const appendRest = (made: HTMLElement, value: HTMLElement, source: string, shown: number): void => {
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
        if (next < source.length) appendRest(made, value, source, next);
        made.focus();
      },
    });
    more.className = "link-button";
    made.append(more);
  };

  const setExpanded = (line: OutlineLine, made: HTMLElement | undefined = lineElements.get(line)): void => {
    if (line.children === 0 || !made) return;
    made.setAttribute("aria-expanded", String(line.isExpanded));
    made.firstElementChild?.classList.toggle("codicon-chevron-right", !line.isExpanded);
    made.firstElementChild?.classList.toggle("codicon-chevron-down", line.isExpanded);
  };

  const select = (line: OutlineLine, takesFocus: boolean): void => {
    const before = current && lineElements.get(current);
    before?.setAttribute("tabindex", "-1");
    before?.setAttribute("aria-selected", "false");
    current = line;
    const made = lineElements.get(line);
    made?.setAttribute("tabindex", "0");
    made?.setAttribute("aria-selected", "true");
    if (takesFocus && document.activeElement !== made) made?.focus();
    const source = sourceOf(text, line.node);
    options.onSelect({
      path: pathText(pathOf(line)),
      source,
      plain: line.node.kind === "string" ? line.node.value : source,
      isScalar: line.node.kind !== "object" && line.node.kind !== "array",
    });
  };

  const toggle = (line: OutlineLine): void => {
    if (line.isExpanded) fold(line);
    else unfold(line);
  };

  const unfold = (line: OutlineLine): void => {
    const following = lineElements.get(line)?.nextElementSibling ?? null;
    insert(outline.expand(line), following);
    setExpanded(line);
    offerMore(line, following);
  };

  const offerMore = (line: OutlineLine, before: Element | null): void => {
    const left = line.children - line.shownChildren;
    if (left <= 0) return;
    const row = element("div", { class: "json-more", attributes: { role: "none" } });
    row.style.setProperty("--level", String(line.level));
    const label = t("Show {0} of {1} more items", formatCount(Math.min(left, outlinePageSize)), formatCount(left));
    row.append(
      button({
        label,
        onPress: () => {
          const following = row.nextElementSibling;
          row.remove();
          moreElements.delete(line);
          const added = outline.showMore(line);
          insert(added, following);
          offerMore(line, following);
          if (added[0]) select(added[0], true);
        },
      }),
    );
    moreElements.set(line, row);
    tree.insertBefore(row, before);
  };

  const fold = (line: OutlineLine): void => {
    for (const gone of outline.collapse(line)) {
      lineElements.get(gone)?.remove();
      lineElements.delete(gone);
    }
    for (const [candidate, row] of moreElements) {
      if (candidate === line || isInside(candidate, line)) {
        row.remove();
        moreElements.delete(candidate);
      }
    }
    setExpanded(line);
  };

  const go = (line: OutlineLine | undefined): void => {
    if (line) select(line, true);
  };
  const keys = new Map<string, (line: OutlineLine, index: number) => void>([
    ["ArrowDown", (_, index) => go(outline.lines[index + 1])],
    ["ArrowUp", (_, index) => go(outline.lines[index - 1])],
    ["Home", () => go(outline.lines[0])],
    ["End", () => go(outline.lines.at(-1))],
    [
      "ArrowRight",
      (line, index) => (line.isExpanded ? go(outline.lines[index + 1]) : line.children > 0 && unfold(line)),
    ],
    ["ArrowLeft", (line) => (line.isExpanded ? fold(line) : go(line.parent))],
    ["Enter", (line) => line.children > 0 && toggle(line)],
    [" ", (line) => line.children > 0 && toggle(line)],
    ["Escape", () => options.onLeave()],
  ]);

  tree.addEventListener("keydown", (event) => {
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ")) return;
    const act = keys.get(event.key);
    if (!act) return;
    act(current, outline.lines.indexOf(current));
    event.preventDefault();
    event.stopPropagation();
  });

  insert(outline.lines, null);
  for (const line of [...outline.lines]) {
    if (line.isExpanded) offerMore(line, elementAfter(line));
  }
  return tree;

  /** Where a "show more" row of `line` belongs: before the next line that is not inside it. */
  function elementAfter(line: OutlineLine): Element | null {
    let index = outline.lines.indexOf(line) + 1;
    while ((outline.lines[index]?.level ?? 0) > line.level) index++;
    const next = outline.lines[index];
    return (next && lineElements.get(next)) ?? null;
  }
}

function sourceOf(text: string, node: JsonNode): string {
  return text.slice(node.range.offset, node.range.offset + node.range.length);
}

/** How much of a long string is shown before "show all": up to the first place that is searched for. */
function shownAtFirst(source: string, query: string): number {
  const found = query === "" ? -1 : source.toLowerCase().indexOf(query);
  if (found < shortStringCharacters || found > stringStepCharacters) return shortStringCharacters;
  return found + query.length;
}

/** Only what stands on a line of its own is searched, not the whole text of an object. */
function isFoundIn(text: string, node: JsonNode, query: string): boolean {
  if (node.kind === "object" || node.kind === "array") return false;
  return sourceOf(text, node).toLowerCase().includes(query);
}

function memberOfLine(line: OutlineLine): { offset: number; length: number } | undefined {
  const { parent } = line;
  if (parent?.node.kind !== "object") return undefined;
  return parent.node.members[line.position - 1]?.key.range;
}

function isInside(line: OutlineLine, outer: OutlineLine): boolean {
  for (let parent = line.parent; parent; parent = parent.parent) if (parent === outer) return true;
  return false;
}

function hasSelection(): boolean {
  return (document.getSelection()?.toString() ?? "") !== "";
}
