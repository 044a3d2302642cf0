import * as vscode from "vscode";
import { type AddressRecord, mergeClaims } from "../../discovery/addressRecord.ts";
import type { AddressClaim } from "../../discovery/claim.ts";
import type { CoreHost } from "../core/coreHost.ts";
import { contextKeys } from "../manifest/contextKeys.ts";
import { addressItem } from "./addressItems.ts";
import { type AddressNode, addressGroups, childrenOf, filteredRecords, sandboxClaim } from "./addressTree.ts";

/** A workspace with more such files is a corpus, not a project. */
const maxFiles = 100;
const filePattern = "**/{llms,llms-full}.txt";

/** How claims are read out of an `llms.txt`, and when two links are one address. Loaded when the first one is read. */
export interface AddressReading {
  readonly claimsOf: (text: string, where: string) => readonly AddressClaim[];
  readonly identify: (link: string) => string;
}

/** What was discovered on the user's action. */
export interface DiscoveredClaims {
  readonly onDidChange: vscode.Event<void>;
  claims(): readonly AddressClaim[];
}

/** What the view of addresses needs from the rest of the editor. */
export interface AddressesViewParts {
  readonly host: CoreHost;
  readonly discovered: DiscoveredClaims;
  readonly loadReading: () => Promise<AddressReading>;
  /** Where the addresses show. */
  readonly view: vscode.TreeView<AddressNode>;
  readonly log: vscode.LogOutputChannel;
}

/**
 * The view of addresses: those of the workspace's `llms.txt` files, those discovered on the user's action, and those of the
 * sandbox. The view itself fetches nothing.
 */
export class AddressesView implements vscode.TreeDataProvider<AddressNode>, vscode.Disposable {
  readonly #host: CoreHost;
  readonly #loadReading: () => Promise<AddressReading>;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: { dispose(): void }[];
  readonly #discovered: DiscoveredClaims;
  readonly #tree: vscode.TreeView<AddressNode>;
  #fileClaims: Promise<readonly AddressClaim[]> | undefined;
  #filter = "";

  readonly onDidChangeTreeData = this.#changed.event;

  constructor({ host, discovered, loadReading, view, log }: AddressesViewParts) {
    this.#host = host;
    this.#discovered = discovered;
    this.#loadReading = loadReading;
    this.#log = log;
    const watcher = vscode.workspace.createFileSystemWatcher(filePattern);
    const refresh = () => this.refresh();
    let mode = host.mode;
    this.#tree = view;
    this.#subscriptions = [
      this.#changed,
      discovered.onDidChange(() => this.#changed.fire(undefined)),
      watcher,
      watcher.onDidCreate(refresh),
      watcher.onDidChange(refresh),
      watcher.onDidDelete(refresh),
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
      host.onState(() => {
        if (host.mode !== mode) refresh();
        mode = host.mode;
      }),
    ];
  }

  refresh(): void {
    this.#fileClaims = undefined;
    this.#changed.fire(undefined);
  }

  /** Asks for words, and shows only the addresses that have them. */
  async askFilter(): Promise<void> {
    const text = await vscode.window.showInputBox({
      title: vscode.l10n.t("Filter addresses"),
      prompt: vscode.l10n.t("Words of the title, the link, the type, a protocol or the source. Empty shows all."),
      value: this.#filter,
    });
    if (text !== undefined) this.filter(text);
  }

  filter(text: string): void {
    this.#filter = text.trim();
    this.#tree.message = this.#filter === "" ? "" : vscode.l10n.t("Filtered by “{0}”", this.#filter);
    void vscode.commands.executeCommand("setContext", contextKeys.addressesFiltered, this.#filter !== "");
    this.#changed.fire(undefined);
  }

  /** Every address known without starting anything: those of the files, and of the sandbox once it runs. */
  async knownRecords(): Promise<readonly AddressRecord[]> {
    const isRunning = this.#host.state.kind === "ready";
    return await this.#merged(await this.#claimsOfFiles(), isRunning ? await this.#claimsOfSandbox() : []);
  }

  /** Their titles by link. */
  async titles(): Promise<ReadonlyMap<string, string>> {
    const records = await this.knownRecords();
    return new Map(records.flatMap(({ link, title }) => (title ? [[link, title.value] as const] : [])));
  }

  /** What is known of the address of a link without asking anybody, each claim with its source. */
  async claimsAbout(link: string): Promise<readonly AddressClaim[]> {
    const { identify } = await this.#loadReading();
    const key = identify(link);
    const sandbox = this.#host.state.kind === "ready" ? await this.#claimsOfSandbox() : [];
    const claims = [...(await this.#claimsOfFiles()), ...this.#discovered.claims(), ...sandbox];
    return claims.filter((claim) => identify(claim.link) === key);
  }

  async getChildren(node?: AddressNode): Promise<AddressNode[]> {
    if (node) return [...childrenOf(node)];
    const [files, sandbox] = await Promise.all([this.#claimsOfFiles(), this.#claimsOfSandbox()]);
    return [...addressGroups(filteredRecords(await this.#merged(files, sandbox), this.#filter))];
  }

  getTreeItem(node: AddressNode): vscode.TreeItem {
    return addressItem(node);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  /** One record an address: what a file says of an address of the sandbox is compared with what the sandbox says. */
  async #merged(files: readonly AddressClaim[], sandbox: readonly AddressClaim[]): Promise<readonly AddressRecord[]> {
    // A file that the view reads itself is as it is now, and what was discovered in it may not be.
    const readHere = new Set(files.map(({ source }) => source.where));
    const discovered = this.#discovered.claims().filter(({ source }) => !readHere.has(source.where));
    return mergeClaims([...files, ...discovered, ...sandbox], (await this.#loadReading()).identify);
  }

  /** The claims of the workspace's files, read once until one of them changes. */
  #claimsOfFiles(): Promise<readonly AddressClaim[]> {
    this.#fileClaims ??= this.#readFiles();
    return this.#fileClaims;
  }

  async #readFiles(): Promise<readonly AddressClaim[]> {
    const files = await vscode.workspace.findFiles(filePattern, "**/node_modules/**", maxFiles);
    return (await Promise.all(files.map((file) => this.#claimsOf(file)))).flat();
  }

  async #claimsOf(file: vscode.Uri): Promise<readonly AddressClaim[]> {
    try {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      return (await this.#loadReading()).claimsOf(text, file.toString());
    } catch (error) {
      this.#log.warn(`${file.toString()} could not be read, so its addresses are not shown.`, error);
      return [];
    }
  }

  /** The sandbox starts when its addresses are asked for; a failure is for the status bar and the log. */
  async #claimsOfSandbox(): Promise<readonly AddressClaim[]> {
    try {
      return (await this.#host.addresses()).map(sandboxClaim);
    } catch (error) {
      this.#log.error("The sandbox could not be started, so its addresses are not shown.", error);
      return [];
    }
  }
}
