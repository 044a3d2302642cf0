import * as vscode from "vscode";
import { type SigningKey as CoreKey, generateSigningKey, importSigningKey } from "../core/ed25519Keys.ts";
import type { SigningKey } from "../runner/requestKey.ts";

/** Only the names are kept outside the secret storage, which cannot list them in every version of the editor. */
const namesKey = "signingKeyNames";

/** The Ed25519 keys that sign Service RPC requests, in the editor's secret storage. A private key is shown nowhere. */
export class SigningKeys {
  readonly #storage: vscode.SecretStorage;
  readonly #state: vscode.Memento;

  constructor(storage: vscode.SecretStorage, state: vscode.Memento) {
    this.#storage = storage;
    this.#state = state;
  }

  names(): readonly string[] {
    return this.#state.get<readonly string[]>(namesKey, []);
  }

  async get(name: string): Promise<SigningKey | undefined> {
    const stored = await this.#storage.get(storageKey(name));
    const imported = stored === undefined ? undefined : importSigningKey(stored);
    if (imported?.kind !== "ok") return undefined;
    return { privateKey: imported.key.revealSecret(), publicKey: imported.key.requestKey };
  }

  async store(name: string, key: CoreKey): Promise<void> {
    await this.#storage.store(storageKey(name), key.revealSecret());
    await this.#state.update(namesKey, [...new Set([...this.names(), name])].toSorted());
  }

  /** Asks for a name and makes a key of that name. */
  async askCreate(): Promise<void> {
    const name = await this.#askName(vscode.l10n.t("Create signing key"));
    if (name !== undefined) await this.#keep(name, generateSigningKey());
  }

  /** Asks for a name and a private key, which is not shown while it is typed. */
  async askImport(): Promise<void> {
    const title = vscode.l10n.t("Import signing key");
    const name = await this.#askName(title);
    if (name === undefined) return;
    const text = await vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t("The Ed25519 private key: PKCS #8, as PEM or base64"),
      password: true,
      ignoreFocusOut: true,
      validateInput: (given) => {
        const imported = importSigningKey(given);
        return imported.kind === "refused" ? imported.message : undefined;
      },
    });
    const imported = text === undefined ? undefined : importSigningKey(text);
    if (imported?.kind === "ok") await this.#keep(name, imported.key);
  }

  async askDelete(): Promise<void> {
    const names = this.names();
    const name = await vscode.window.showQuickPick([...names], {
      placeHolder: names.length > 0 ? vscode.l10n.t("The key to delete") : vscode.l10n.t("No signing key is stored."),
    });
    if (name === undefined) return;
    await this.#storage.delete(storageKey(name));
    await this.#state.update(
      namesKey,
      names.filter((other) => other !== name),
    );
  }

  async #askName(title: string): Promise<string | undefined> {
    return await vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t("The name, as in # @sign name. Use one key for one responder: a key tells requests apart."),
      validateInput: (name) => this.#nameProblem(name),
    });
  }

  #nameProblem(name: string): string | undefined {
    if (!/^\S{1,64}$/.test(name)) return vscode.l10n.t("A name without spaces, of 64 characters at most.");
    return this.names().includes(name) ? vscode.l10n.t("There is a key of this name. Delete it first.") : undefined;
  }

  async #keep(name: string, key: CoreKey): Promise<void> {
    await this.store(name, key);
    const copy = vscode.l10n.t("Copy Public Key");
    const message = vscode.l10n.t("The key “{0}” is stored. Write # @sign {0} to sign a request with it.", name);
    if ((await vscode.window.showInformationMessage(message, copy)) === copy) {
      await vscode.env.clipboard.writeText(key.requestKey);
    }
  }
}

function storageKey(name: string): string {
  return JSON.stringify(["signing-key", name]);
}
