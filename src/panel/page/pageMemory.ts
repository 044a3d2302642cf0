import type { HostChannel } from "./hostChannel.ts";
import { readSavedPage, type SavedPage } from "./savedPage.ts";

const saveDelayMs = 300;

const maxSavedOpen = 200;

/** Keeps how the user has set the page up, so that the page can be thrown away at any moment. */
export class PageMemory {
  readonly #channel: HostChannel;
  readonly #setup: () => SavedPage | undefined;
  #timer = 0;

  /** `setup` tells how the page is set up now; undefined while it shows no call. */
  constructor(channel: HostChannel, setup: () => SavedPage | undefined) {
    this.#channel = channel;
    this.#setup = setup;
    // A page that is hidden is thrown away, and a timer would not come to its end.
    window.addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => this.save());
  }

  /** How the page was set up for that call, if that is what was saved last. */
  savedFor(callId: string): SavedPage | undefined {
    return readSavedPage(this.#channel.savedState, callId);
  }

  saveSoon(): void {
    if (this.#timer !== 0) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.save();
    }, saveDelayMs);
  }

  save(): void {
    const setup = this.#setup();
    if (setup) this.#channel.saveState({ ...setup, openReplies: setup.openReplies.slice(-maxSavedOpen) });
  }
}
