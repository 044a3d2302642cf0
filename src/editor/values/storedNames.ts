import type * as vscode from "vscode";

/** The names of what stands in the secret storage, kept beside it: it cannot list them in every version of the editor. */
export class StoredNames {
  readonly #state: vscode.Memento;
  readonly #stateKey: string;

  constructor(state: vscode.Memento, stateKey: string) {
    this.#state = state;
    this.#stateKey = stateKey;
  }

  /** In alphabetical order. */
  list(): readonly string[] {
    return this.#state.get<readonly string[]>(this.#stateKey, []);
  }

  async add(name: string): Promise<void> {
    await this.#state.update(this.#stateKey, [...new Set([...this.list(), name])].toSorted());
  }

  async remove(name: string): Promise<void> {
    await this.#state.update(
      this.#stateKey,
      this.list().filter((other) => other !== name),
    );
  }
}
