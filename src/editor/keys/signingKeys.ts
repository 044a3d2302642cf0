import type * as vscode from "vscode";
import type { SigningKey } from "../../core/ed25519Keys.ts";
import { type KeyPair, keyPairOf } from "../../runner/values/keyPair.ts";
import { StoredNames } from "../values/storedNames.ts";

/** Only the names and the targets are kept outside the secret storage. */
const namesKey = "signingKeyNames";
const targetsKey = "signingKeyTargets";

/** Targets remembered of one key: by then the user has been warned many times. */
const maxTargets = 20;

type TargetsByKey = Readonly<Record<string, readonly string[]>>;

/**
 * The Ed25519 keys that sign Service RPC requests, in the editor's secret storage by name, and the targets that each has
 * signed for: requests signed with one key can be linked. A private key is shown nowhere.
 */
export class SigningKeys {
  readonly #storage: vscode.SecretStorage;
  readonly #state: vscode.Memento;
  readonly #names: StoredNames;

  constructor(storage: vscode.SecretStorage, state: vscode.Memento) {
    this.#storage = storage;
    this.#state = state;
    this.#names = new StoredNames(state, namesKey);
  }

  names(): readonly string[] {
    return this.#names.list();
  }

  async get(name: string): Promise<KeyPair | undefined> {
    const stored = await this.#storage.get(storageKey(name));
    return stored === undefined ? undefined : keyPairOf(stored);
  }

  async store(name: string, key: SigningKey): Promise<void> {
    await this.#storage.store(storageKey(name), key.revealSecret());
    await this.#names.add(name);
  }

  async rename(name: string, newName: string): Promise<void> {
    const stored = await this.#storage.get(storageKey(name));
    if (stored === undefined) return;
    // Stored under the new name first: whatever fails, the key is not lost.
    await this.#storage.store(storageKey(newName), stored);
    await this.#storage.delete(storageKey(name));
    await this.#names.remove(name);
    await this.#names.add(newName);
    const { [name]: targets = [], ...rest } = this.#targets();
    await this.#state.update(targetsKey, { ...rest, [newName]: targets });
  }

  async delete(name: string): Promise<void> {
    await this.#storage.delete(storageKey(name));
    await this.#names.remove(name);
    const { [name]: _forgotten, ...rest } = this.#targets();
    await this.#state.update(targetsKey, rest);
  }

  /** The targets that the key has signed requests to, as `noteTarget` was given them. */
  targetsOf(name: string): readonly string[] {
    const targets = this.#targets();
    return Object.hasOwn(targets, name) ? (targets[name] ?? []) : [];
  }

  async noteTarget(name: string, target: string): Promise<void> {
    const known = this.targetsOf(name);
    if (known.includes(target)) return;
    await this.#state.update(targetsKey, { ...this.#targets(), [name]: [...known, target].slice(-maxTargets) });
  }

  #targets(): TargetsByKey {
    return this.#state.get<TargetsByKey>(targetsKey, {});
  }
}

function storageKey(name: string): string {
  return JSON.stringify(["signing-key", name]);
}
