import type { ReplySummary } from "../callView.ts";
import { kindAppearance } from "./appearance.ts";
import { formatCount } from "./duration.ts";
import { button, element, icon } from "./element.ts";
import { markedPlain } from "./markedText.ts";
import type { ReplyFilter } from "./replyFilter.ts";
import { t } from "./translate.ts";

export interface ToolbarOptions {
  readonly onFilter: (filter: ReplyFilter) => void;
  readonly onFollow: (isFollowing: boolean) => void;
  /** Escape or the down arrow in the search field: on to the list. */
  readonly onLeaveSearch: () => void;
}

/** Senders offered in the filter; a broadcast in a large group may have more. */
const maxSenders = 200;

/** Search, filters, and whether the list follows the stream. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #options: ToolbarOptions;
  readonly #search: HTMLInputElement;
  readonly #found = element("span", { class: "hint found", attributes: { role: "status" } });
  readonly #sender = element("select", { class: "input", attributes: { "aria-label": t("Sender") } });
  readonly #kind = element("select", { class: "input", attributes: { "aria-label": t("Kind of reply") } });
  readonly #follow = button({
    label: "",
    focusKey: "follow",
    onPress: () => this.#options.onFollow(!this.#isFollowing),
  });
  readonly #senders = new Map<string, string>();
  readonly #kinds = new Set<string>();
  #isFollowing = true;

  constructor(options: ToolbarOptions) {
    this.#options = options;
    const attributes = {
      type: "text",
      placeholder: t("Search in replies"),
      "aria-label": t("Search in replies"),
      maxlength: "500",
      spellcheck: "false",
    };
    this.#search = element("input", { class: "input search", attributes });
    this.#search.addEventListener("input", () => this.#filterChanged());
    this.#search.addEventListener("keydown", (event) => this.#onSearchKey(event));
    this.#sender.addEventListener("change", () => this.#filterChanged());
    this.#kind.addEventListener("change", () => this.#filterChanged());
    const search = element("div", { class: "search-box" }, icon("search"), this.#search, this.#found);
    this.element = element("div", { class: "toolbar", attributes: { role: "toolbar", "aria-label": t("Replies") } });
    this.element.append(search, this.#sender, this.#kind, element("span", { class: "spacer" }), this.#follow);
    this.clear();
  }

  get filter(): ReplyFilter {
    // The values of the list are the ones put into it.
    return { senderId: this.#sender.value, kind: this.#kind.value as ReplyFilter["kind"], query: this.#search.value };
  }

  /** Another call: nothing is filtered and nobody has sent anything. */
  clear(): void {
    this.#senders.clear();
    this.#kinds.clear();
    this.#search.value = "";
    this.#found.textContent = "";
    this.#sender.replaceChildren(element("option", { text: t("All senders"), attributes: { value: "" } }));
    this.#kind.replaceChildren(
      element("option", { text: t("All kinds"), attributes: { value: "" } }),
      element("option", { text: t("With problems"), attributes: { value: "problems" } }),
    );
    this.#sender.hidden = true;
  }

  restore(filter: ReplyFilter): void {
    this.#search.value = filter.query;
    this.#sender.value = filter.senderId;
    this.#kind.value = filter.kind;
  }

  /** Offers the senders and kinds of new replies in the filters. */
  note(replies: readonly ReplySummary[]): void {
    for (const reply of replies) {
      if (!this.#kinds.has(reply.kind)) {
        this.#kinds.add(reply.kind);
        const text = t(kindAppearance[reply.kind].text);
        this.#kind.append(element("option", { text, attributes: { value: reply.kind } }));
      }
      if (this.#senders.has(reply.senderId) || this.#senders.size >= maxSenders) continue;
      this.#senders.set(reply.senderId, reply.sender);
      this.#sender.append(
        element("option", { text: markedPlain(reply.sender), attributes: { value: reply.senderId } }),
      );
      this.#sender.hidden = this.#senders.size < 2;
    }
  }

  showFound(text: string): void {
    this.#found.textContent = text;
  }

  showFollow(isFollowing: boolean, unseen: number): void {
    this.#isFollowing = isFollowing;
    const text = isFollowing ? t("Following") : unseen > 0 ? t("{0} new", formatCount(unseen)) : t("Follow");
    this.#follow.replaceChildren(icon(isFollowing ? "debug-pause" : "arrow-down"), element("span", { text }));
    this.#follow.title = isFollowing ? t("Stop following new replies") : t("Go to the newest reply and follow");
    this.#follow.setAttribute("aria-label", `${text}: ${this.#follow.title}`);
    this.#follow.classList.toggle("attention", unseen > 0);
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
  }

  #filterChanged(): void {
    this.#options.onFilter(this.filter);
  }

  #onSearchKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.#search.value !== "") {
      this.#search.value = "";
      this.#filterChanged();
    } else if (event.key === "Escape" || event.key === "ArrowDown" || event.key === "Enter")
      this.#options.onLeaveSearch();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
