import type { CallEvent } from "../exchange/callEvent.ts";
import { errorMessage } from "../protocol/text/errorMessage.ts";
import type { CallHeader } from "../runner/record/transcript.ts";
import { bodyText } from "./bodyText.ts";
import { CallModel } from "./callModel.ts";
import type { HostMessage, PageRequest, RequestName, RequestTable } from "./messages.ts";
import { parsePageMessage } from "./pageMessage.ts";
import { searchReplies } from "./replySearch.ts";
import { eventsOf, headerOf, replyOf, type ShownCall, sentTextOf } from "./shownCall.ts";

/** Requests that are answered from the call itself. */
type ReadingName = "read-reply" | "read-request" | "search";

/** Answers the requests that need the editor. A rejection becomes the error of the response. */
export type PanelHandlers = {
  readonly [Name in Exclude<RequestName, ReadingName>]: (
    params: RequestTable[Name]["params"],
    shown: ShownCall,
  ) => Promise<void>;
};

/** Longest slice of checking: the editor's extension host has other work to do between two. */
const checkSliceMs = 20;

export interface PanelConversationOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Gives a message to the page. A page that is gone loses it, and asks for a snapshot when it is back. */
  readonly post: (message: HostMessage) => void;
  readonly translations: Readonly<Record<string, string>> | undefined;
  readonly handlers: PanelHandlers;
}

/**
 * The host's side of the messages: keeps the view of the call on show, numbers the deltas, answers `ready` and gaps with a
 * snapshot, and every request with exactly one response. Knows no editor, so that tests can be its page.
 */
export class PanelConversation {
  readonly #options: PanelConversationOptions;
  #shown: ShownCall | undefined;
  #model: CallModel | undefined;
  #sequence = 0;
  #hasPage = false;

  constructor(options: PanelConversationOptions) {
    this.#options = options;
  }

  get shown(): ShownCall | undefined {
    return this.#shown;
  }

  get header(): CallHeader | undefined {
    return this.#shown && headerOf(this.#shown);
  }

  /** Replaces the call on show. */
  show(shown: ShownCall): void {
    const model = new CallModel(headerOf(shown), { isRecord: shown.kind === "record" });
    for (const event of eventsOf(shown)) model.add(event);
    this.#shown = shown;
    this.#model = model;
    this.sendSnapshot();
  }

  /** Takes in the names of the members of a group that serve the protocol, if that call is still on show. */
  expectMembers(callId: string, members: readonly string[]): void {
    if (this.header?.id === callId) this.#model?.expectMembers(members);
  }

  /** Takes in the next event of the live call. The page hears of it at the next `flush`. */
  add(event: CallEvent): void {
    this.#model?.add(event);
  }

  /**
   * Checks some more replies and sends what has changed since the last time as one delta. Returns true when replies are
   * left to check, so that it should be called again soon.
   */
  flush(): boolean {
    if (!this.#model || !this.#hasPage) return false;
    const endMs = this.#options.now() + checkSliceMs;
    const isMoreLeft = this.#model.checkReplies(() => this.#options.now() < endMs);
    this.#sendChanges(this.#model);
    return isMoreLeft;
  }

  #sendChanges(model: CallModel): void {
    const changes = model.takeChanges();
    if (changes.length === 0) return;
    this.#sequence++;
    this.#options.post({ kind: "delta", sequence: this.#sequence, changes });
  }

  sendSnapshot(): void {
    if (!this.#hasPage) return;
    this.#model?.takeChanges();
    this.#options.post({
      kind: "snapshot",
      sequence: this.#sequence,
      nowMs: this.#options.now(),
      ...(this.#model && { view: this.#model.view }),
      ...(this.#options.translations && { translations: this.#options.translations }),
    });
  }

  /** A page that is shown again may have missed what was sent meanwhile. */
  setVisible(isVisible: boolean): void {
    if (isVisible) this.sendSnapshot();
  }

  /** Nothing is sent to a page that is gone: it is thrown away and made anew. */
  pageIsGone(): void {
    this.#hasPage = false;
  }

  /** Takes one message of the page. Resolves when it has been answered, if it is a request. Never rejects. */
  async receive(value: unknown): Promise<void> {
    const message = parsePageMessage(value);
    if (!message) return this.#refuse(value);
    if (message.kind !== "request") {
      this.#hasPage = true;
      this.sendSnapshot();
      return;
    }
    try {
      const result = await this.#answer(message);
      this.#options.post({ kind: "response", id: message.id, ok: true, result });
    } catch (error) {
      const text = errorMessage(error);
      this.#options.post({ kind: "response", id: message.id, ok: false, message: text });
    }
  }

  /** A request that cannot be read is still answered, so that the page does not wait for its time limit. */
  #refuse(value: unknown): void {
    if (typeof value !== "object" || value === null || !("id" in value) || typeof value.id !== "number") return;
    this.#options.post({
      kind: "response",
      id: value.id,
      ok: false,
      message: "The panel asked for something that does not exist. Reload the window.",
    });
  }

  async #answer(request: PageRequest): Promise<unknown> {
    const shown = this.#shown;
    if (!shown) throw new Error("The panel shows no call. Send a request first.");
    switch (request.name) {
      case "read-reply":
        return this.#readReply(shown, request.params.reply);
      case "read-request":
        return bodyText(sentTextOf(shown) ?? "", []);
      case "search":
        return searchReplies(eventsOf(shown), request.params.query);
      default:
        await runHandler(this.#options.handlers, request, shown);
        return {};
    }
  }

  #readReply(shown: ShownCall, sequence: number): RequestTable["read-reply"]["result"] {
    const reply = replyOf(shown, sequence);
    if (!reply) {
      throw new Error(
        "This reply was left out to bound the memory the call takes. The first and last replies are kept.",
      );
    }
    return bodyText(reply.text, this.#model?.problemsOf(reply) ?? []);
  }
}

function runHandler(
  handlers: PanelHandlers,
  request: Exclude<PageRequest, { name: ReadingName }>,
  shown: ShownCall,
): Promise<void> {
  // The table pairs each name with its parameters; the compiler cannot follow the pairing through a lookup.
  const handler = handlers[request.name] as (params: unknown, shown: ShownCall) => Promise<void>;
  return handler(request.params, shown);
}
