import * as vscode from "vscode";

/** Gives a part of the extension, which is loaded when it is asked for the first time. */
export type FirstUse<Part> = () => Promise<Part>;

/** What a part leaves behind to be ended with the window. */
interface Ending {
  readonly disposables: readonly vscode.Disposable[];
}

/**
 * The parts of the extension that are loaded on first use: each once, however many ask at the same time. A part that could
 * not be loaded is told in the log and to whoever asked, and the next use tries again.
 */
export class LazyParts implements vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #loaded = new vscode.EventEmitter<void>();
  readonly #endings: vscode.Disposable[] = [this.#loaded];
  #isDisposed = false;

  /** Told of each part that has been loaded. */
  readonly onDidLoad = this.#loaded.event;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  /** `name` says in the log what could not be loaded. */
  onFirstUse<Part extends Ending>(name: string, load: () => Promise<Part>): FirstUse<Part> {
    let part: Promise<Part> | undefined;
    return () => {
      part ??= this.#load(name, load).catch((error: unknown) => {
        part = undefined;
        throw error;
      });
      return part;
    };
  }

  /** Loads a part that nobody waits for yet. That it failed is in the log by then. */
  loadAhead(part: FirstUse<unknown>): void {
    void part().then(undefined, () => undefined);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const ending of this.#endings.splice(0)) ending.dispose();
  }

  async #load<Part extends Ending>(name: string, load: () => Promise<Part>): Promise<Part> {
    if (this.#isDisposed) throw new Error(windowCloses);
    try {
      const part = await load();
      // The window may have begun to close meanwhile: what comes too late ends at once.
      if (this.#isDisposed) {
        for (const ending of part.disposables) ending.dispose();
        throw new Error(windowCloses);
      }
      this.#endings.push(...part.disposables);
      this.#loaded.fire();
      return part;
    } catch (error) {
      if (!this.#isDisposed) this.#log.error(`A part of the extension could not be loaded: ${name}.`, error);
      throw error;
    }
  }
}

const windowCloses = "The window is closing, so nothing more of the extension is loaded.";
