import type * as vscode from "vscode";

/** Gives a part of the extension, which is loaded when it is asked for the first time. */
export type FirstUse<Part> = () => Promise<Part>;

/** What a part leaves behind to be ended with the window. */
interface Ending {
  readonly disposables: readonly vscode.Disposable[];
}

export interface LazyPartsSurroundings {
  readonly log: Pick<vscode.LogOutputChannel, "error">;
  /** Told of each part that has been loaded. */
  readonly onLoad: () => void;
}

const windowCloses = "The window is closing, so nothing more of the extension is loaded.";

/**
 * The parts of the extension that are loaded on first use: each once, however many ask at the same time. A part that could
 * not be loaded is told in the log and to whoever asked, and the next use tries again.
 */
export class LazyParts implements vscode.Disposable {
  readonly #surroundings: LazyPartsSurroundings;
  readonly #endings: vscode.Disposable[] = [];
  #isDisposed = false;

  constructor(surroundings: LazyPartsSurroundings) {
    this.#surroundings = surroundings;
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

  /** Loads a part that nobody waits for yet. A failure needs no other telling than the log's. */
  loadAhead(part: FirstUse<unknown>): void {
    void part().then(undefined, () => undefined);
  }

  dispose(): void {
    this.#isDisposed = true;
    endAll(this.#endings.splice(0));
  }

  async #load<Part extends Ending>(name: string, load: () => Promise<Part>): Promise<Part> {
    if (this.#isDisposed) throw new Error(windowCloses);
    const part = await load().catch((error: unknown) => {
      this.#surroundings.log.error(`A part of the extension could not be loaded: ${name}.`, error);
      throw error;
    });
    // The window may have begun to close meanwhile: what comes too late ends at once.
    if (this.#isDisposed) {
      endAll(part.disposables);
      throw new Error(windowCloses);
    }
    this.#endings.push(...part.disposables);
    this.#surroundings.onLoad();
    return part;
  }
}

function endAll(disposables: readonly vscode.Disposable[]): void {
  for (const disposable of disposables) disposable.dispose();
}
