import type { JsonNode } from "../../protocol/json/jsonNode.ts";
import { JsonOutline, type OutlineLine, outlinePageSize, pathOf } from "../jsonOutline.ts";
import { pathText } from "../pathText.ts";
import { formatCount } from "./duration.ts";
import { button, element } from "./element.ts";
import { treeStep } from "./jsonTreeKeys.ts";
import { jsonTreeLine, type SearchedText, showExpanded, sourceOf } from "./jsonTreeLine.ts";
import { t } from "./translate.ts";

export interface SelectedValue {
  readonly path: string;
  /** The value's source, every token as received. */
  readonly source: string;
  /** A string without its quotes and escapes, anything else as its source. */
  readonly plain: string;
  readonly isScalar: boolean;
}

export interface JsonTreeOptions extends SearchedText {
  readonly root: JsonNode;
  readonly label: string;
  readonly onSelect: (value: SelectedValue) => void;
  /** Escape: the focus goes back to the reply. */
  readonly onLeave: () => void;
}

/** A foldable tree of one JSON text, for eye, keyboard and screen reader. Its lines show the source, never a re-print. */
export class JsonTreeView {
  readonly element: HTMLElement;
  readonly #options: JsonTreeOptions;
  readonly #outline: JsonOutline;
  readonly #lineElements = new Map<OutlineLine, HTMLElement>();
  readonly #moreElements = new Map<OutlineLine, HTMLElement>();
  /** The line that is selected and the tree's tab stop. */
  #current: OutlineLine | undefined;

  constructor(options: JsonTreeOptions) {
    const { text, root, query, label } = options;
    this.#options = options;
    this.#outline = new JsonOutline(root);
    if (query !== "")
      this.#outline.reveal((node, key) => [node, key].some((one) => one && isFoundIn(text, one, query)));
    this.#current = this.#outline.lines[0];
    this.element = element("div", { class: "json-tree", attributes: { role: "tree", "aria-label": label } });
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.#insert(this.#outline.lines, null);
    for (const line of this.#outline.lines) if (line.isExpanded) this.#offerMore(line, this.#elementAfter(line));
  }

  #insert(lines: readonly OutlineLine[], before: Element | null): void {
    for (const line of lines) this.element.insertBefore(this.#lineElement(line), before);
  }

  #lineElement(line: OutlineLine): HTMLElement {
    const made = jsonTreeLine(line, this.#options);
    if (line === this.#current) made.tabIndex = 0;
    made.addEventListener("click", () => {
      this.#select(line, true);
      if (line.children > 0 && !hasSelection()) this.#toggle(line);
    });
    made.addEventListener("focus", () => this.#select(line, false));
    this.#lineElements.set(line, made);
    return made;
  }

  #select(line: OutlineLine, takesFocus: boolean): void {
    const before = this.#current && this.#lineElements.get(this.#current);
    before?.setAttribute("tabindex", "-1");
    before?.setAttribute("aria-selected", "false");
    this.#current = line;
    const made = this.#lineElements.get(line);
    made?.setAttribute("tabindex", "0");
    made?.setAttribute("aria-selected", "true");
    if (takesFocus && document.activeElement !== made) made?.focus();
    const source = sourceOf(this.#options.text, line.node);
    this.#options.onSelect({
      path: pathText(pathOf(line)),
      source,
      plain: line.node.kind === "string" ? line.node.value : source,
      isScalar: line.node.kind !== "object" && line.node.kind !== "array",
    });
  }

  #toggle(line: OutlineLine): void {
    if (line.isExpanded) this.#fold(line);
    else this.#unfold(line);
  }

  #unfold(line: OutlineLine): void {
    const following = this.#lineElements.get(line)?.nextElementSibling ?? null;
    this.#insert(this.#outline.expand(line), following);
    this.#showExpanded(line);
    this.#offerMore(line, following);
  }

  #fold(line: OutlineLine): void {
    for (const gone of this.#outline.collapse(line)) {
      this.#lineElements.get(gone)?.remove();
      this.#lineElements.delete(gone);
    }
    for (const [candidate, row] of this.#moreElements) {
      if (candidate === line || isInside(candidate, line)) {
        row.remove();
        this.#moreElements.delete(candidate);
      }
    }
    this.#showExpanded(line);
  }

  #showExpanded(line: OutlineLine): void {
    const made = this.#lineElements.get(line);
    if (made) showExpanded(made, line);
  }

  /** Puts a row that shows more children before `before`, where some are left. */
  #offerMore(line: OutlineLine, before: Element | null): void {
    const left = line.children - line.shownChildren;
    if (left <= 0) return;
    const row = element("div", { class: "json-more", attributes: { role: "none" } });
    row.style.setProperty("--level", String(line.level));
    const label = t("Show {0} of {1} more items", formatCount(Math.min(left, outlinePageSize)), formatCount(left));
    row.append(button({ label, onPress: () => this.#showMore(line, row) }));
    this.#moreElements.set(line, row);
    this.element.insertBefore(row, before);
  }

  #showMore(line: OutlineLine, row: HTMLElement): void {
    const following = row.nextElementSibling;
    row.remove();
    this.#moreElements.delete(line);
    const added = this.#outline.showMore(line);
    this.#insert(added, following);
    this.#offerMore(line, following);
    if (added[0]) this.#select(added[0], true);
  }

  /** Where a "show more" row of `line` belongs: before the next line that is not inside it. */
  #elementAfter(line: OutlineLine): Element | null {
    const { lines } = this.#outline;
    let index = lines.indexOf(line) + 1;
    while ((lines[index]?.level ?? 0) > line.level) index++;
    const next = lines[index];
    return (next && this.#lineElements.get(next)) ?? null;
  }

  #onKey(event: KeyboardEvent): void {
    const line = this.#current;
    if (!line || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ")) return;
    const step = treeStep(event.key, line, this.#outline.lines);
    if (!step) return;
    if (step.kind === "go") this.#select(step.line, true);
    else if (step.kind === "fold") this.#fold(line);
    else if (step.kind === "unfold") this.#unfold(line);
    else if (step.kind === "leave") this.#options.onLeave();
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Only what stands on a line of its own is searched, not the whole text of an object. */
function isFoundIn(text: string, node: JsonNode, query: string): boolean {
  if (node.kind === "object" || node.kind === "array") return false;
  return sourceOf(text, node).toLowerCase().includes(query);
}

function isInside(line: OutlineLine, outer: OutlineLine): boolean {
  for (let parent = line.parent; parent; parent = parent.parent) if (parent === outer) return true;
  return false;
}

function hasSelection(): boolean {
  return (document.getSelection()?.toString() ?? "") !== "";
}
