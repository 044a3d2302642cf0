import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { ReplySummary } from "../callView.ts";
import { element } from "./element.ts";
import { indexOfSequence } from "./indexOfSequence.ts";
import type { PageContext } from "./pageContext.ts";
import { listStep } from "./replyListKeys.ts";
import { replyRow } from "./replyRow.ts";
import { t } from "./translate.ts";

/** Height of a closed row, which its style fixes; open rows are measured. */
const closedRowPixels = 48;

/** New replies are drawn at most this often: as fast as the host sends them. */
const catchUpMs = 50;

export interface ReplyListOptions {
  readonly context: PageContext;
  /** The number of replies that came while the list was not following has changed, or following was switched. */
  readonly onFollowChange: () => void;
  /** The user opened, closed or scrolled something worth keeping over a rebuild of the page. */
  readonly onStateChange: () => void;
}

/** The replies in arrival order, as a window over rows: only what is in view is on the page. */
export class ReplyList {
  readonly element: HTMLElement;
  readonly openReplies = new Set<number>();
  readonly #canvas: HTMLElement;
  readonly #options: ReplyListOptions;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  readonly #rows = new Map<number, HTMLElement>();
  #shown: ReplySummary[] = [];
  #passes: (reply: ReplySummary) => boolean = () => true;
  #focused: number | undefined;
  #isFollowing = true;
  /** Paused by moving away from the end, not by the button: coming back to the end follows again. */
  #isPausedByMoving = false;
  #unseen = 0;
  #frame = 0;
  #lastScrollTop = 0;
  #catchUpTimer = 0;
  #caughtUpAtMs = 0;

