import * as vscode from "vscode";
import {
  type EnvironmentFile,
  type EnvironmentFileResult,
  type EnvironmentValues,
  environmentFileName,
  parseEnvironmentFile,
  privateEnvironmentFileName,
} from "../../runner/values/environments.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { commandIds } from "../manifest/commandIds.ts";
import { settingKeys } from "../manifest/settingKeys.ts";
import { defaultEnvironment, onDidChangeSetting } from "../manifest/settings.ts";

const chosenKey = "environment";

/** A deeper folder has its own environment files, or none. */
const maxFoldersUp = 32;

export interface ChosenEnvironment {
  readonly name: string | undefined;
  readonly shared: EnvironmentValues | undefined;
  readonly private: EnvironmentValues | undefined;
  /** Files that could not be read, each in a sentence that names no value. */
  readonly failures: readonly string[];
}

/** The environment files beside request files, and which environment the window uses. The choice is kept a workspace. */
export class WorkspaceEnvironments implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #item: vscode.StatusBarItem;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly vscode.Disposable[];

  /** Another environment is in use, or an environment file was saved. */
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#item = vscode.window.createStatusBarItem("simplexAgents.environment", vscode.StatusBarAlignment.Right, 90);
    this.#item.name = vscode.l10n.t("SimpleX environment");
    this.#item.command = commandIds.selectEnvironment;
    const watcher = vscode.workspace.createFileSystemWatcher(
      `**/{${environmentFileName},${privateEnvironmentFileName}}`,
    );
    const announce = () => this.#changed.fire();
    this.#subscriptions = [
      this.#item,
      this.#changed,
      watcher,
      watcher.onDidCreate(announce),
      watcher.onDidChange(announce),
      watcher.onDidDelete(announce),
      vscode.window.onDidChangeActiveTextEditor(() => this.#draw()),
      onDidChangeSetting([settingKeys.environment], () => {
        this.#draw();
        announce();
      }),
    ];
    this.#draw();
  }

  /** The name of the environment in use, or undefined for `$shared` alone. */
  chosenName(scope: vscode.Uri | undefined): string | undefined {
    const chosen = this.#state.get<string | null>(chosenKey);
    return chosen === undefined ? defaultEnvironment(scope) : (chosen ?? undefined);
  }

  /** The values that hold for a request file, read anew: they may have been edited since. */
  async valuesFor(requestFile: vscode.Uri): Promise<ChosenEnvironment> {
    const name = this.chosenName(requestFile);
    const [shared, secret] = await Promise.all([
      findEnvironmentFile(requestFile, environmentFileName),
      findEnvironmentFile(requestFile, privateEnvironmentFileName),
    ]);
    return {
      name,
      shared: fileOf(shared)?.valuesOf(name),
      private: fileOf(secret)?.valuesOf(name),
      failures: [shared, secret].flatMap((result) => (result?.kind === "invalid" ? [result.message] : [])),
    };
  }

  /** Asks which environment to use. */
  async select(): Promise<void> {
    const requestFile = vscode.window.activeTextEditor?.document.uri;
    const names = requestFile ? await environmentNames(requestFile) : [];
    const chosen = this.chosenName(requestFile);
    const none = {
      label: vscode.l10n.t("No environment"),
      detail: vscode.l10n.t("Only variables of “$shared”"),
      name: null,
    };
    const items = [none, ...names.map((name) => ({ label: name, name }))].map((item) => ({
      ...item,
      ...((item.name ?? undefined) === chosen && { description: vscode.l10n.t("in use") }),
    }));
    const placeHolder =
      names.length > 0
        ? vscode.l10n.t("The environment that requests take their variables from")
        : vscode.l10n.t("No environment yet: put a {0} beside the request file or above it", environmentFileName);
    const picked = await vscode.window.showQuickPick(items, { placeHolder });
    if (picked) await this.choose(picked.name ?? undefined);
  }

  async choose(name: string | undefined): Promise<void> {
    await this.#state.update(chosenKey, name ?? null);
    this.#draw();
    this.#changed.fire();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== callLanguage) {
      this.#item.hide();
      return;
    }
    const name = this.chosenName(document.uri);
    this.#item.text = `$(server-environment) ${name ?? vscode.l10n.t("No environment")}`;
    this.#item.tooltip = vscode.l10n.t("The environment that requests take their variables from. Click to choose.");
    this.#item.show();
  }
}

/** The environments' names in the files that hold for a request file. */
async function environmentNames(requestFile: vscode.Uri): Promise<readonly string[]> {
  const files = await Promise.all([
    findEnvironmentFile(requestFile, environmentFileName),
    findEnvironmentFile(requestFile, privateEnvironmentFileName),
  ]);
  return [...new Set(files.flatMap((result) => fileOf(result)?.names ?? []))];
}

function fileOf(result: EnvironmentFileResult | undefined): EnvironmentFile | undefined {
  return result?.kind === "file" ? result.file : undefined;
}

/** The nearest file of that name: beside the request file or in a folder above it, inside its workspace folder. */
async function findEnvironmentFile(requestFile: vscode.Uri, name: string): Promise<EnvironmentFileResult | undefined> {
  for (const folder of foldersUp(requestFile)) {
    const text = await readText(vscode.Uri.joinPath(folder, name));
    if (text !== undefined) return parseEnvironmentFile(text, name);
  }
  return undefined;
}

function foldersUp(requestFile: vscode.Uri): vscode.Uri[] {
  const root = vscode.workspace.getWorkspaceFolder(requestFile) ?? vscode.workspace.workspaceFolders?.[0];
  if (requestFile.scheme === "untitled") return root ? [root.uri] : [];
  const folders = [vscode.Uri.joinPath(requestFile, "..")];
  const isInside = root && requestFile.path.startsWith(`${root.uri.path}/`);
  while (isInside && folders.length < maxFoldersUp) {
    const last = folders.at(-1);
    if (!last || last.path === root.uri.path) break;
    folders.push(vscode.Uri.joinPath(last, ".."));
  }
  return folders;
}

/** The saved text of a file, or undefined when there is no such file. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
