import type { ReplySummary } from "../callView.ts";
import type { HostMessage, ViewChange } from "../messages.ts";
import { ViewReplica } from "../viewReplica.ts";
import { ActionFailure } from "./actionFailure.ts";
import { Announcer } from "./announcer.ts";
import { kindAppearance, stateAppearance } from "./appearance.ts";
import { CallHeader } from "./callHeader.ts";
import { formatCount } from "./duration.ts";
import { button, element, icon } from "./element.ts";
import { HostChannel } from "./hostChannel.ts";
import { markedPlain } from "./markedText.ts";
import type { PageContext } from "./pageContext.ts";
import { PageMemory } from "./pageMemory.ts";
import { openFilter, passesFilter, type ReplyFilter } from "./replyFilter.ts";
import { ReplyList } from "./replyList.ts";
import { ReplySearch } from "./replySearch.ts";
import type { SavedPage } from "./savedPage.ts";
import { SidePane } from "./sidePane.ts";
import { Toolbar } from "./toolbar.ts";
import { t, useTranslations } from "./translate.ts";

/** A growing artifact is laid out as a whole each time, so the pane beside the list is drawn less often than the list. */
const sideDelayMs = 150;

/** The whole page: takes the host's messages, keeps its parts up to date, and remembers how the user had set it up. */
export class CallPage {
  readonly #channel = new HostChannel((message) => this.#receive(message));
  readonly #replica = new ViewReplica();
  readonly #announcer = new Announcer();
  readonly #failure = new ActionFailure();
  readonly #memory = new PageMemory(this.#channel, () => this.#setup());
  readonly #search = new ReplySearch({
    channel: this.#channel,
    onResult: () => this.#redrawList(),
    onCount: (text) => this.#toolbar.showFound(text),
    onFailure: (message) => this.#failure.show(message),
  });
  readonly #context: PageContext;
  readonly #header: CallHeader;
  readonly #toolbar: Toolbar;
  readonly #list: ReplyList;
  readonly #side: SidePane;
  readonly #cut = element("div", { class: "cut-notice" });
  readonly #noMatch = element("div", { class: "cut-notice" });
  readonly #empty = element("main", { class: "empty" });
  readonly #call: HTMLElement;
  #clockOffsetMs = 0;
  #sideTimer = 0;

  constructor(root: HTMLElement) {
    this.#context = this.#makeContext();
    this.#header = new CallHeader(this.#context);
    this.#toolbar = new Toolbar({
      onFilter: (filter) => this.#filterChanged(filter),
      onFollow: (isFollowing) => this.#list.follow(isFollowing),
      onLeaveSearch: () => this.#list.focus(),
    });
    this.#list = new ReplyList({
      context: this.#context,
      onFollowChange: () => this.#toolbar.showFollow(this.#list.isFollowing, this.#list.unseen),
      onStateChange: () => this.#memory.saveSoon(),
    });
    this.#side = new SidePane(this.#context);
    const replies = element(
      "main",
      { class: "replies" },
      this.#toolbar.element,
      this.#cut,
      this.#noMatch,
      this.#list.element,
    );
    const columns = element("div", { class: "columns" }, this.#side.element, replies);
    this.#call = element("div", { class: "call" }, this.#header.element, this.#failure.element, columns);
    this.#noMatch.append(
      icon("filter"),
      element("span", { text: t("No reply matches the search and the filters.") }),
      button({ label: t("Show all"), onPress: () => this.#showAll() }),
    );
    root.append(this.#empty, this.#call, this.#announcer.element);
    this.#list.mount();
    this.#drawAll();
    window.addEventListener("keydown", (event) => this.#onKey(event));
    this.#channel.ready();
  }

  #makeContext(): PageContext {
    const page = this;
    return {
      channel: this.#channel,
      act: (name, params, done) => {
        this.#channel.request(name, params).then(
          () => this.#actionDone(done),
          (error: Error) => this.#failure.show(error.message),
        );
      },
      get query() {
        return page.#search.query;
      },
      now: () => Date.now() + this.#clockOffsetMs,
      get canWriteRequest() {
        return page.#replica.view?.header.hasSource ?? false;
      },
      bodyMode: "tree",
      showReply: (sequence) => this.#showReply(sequence),
    };
  }

  #receive(message: Exclude<HostMessage, { kind: "response" }>): void {
    const before = this.#replica.view?.header.id;
    const applied = this.#replica.apply(message);
    switch (applied.kind) {
      case "replaced":
        if (message.kind === "snapshot") this.#takeClock(message.nowMs, message.translations);
        this.#replaced(before);
        break;
      case "changed":
        this.#changed(applied.changes);
        break;
      case "gap":
        this.#channel.wantSnapshot(this.#replica.sequence);
        break;
      case "ignored":
        break;
    }
  }

  #takeClock(nowMs: number, translations: Readonly<Record<string, string>> | undefined): void {
    this.#clockOffsetMs = nowMs - Date.now();
    useTranslations(translations);
  }

  #replaced(idBefore: string | undefined): void {
    const { view } = this.#replica;
    const saved = idBefore === undefined && view ? this.#memory.savedFor(view.header.id) : undefined;
    if (view && view.header.id !== idBefore) this.#beginCall(view.replies, saved);
    this.#drawAll();
    if (saved && !saved.isFollowing) this.#list.restore(saved.scrollTop);
    this.#memory.saveSoon();
  }

  #beginCall(replies: readonly ReplySummary[], saved: SavedPage | undefined): void {
    this.#toolbar.clear();
    this.#toolbar.note(replies);
    this.#side.reset();
    this.#list.begin();
    this.#search.clear();
    this.#failure.hide();
    if (saved) {
      this.#list.follow(saved.isFollowing);
      for (const sequence of saved.openReplies) this.#list.openReplies.add(sequence);
      this.#context.bodyMode = saved.bodyMode;
      this.#toolbar.restore(saved.filter);
      if (saved.filter.query !== "") this.#filterChanged(saved.filter);
    } else {
      this.#list.follow(true);
      this.#openAnswer(replies);
    }
  }

  #drawAll(): void {
    const { view } = this.#replica;
    this.#call.hidden = !view;
    this.#empty.hidden = view !== undefined;
    if (!view) {
      this.#empty.replaceChildren(
        icon("comment-discussion"),
        element("h1", { text: t("No call yet") }),
        element("p", { text: t("Press Send above a request, and its replies appear here.") }),
      );
      return;
    }
    this.#header.show(view);
    this.#side.show(view);
    this.#drawCut(view.cutReplies);
    this.#redrawList();
    this.#toolbar.showFollow(this.#list.isFollowing, this.#list.unseen);
  }

  #changed(changes: readonly ViewChange[]): void {
    const { view } = this.#replica;
    if (!view) return;
    for (const change of changes) {
      switch (change.kind) {
        case "state":
          this.#header.showState(view);
          if ("elapsedMs" in change.state) this.#announceEnd();
          break;
        case "replies":
          this.#appended(change.appended);
          break;
        case "problems":
          this.#list.update(new Map(view.replies.map((reply) => [reply.sequence, reply])), change.found);
          break;
        case "cut":
          this.#drawCut(change.cutReplies);
          break;
        case "size":
          this.#header.drawFacts(view.header);
          break;
        case "task":
        case "progress":
        case "members":
        case "questions":
          this.#drawSideSoon();
          break;
      }
    }
  }

  #appended(replies: readonly ReplySummary[]): void {
    this.#toolbar.note(replies);
    this.#openAnswer(replies);
    this.#list.append(replies);
    this.#drawNoMatch();
    const count = replies.length;
    const last = replies.at(-1);
    if (!last) return;
    this.#announcer.announce(() =>
      t(
        "{0} replies. The last is from {1}: {2} {3}",
        formatCount(this.#replica.view?.replies.length ?? count),
        markedPlain(last.sender),
        t(kindAppearance[last.kind].text),
        markedPlain(last.label ?? ""),
      ),
    );
  }

  /** The reply that answers is what the user waits for, so it opens by itself while the list is short. */
  #openAnswer(replies: readonly ReplySummary[]): void {
    for (const reply of replies.slice(-maxOpenedAnswers)) {
      const isAnswer = reply.kind === "response" || reply.kind === "error" || reply.kind === "envelope-error";
      if (isAnswer && reply.sequence <= maxOpenedAnswers) this.#list.openReplies.add(reply.sequence);
    }
  }

  #announceEnd(): void {
    const { view } = this.#replica;
    if (view) this.#announcer.announceNow(t(stateAppearance[view.state.kind].text));
  }

  #drawSideSoon(): void {
    if (this.#sideTimer !== 0) return;
    this.#sideTimer = window.setTimeout(() => {
      this.#sideTimer = 0;
      if (this.#replica.view) this.#side.show(this.#replica.view);
    }, sideDelayMs);
  }

  #drawCut(cutReplies: number): void {
    this.#cut.hidden = cutReplies === 0;
    const text = t("{0} replies are not in this list: the call had more than are kept.", formatCount(cutReplies));
    this.#cut.replaceChildren(icon("info"), element("span", { text }));
  }

  #filterChanged({ query }: ReplyFilter): void {
    this.#search.search(query);
    this.#memory.save();
  }

  #redrawList(): void {
    const replies = this.#replica.view?.replies ?? [];
    this.#list.reset(
      replies,
      (reply) => passesFilter(reply, this.#toolbar.filter) && this.#search.finds(reply.sequence),
    );
    this.#drawNoMatch();
  }

  #drawNoMatch(): void {
    this.#noMatch.hidden = this.#list.shownCount > 0 || (this.#replica.view?.replies.length ?? 0) === 0;
  }

  #showAll(): void {
    this.#toolbar.restore(openFilter);
    this.#filterChanged(openFilter);
  }

  #showReply(sequence: number): void {
    if (this.#list.show(sequence)) return;
    this.#showAll();
    if (!this.#list.show(sequence)) this.#failure.show(t("Reply {0} was left out to bound the memory.", sequence));
  }

  #actionDone(done: string | undefined): void {
    this.#failure.hide();
    if (done !== undefined) this.#announcer.announceNow(done);
  }

  #onKey(event: KeyboardEvent): void {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "f";
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping;
    if (!isFind && !isSlash) return;
    event.preventDefault();
    event.stopPropagation();
    this.#toolbar.focusSearch();
  }

  /** How the user has set the page up, to be found so again. */
  #setup(): SavedPage | undefined {
    const { view } = this.#replica;
    if (!view) return undefined;
    return {
      callId: view.header.id,
      openReplies: [...this.#list.openReplies],
      bodyMode: this.#context.bodyMode,
      filter: this.#toolbar.filter,
      isFollowing: this.#list.isFollowing,
      scrollTop: this.#list.scrollTop,
    };
  }
}

/** Answers among this many first replies open by themselves: those of a stream or a broadcast would fill the page. */
const maxOpenedAnswers = 3;