  constructor(options: ReplyListOptions) {
    this.#options = options;
    this.#canvas = element("div", { class: "reply-canvas", attributes: { role: "presentation" } });
    // A log whose rows come and go while one scrolls must not be live: the announcer speaks instead, and less often.
    const attributes = { role: "log", "aria-live": "off", "aria-label": t("Replies in the order of arrival") };
    this.element = element("div", { class: "reply-list", attributes }, this.#canvas);
    this.#virtualizer = new Virtualizer<HTMLElement, HTMLElement>(this.#virtualizerOptions());
    this.element.addEventListener("scroll", () => this.#noteScroll(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.element.addEventListener("focusin", (event) => this.#noteFocus(event));
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Replies that came since the list stopped following. */
  get unseen(): number {
    return this.#unseen;
  }

  get shownCount(): number {
    return this.#shown.length;
  }

  /** Another call is on show: nothing of it is open and no row has the focus. */
  begin(): void {
    this.openReplies.clear();
    this.#focused = undefined;
  }

  /** Begins to work once the element is in the document. */
  mount(): void {
    this.#virtualizer._didMount();
    this.#virtualizer._willUpdate();
  }

  /** Draws everything anew: another call, another filter. */
  reset(replies: readonly ReplySummary[], passes: (reply: ReplySummary) => boolean): void {
    this.#passes = passes;
    this.#shown = replies.filter(passes);
    this.#clearRows();
    this.#recount();
    this.#virtualizer.measure();
    if (this.#isFollowing) this.#scrollToEnd();
  }

  append(replies: readonly ReplySummary[]): void {
    let added = 0;
    for (const reply of replies) {
      if (!this.#passes(reply)) continue;
      this.#shown.push(reply);
      added++;
    }
    if (added === 0) return;
    this.#catchUpSoon();
    if (!this.#isFollowing) {
      this.#unseen += added;
      this.#options.onFollowChange();
    }
  }

  /** Draws replies anew of which something has become known. */
  update(replies: ReadonlyMap<number, ReplySummary>, changed: readonly { readonly sequence: number }[]): void {
    for (const { sequence } of changed) {
      const index = this.#indexOf(sequence);
      const reply = replies.get(sequence);
      if (!reply || index < 0) continue;
      this.#shown[index] = reply;
      const row = this.#rows.get(sequence);
      // An open reply already shows its problems, and a row with the focus is not taken away from under it.
      if (!row || this.openReplies.has(sequence) || row.contains(document.activeElement)) continue;
      row.remove();
      this.#rows.delete(sequence);
    }
    this.#drawSoon();
  }

  follow(isFollowing: boolean): void {
    this.#isFollowing = isFollowing;
    this.#isPausedByMoving = false;
    if (isFollowing) {
      this.#unseen = 0;
      this.#scrollToEnd();
    }
    this.#options.onFollowChange();
  }

  /** Opens a reply, moves there and gives it the focus. False when the filter hides it. */
  show(sequence: number): boolean {
    const index = this.#indexOf(sequence);
    if (index < 0) return false;
    if (!this.openReplies.has(sequence)) this.#toggle(sequence);
    this.#focusRow(index);
    return true;
  }

  /** Gives the focus to the row it was on, or to the last one. */
  focus(): void {
    const index = this.#focused === undefined ? -1 : this.#indexOf(this.#focused);
    this.#focusRow(index < 0 ? this.#shown.length - 1 : index);
  }

  /** Puts the list where it was before the page was rebuilt: called between `follow` and the first look at it. */
  restore(scrollTop: number): void {
    this.#isFollowing = false;
    this.#draw();
    this.#virtualizer.scrollToOffset(scrollTop);
    this.#options.onFollowChange();
  }

  get scrollTop(): number {
    return this.element.scrollTop;
  }

  #virtualizerOptions(): ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0] {
    return {
      count: this.#shown.length,
      getScrollElement: () => this.element,
      estimateSize: () => closedRowPixels,
      getItemKey: (index) => this.#shown[index]?.sequence ?? -1,
      overscan: 6,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      measureElement,
      onChange: () => this.#drawSoon(),
      rangeExtractor: (range) => {
        const indexes = defaultRangeExtractor(range);
        const focused = this.#focused === undefined ? -1 : this.#indexOf(this.#focused);
        // The row with the focus stays on the page, or the focus would be lost while it scrolls out of view.
        // Replies that have just come are drawn a moment later, so their rows are not counted yet.
        if (focused >= 0 && focused < range.count && !indexes.includes(focused)) indexes.push(focused);
        return indexes.sort((a, b) => a - b);
      },
    };
  }

  /** A fast stream moves every row of a list that follows it, so drawing for each message would only be work. */
  #catchUpSoon(): void {
    if (this.#catchUpTimer !== 0) return;
    const delayMs = Math.max(0, this.#caughtUpAtMs + catchUpMs - performance.now());
    this.#catchUpTimer = window.setTimeout(() => {
      this.#catchUpTimer = 0;
      this.#caughtUpAtMs = performance.now();
      this.#recount();
      if (this.#isFollowing) this.#scrollToEnd();
    }, delayMs);
  }

  #recount(): void {
    this.#virtualizer.setOptions(this.#virtualizerOptions());
    this.#virtualizer._willUpdate();
    this.#drawSoon();
  }

  #drawSoon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const items = this.#virtualizer.getVirtualItems();
    this.#canvas.style.height = `${this.#virtualizer.getTotalSize()}px`;
    const wanted = new Set(items.map((item) => Number(item.key)));
    for (const [sequence, row] of this.#rows) {
      if (wanted.has(sequence)) continue;
      row.remove();
      this.#rows.delete(sequence);
    }
    let previous: HTMLElement | undefined;
    for (const item of items) {
      const reply = this.#shown[item.index];
      if (!reply) continue;
      const row = this.#rows.get(reply.sequence) ?? this.#addRow(reply);
      row.dataset["index"] = String(item.index);
      row.style.transform = `translateY(${item.start}px)`;
      row.setAttribute("aria-posinset", String(item.index + 1));
      row.setAttribute("aria-setsize", String(this.#shown.length));
      // Tab and screen readers follow the order of the document.
      if (previous ? previous.nextSibling !== row : this.#canvas.firstChild !== row) {
        this.#canvas.insertBefore(row, previous ? previous.nextSibling : this.#canvas.firstChild);
      }
      previous = row;
      this.#virtualizer.measureElement(row);
    }
    this.#setTabStop();
  }

  #addRow(reply: ReplySummary): HTMLElement {
    const row = replyRow({
      reply,
      isOpen: this.openReplies.has(reply.sequence),
      context: this.#options.context,
      onToggle: () => this.#toggle(reply.sequence),
      onLeaveBody: () => this.#focusRow(this.#indexOf(reply.sequence)),
    });
    this.#rows.set(reply.sequence, row);
    return row;
  }

  #clearRows(): void {
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
  }

  #toggle(sequence: number): void {
    if (!this.openReplies.delete(sequence)) {
      this.openReplies.add(sequence);
      if (sequence !== this.#shown.at(-1)?.sequence) this.#pause();
    }
    const row = this.#rows.get(sequence);
    const hadFocus = row?.contains(document.activeElement) ?? false;
    row?.remove();
    this.#rows.delete(sequence);
    this.#draw();
    if (hadFocus) this.#rows.get(sequence)?.focus({ preventScroll: true });
    this.#options.onStateChange();
  }

  /** Exactly one row is a tab stop. */
  #setTabStop(): void {
    const wanted = this.#focused !== undefined && this.#rows.has(this.#focused) ? this.#focused : this.#lastVisible();
    for (const [sequence, row] of this.#rows) row.tabIndex = sequence === wanted ? 0 : -1;
  }

  #lastVisible(): number | undefined {
    return this.#virtualizer
      .getVirtualItems()
      .map((item) => Number(item.key))
      .at(-1);
  }

  #indexOf(sequence: number): number {
    return indexOfSequence(this.#shown, sequence);
  }

  #focusRow(index: number): void {
    const reply = this.#shown[index];
    if (!reply) return;
    this.#focused = reply.sequence;
    if (index < this.#shown.length - 1) this.#pause();
    else if (this.#isPausedByMoving) this.follow(true);
    this.#virtualizer.scrollToIndex(index, { align: "auto" });
    this.#virtualizer.setOptions(this.#virtualizerOptions());
    this.#draw();
    this.#rows.get(reply.sequence)?.focus({ preventScroll: true });
  }

  #noteFocus(event: FocusEvent): void {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("article") : null;
    if (!row) return;
    this.#focused = Number(row.dataset["sequence"]);
    this.#setTabStop();
  }

  #noteScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    const isUpward = scrollTop < this.#lastScrollTop - 1;
    this.#lastScrollTop = scrollTop;
    if (scrollHeight - clientHeight - scrollTop > closedRowPixels / 2) {
      // Following only ever scrolls down, so this was the user.
      if (isUpward) this.#pause();
    } else if (this.#isPausedByMoving) this.follow(true);
    else if (this.#unseen > 0) {
      this.#unseen = 0;
      this.#options.onFollowChange();
    }
    this.#options.onStateChange();
  }

  /** Moving away from the end is a wish to read, so the list stands still. */
  #pause(): void {
    if (!this.#isFollowing) return;
    this.#isFollowing = false;
    this.#isPausedByMoving = true;
    this.#options.onFollowChange();
  }

  #scrollToEnd(): void {
    if (this.#shown.length > 0) this.#virtualizer.scrollToEnd();
  }

  #onKey(event: KeyboardEvent): void {
    const isOnRow = event.target instanceof HTMLElement && event.target.matches("article");
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && !isOnRow) {
      this.focus();
      event.preventDefault();
      return;
    }
    if (!isOnRow) return;
    const step = listStep(event.key, {
      index: this.#focused === undefined ? 0 : this.#indexOf(this.#focused),
      lastIndex: this.#shown.length - 1,
      rowsPerPage: Math.max(1, Math.floor(this.element.clientHeight / closedRowPixels) - 1),
      isOpen: this.#focused !== undefined && this.openReplies.has(this.#focused),
    });
    if (!step) return;
    if (step.kind === "go") this.#focusRow(step.index);
    else if (step.kind === "toggle") this.#toggleFocused();
    else this.#enterBody();
    event.preventDefault();
  }

  #toggleFocused(): void {
    if (this.#focused !== undefined) this.#toggle(this.#focused);
  }

  #enterBody(): void {
    const row = this.#focused === undefined ? undefined : this.#rows.get(this.#focused);
    row?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"], .raw-text')?.focus();
  }
}
