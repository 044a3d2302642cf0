import type { Core, CoreMode, CoreState, Disposable } from "../core/core.ts";

/** How a core of one mode comes to be. It may throw an `Error` whose message tells the user what to do. */
export type CoreMaker = () => Promise<Core>;

export type CoreHostState =
  /** Nothing has asked for the core yet. */
  { readonly kind: "idle" } | { readonly kind: "failed"; readonly message: string } | CoreState;

/** Owns the window's one core: makes it on first use, replaces it when the mode changes, closes it with the window. */
export class CoreHost implements Disposable {
  readonly #makers: Readonly<Record<CoreMode, CoreMaker>>;
  readonly #listeners = new Set<(state: CoreHostState) => void>();
  #mode: CoreMode;
  #state: CoreHostState = { kind: "idle" };
  #core: Promise<Core> | undefined;
  /** Counts the cores made, so that a late one of an earlier mode is closed instead of used. */
  #generation = 0;
  #isDisposed = false;

  constructor(mode: CoreMode, makers: Readonly<Record<CoreMode, CoreMaker>>) {
    this.#mode = mode;
    this.#makers = makers;
  }

  get mode(): CoreMode {
    return this.#mode;
  }

  get state(): CoreHostState {
    return this.#state;
  }

  /** The core, made on first use. Rejects with an `Error` to show when it cannot be made; the next call tries again. */
  core(): Promise<Core> {
    if (this.#isDisposed) return Promise.reject(new Error("The window is closing, so no core can be started."));
    this.#core ??= this.#make();
    return this.#core;
  }

  /** Closes the core in use; the next use makes one of `mode`. */
  async restart(mode: CoreMode): Promise<void> {
    const previous = this.#core;
    this.#core = undefined;
    this.#generation += 1;
    this.#mode = mode;
    this.#change({ kind: "idle" });
    await closeQuietly(previous);
  }

  onState(listener: (state: CoreHostState) => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  dispose(): void {
    void this.close();
  }

  /** Closes the core and waits for it, so that a managed process has ended before the window has. */
  async close(): Promise<void> {
    this.#isDisposed = true;
    this.#listeners.clear();
    const previous = this.#core;
    this.#core = undefined;
    this.#generation += 1;
    await closeQuietly(previous);
  }

  async #make(): Promise<Core> {
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    this.#change({ kind: "starting" });
    try {
      const core = await this.#makers[this.#mode]();
      if (!isCurrent()) {
        await core.close();
        throw new Error("The core was replaced while it started. Send again to use the new one.");
      }
      core.onState((state) => {
        if (isCurrent()) this.#change(state);
      });
      this.#change(core.state);
      return core;
    } catch (error) {
      if (isCurrent()) {
        this.#core = undefined;
        this.#change({ kind: "failed", message: messageOf(error) });
      }
      throw error;
    }
  }

  #change(state: CoreHostState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** A core that could not be made has nothing to close, and its failure was told to whoever asked for it. */
async function closeQuietly(core: Promise<Core> | undefined): Promise<void> {
  const made = await core?.catch(() => undefined);
  await made?.close();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
