import * as vscode from "vscode";
import { generateSigningKey, importSigningKey, type SigningKey } from "../../core/ed25519Keys.ts";
import type { SigningKeys } from "./signingKeys.ts";

/** Makes, imports, renames and deletes signing keys as the user says. `suggestName` names one for the request at hand. */
export class KeyCommands {
  readonly #keys: SigningKeys;
  readonly #suggestName: () => Promise<string | undefined>;

  constructor(keys: SigningKeys, suggestName: () => Promise<string | undefined>) {
    this.#keys = keys;
    this.#suggestName = suggestName;
  }

  async create(): Promise<void> {
    const name = await this.#askName(vscode.l10n.t("Create signing key"), await this.#suggestName());
    if (name !== undefined) await this.#keep(name, generateSigningKey());
  }

  /** The private key is not shown while it is typed, and no message repeats it. */
  async import(): Promise<void> {
    const title = vscode.l10n.t("Import signing key");
    const name = await this.#askName(title, await this.#suggestName());
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

  async rename(): Promise<void> {
    const name = await this.#pick(vscode.l10n.t("The key to rename"));
    if (name === undefined) return;
    const newName = await this.#askName(vscode.l10n.t("Rename the key “{0}”", name), name);
    if (newName !== undefined && newName !== name) await this.#keys.rename(name, newName);
  }

  async delete(): Promise<void> {
    const name = await this.#pick(vscode.l10n.t("The key to delete"));
    if (name === undefined) return;
    const doIt = vscode.l10n.t("Delete");
    const message = vscode.l10n.t("Delete the key “{0}”?", name);
    const detail = vscode.l10n.t(
      "It cannot be restored, and responders that know you by it will not know you any more.",
    );
    const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, doIt);
    if (answer === doIt) await this.#keys.delete(name);
  }

  async copyPublicKey(): Promise<void> {
    const name = await this.#pick(vscode.l10n.t("The key whose public half is copied"));
    const key = name === undefined ? undefined : await this.#keys.get(name);
    if (key) await vscode.env.clipboard.writeText(key.publicKey);
  }

  async #pick(placeHolder: string): Promise<string | undefined> {
    const names = this.#keys.names();
    const items = names.map((label) => ({ label, description: this.#keys.targetsOf(label)[0] ?? "" }));
    const none = vscode.l10n.t("No signing key is stored.");
    return (await vscode.window.showQuickPick(items, { placeHolder: names.length > 0 ? placeHolder : none }))?.label;
  }

  async #askName(title: string, value: string | undefined): Promise<string | undefined> {
    return await vscode.window.showInputBox({
      title,
      ...(value !== undefined && { value }),
      prompt: vscode.l10n.t("The name, as in # @sign name. Use one key for one responder: a key tells requests apart."),
      validateInput: (name) => this.#nameProblem(name, value),
    });
  }

  #nameProblem(name: string, current: string | undefined): string | undefined {
    if (!/^[^\s{}]{1,64}$/.test(name))
      return vscode.l10n.t("A name without spaces and braces, of 64 characters at most.");
    if (name === current && !this.#keys.names().includes(name)) return undefined;
    return this.#keys.names().includes(name)
      ? vscode.l10n.t("There is a key of this name. Choose another name.")
      : undefined;
  }

  async #keep(name: string, key: SigningKey): Promise<void> {
    await this.#keys.store(name, key);
    const copy = vscode.l10n.t("Copy Public Key");
    const message = vscode.l10n.t("The key “{0}” is stored. Write # @sign {0} to sign a request with it.", name);
    if ((await vscode.window.showInformationMessage(message, copy)) === copy) {
      await vscode.env.clipboard.writeText(key.requestKey);
    }
  }
}
