import * as vscode from "vscode";
import { isVariableName } from "../../protocol/call/parse/variableExpression.ts";
import { StoredNames } from "./storedNames.ts";

/** Only the names are kept outside the secret storage. */
const namesKey = "secretNames";

/** The secrets that `{{$secret name}}` stands for, in the editor's secret storage, an environment's own or for all. */
export class StoredSecrets {
  readonly #storage: vscode.SecretStorage;
  readonly #names: StoredNames;

  constructor(storage: vscode.SecretStorage, state: vscode.Memento) {
    this.#storage = storage;
    this.#names = new StoredNames(state, namesKey);
  }

  names(): readonly string[] {
    return this.#names.list();
  }

  /** The secret of the environment, else the one for all environments. */
  async get(name: string, environment: string | undefined): Promise<string | undefined> {
    const own = environment === undefined ? undefined : await this.#storage.get(storageKey(name, environment));
    return own ?? (await this.#storage.get(storageKey(name, undefined)));
  }

  async set(name: string, environment: string | undefined, value: string): Promise<void> {
    await this.#storage.store(storageKey(name, environment), value);
    await this.#names.add(name);
  }

  /** Deletes the secret for all environments, and for `environment` if one is given. */
  async delete(name: string, environment: string | undefined): Promise<void> {
    await this.#storage.delete(storageKey(name, undefined));
    if (environment !== undefined) await this.#storage.delete(storageKey(name, environment));
    await this.#names.remove(name);
  }

  /** Asks for a name and a value. `environment` is the one in use. */
  async ask(environment: string | undefined): Promise<void> {
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t("Set secret"),
      prompt: vscode.l10n.t("The name, as in {{$secret name}}"),
      validateInput: (text) =>
        isVariableName(text) ? undefined : vscode.l10n.t("A letter or _ first, then letters, digits, _ and -."),
    });
    if (name === undefined) return;
    const scope = environment === undefined ? { environment: undefined } : await askScope(environment);
    if (!scope) return;
    const value = await vscode.window.showInputBox({
      title: vscode.l10n.t("Set secret “{0}”", name),
      prompt: vscode.l10n.t("It is kept in the editor's secret storage, and in no file."),
      password: true,
      ignoreFocusOut: true,
    });
    if (value) await this.set(name, scope.environment, value);
  }

  async askDelete(environment: string | undefined): Promise<void> {
    const name = await vscode.window.showQuickPick([...this.names()], {
      placeHolder:
        this.names().length > 0 ? vscode.l10n.t("The secret to delete") : vscode.l10n.t("No secret is stored."),
    });
    if (name !== undefined) await this.delete(name, environment);
  }
}

async function askScope(environment: string): Promise<{ readonly environment: string | undefined } | undefined> {
  return await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t("For all environments"), environment: undefined },
      { label: vscode.l10n.t("For “{0}” only", environment), environment },
    ],
    { placeHolder: vscode.l10n.t("Which environments use this secret") },
  );
}

function storageKey(name: string, environment: string | undefined): string {
  return JSON.stringify(["secret", environment ?? null, name]);
}
