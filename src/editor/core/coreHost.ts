import type { SandboxAddress } from "../../bots/demo/demoBots.ts";
import type { Core, CoreMode, CoreState, Disposable } from "../../core/core.ts";
import { errorMessage } from "../../protocol/text/errorMessage.ts";

/** A core with what belongs to it. */
export interface RunningCore {
  readonly core: Core;
  /** The addresses of the network, which only the sandbox can list. */
  addresses?(): readonly SandboxAddress[];
  /** Closes the core and what runs beside it. */
  close(): Promise<void>;
}

/** How a core of one mode comes to be. It may throw an `Error` whose message tells the user what to do. */
export type CoreMaker = () => Promise<RunningCore>;

export type CoreHostState =
  /** Nothing has asked for the core yet. */
  { readonly kind: "idle" } | { readonly kind: "failed"; readonly message: string } | CoreState;

/** Owns the window's one core: makes it on first use, replaces it when the mode changes, closes it with the window. */
export class CoreHost implements Disposable {
  readonly #makers: Readonly<Record<CoreMode, CoreMaker>>;
  readonly #listeners = new Set<(state: CoreHostState) => void>();
  #mode: CoreMode;
  #state: CoreHostState = { kind: "idle" };
  #running: Promise<RunningCore> | undefined;
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
  async core(): Promise<Core> {
    return (await this.#run()).core;
  }

  /** The addresses of the sandbox, which is started for it; none in any other mode. */
  async addresses(): Promise<readonly SandboxAddress[]> {
    return this.#mode === "sandbox" ? ((await this.#run()).addresses?.() ?? []) : [];
  }

  /** Closes the core in use; the next use makes one of `mode`. */
  async restart(mode: CoreMode): Promise<void> {
    const previous = this.#running;
    this.#running = undefined;
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
    const previous = this.#running;
    this.#running = undefined;
    this.#generation += 1;
    await closeQuietly(previous);
  }

  #run(): Promise<RunningCore> {
    if (this.#isDisposed) return Promise.reject(new Error("The window is closing, so no core can be started."));
    this.#running ??= this.#make();
    return this.#running;
  }

  async #make(): Promise<RunningCore> {
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    this.#change({ kind: "starting" });
    try {
      const running = await this.#makers[this.#mode]();
      const { core } = running;
      if (!isCurrent()) {
        await running.close();
        throw new Error("The core was replaced while it started. Send again to use the new one.");
      }
      core.onState((state) => {
        if (isCurrent()) this.#change(state);
      });
      this.#change(core.state);
      return running;
    } catch (error) {
      if (isCurrent()) {
        this.#running = undefined;
        this.#change({ kind: "failed", message: errorMessage(error) });
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
async function closeQuietly(running: Promise<RunningCore> | undefined): Promise<void> {
  const made = await running?.catch(() => undefined);
  await made?.close();
}
