import { element } from "./element.ts";

/** A screen reader hears of news at most this often: a fast stream would talk without end. */
const pauseMs = 3000;

/** Tells screen readers what happened, politely and not too often. The latest text wins. */
export class Announcer {
  readonly element = element("div", {
    class: "visually-hidden",
    attributes: { role: "status", "aria-live": "polite" },
  });
  #next: (() => string) | undefined;
  #timer = 0;

  /** `text` is made when it is spoken, so that it tells how things stand then. */
  announce(text: () => string): void {
    this.#next = text;
    if (this.#timer === 0) this.#speak();
  }

  /** For what the user has just done: spoken at once. */
  announceNow(text: string): void {
    window.clearTimeout(this.#timer);
    this.#next = () => text;
    this.#speak();
  }

  #speak(): void {
    const text = this.#next?.();
    this.#next = undefined;
    this.#timer = 0;
    if (text === undefined) return;
    this.element.textContent = text;
    this.#timer = window.setTimeout(() => this.#speak(), pauseMs);
  }
}
