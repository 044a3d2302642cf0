import { formatCount } from "./duration.ts";
import type { HostChannel } from "./hostChannel.ts";
import { t } from "./translate.ts";

/** The search asks the host, so it waits until the typing pauses. */
const searchDelayMs = 150;

export interface ReplySearchOptions {
  readonly channel: HostChannel;
  /** Another set of replies is found, or the same one is asked for again. */
  readonly onResult: () => void;
  /** How much was found, in words; empty while nothing is searched for. */
  readonly onCount: (text: string) => void;
  readonly onFailure: (message: string) => void;
}

/** The search in the texts of the replies, which the host has. */
export class ReplySearch {
  readonly #options: ReplySearchOptions;
  /** Sequence numbers; undefined while nothing is searched for. */
  #found: ReadonlySet<number> | undefined;
  #query = "";
  /** As it was typed: an answer to anything else comes too late. */
  #wanted = "";
  #timer = 0;

  constructor(options: ReplySearchOptions) {
    this.#options = options;
  }

  /** What the found replies hold, in lower case; empty when nothing is searched for. */
  get query(): string {
    return this.#query;
  }

  finds(sequence: number): boolean {
    return this.#found === undefined || this.#found.has(sequence);
  }

  /** Another call: nothing is searched for. */
  clear(): void {
    window.clearTimeout(this.#timer);
    this.#wanted = "";
    this.#query = "";
    this.#found = undefined;
  }

  search(query: string): void {
    if (query === "") {
      this.clear();
      this.#options.onCount("");
      this.#options.onResult();
      return;
    }
    window.clearTimeout(this.#timer);
    this.#wanted = query;
    if (query.toLowerCase() === this.#query) this.#options.onResult();
    else this.#timer = window.setTimeout(() => this.#ask(query), searchDelayMs);
  }

  #ask(query: string): void {
    this.#options.channel.request("search", { query }).then(
      (result) => {
        if (this.#wanted !== query) return;
        this.#query = query.toLowerCase();
        this.#found = new Set(result.replies);
        const count = formatCount(result.replies.length);
        this.#options.onCount(result.isCut ? t("{0} or more found", count) : t("{0} found", count));
        this.#options.onResult();
      },
      (error: Error) => this.#options.onFailure(error.message),
    );
  }
}
