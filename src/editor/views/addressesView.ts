import * as vscode from "vscode";
import { type AddressRecord, mergeClaims } from "../../discovery/addressRecord.ts";
import type { AddressClaim } from "../../discovery/claim.ts";
import { commandIds } from "../commandIds.ts";
import type { CoreHost } from "../coreHost.ts";
import {
  type AddressNode,
  addressGroups,
  childrenOf,
  fileSourceOf,
  isCallable,
  protocolDetail,
  sandboxClaim,
} from "./addressTree.ts";

export const addressesViewId = "simplexAgents.addresses";

/** A workspace with more such files is a corpus, not a project. */
const maxFiles = 100;
const filePattern = "**/{llms,llms-full}.txt";

/** How claims are read out of an `llms.txt`, and when two links are one address. Loaded when the first one is read. */
export interface AddressReading {
  readonly claimsOf: (text: string, where: string) => readonly AddressClaim[];
  readonly identify: (link: string) => string;
}

/** The view of addresses: those of the workspace's `llms.txt` files, and those of the sandbox. Nothing is fetched. */
export class AddressesView implements vscode.TreeDataProvider<AddressNode>, vscode.Disposable {
  readonly #host: CoreHost;
  readonly #loadReading: () => Promise<AddressReading>;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: { dispose(): void }[];
  #fileClaims: Promise<readonly AddressClaim[]> | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(host: CoreHost, loadReading: () => Promise<AddressReading>, log: vscode.LogOutputChannel) {
    this.#host = host;
    this.#loadReading = loadReading;
    this.#log = log;
    const watcher = vscode.workspace.createFileSystemWatcher(filePattern);
    const refresh = () => this.refresh();
    let mode = host.mode;
    this.#subscriptions = [
      this.#changed,
      vscode.window.createTreeView(addressesViewId, { treeDataProvider: this, showCollapseAll: true }),
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

  /** Every address known without starting anything: those of the files, and of the sandbox once it runs. */
  async knownRecords(): Promise<readonly AddressRecord[]> {
    const isRunning = this.#host.state.kind === "ready";
    return this.#merged(await this.#claimsOfFiles(), isRunning ? await this.#claimsOfSandbox() : []);
  }

  async getChildren(node?: AddressNode): Promise<AddressNode[]> {
    if (node) return [...childrenOf(node)];
    const [files, sandbox] = await Promise.all([this.#claimsOfFiles(), this.#claimsOfSandbox()]);
    return addressGroups(await this.#merged(files, sandbox));
  }

  getTreeItem(node: AddressNode): vscode.TreeItem {
    return treeItemOf(node);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  /** One record an address: what a file says of an address of the sandbox is compared with what the sandbox says. */
  async #merged(files: readonly AddressClaim[], sandbox: readonly AddressClaim[]): Promise<readonly AddressRecord[]> {
    return mergeClaims([...files, ...sandbox], (await this.#loadReading()).identify);
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

function treeItemOf(node: AddressNode): vscode.TreeItem {
  switch (node.kind) {
    case "group":
      return groupItem(node.source);
    case "address":
      return addressItem(node.record);
    case "protocol": {
      const item = new vscode.TreeItem(node.protocol.name);
      item.description = protocolDetail(node.protocol);
      item.iconPath = new vscode.ThemeIcon("symbol-interface");
      return item;
    }
    case "fact": {
      const item = new vscode.TreeItem(factLabel(node.fact));
      item.description = node.isUnknown ? vscode.l10n.t("unknown") : node.text;
      item.iconPath = new vscode.ThemeIcon(node.isUnknown ? "question" : "info");
      if (node.isUnknown) item.tooltip = vscode.l10n.t("No source says anything of it. That is not a no.");
      return item;
    }
    case "contradiction": {
      const item = new vscode.TreeItem(node.message);
      item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
      item.tooltip = node.message;
      return item;
    }
    case "source": {
      const item = new vscode.TreeItem(vscode.Uri.parse(node.source.where), vscode.TreeItemCollapsibleState.None);
      item.description = node.source.line === undefined ? "" : vscode.l10n.t("line {0}", node.source.line);
      item.contextValue = "source";
      item.command = { command: commandIds.openSource, title: "", arguments: [node] };
      return item;
    }
  }
}

function groupItem(source: "workspace" | "sandbox"): vscode.TreeItem {
  const isSandbox = source === "sandbox";
  const label = isSandbox ? vscode.l10n.t("Sandbox") : vscode.l10n.t("Workspace");
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = source;
  item.description = isSandbox ? vscode.l10n.t("demo bots, no network") : "llms.txt";
  item.iconPath = new vscode.ThemeIcon(isSandbox ? "beaker" : "root-folder");
  return item;
}

function addressItem(record: AddressRecord): vscode.TreeItem {
  const title = record.title?.value ?? record.link;
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Collapsed);
  const names = record.protocols?.value.map(({ name }) => name) ?? [];
  item.description = [typeLabel(record), names.join(", ")].filter(Boolean).join(" · ");
  item.iconPath = new vscode.ThemeIcon(iconOf(record));
  // A peer chose the title: it is shown as plain text.
  item.tooltip = `${title}\n${record.link}`;
  item.contextValue = [
    "address",
    ...(isCallable(record) ? ["callable"] : []),
    ...(fileSourceOf(record) ? ["source"] : []),
  ].join(" ");
  return item;
}

function iconOf({ type, isBusiness, contradictions }: AddressRecord): string {
  if (contradictions.length > 0) return "warning";
  if (isBusiness?.value) return "briefcase";
  switch (type?.value) {
    case "channel":
      return "broadcast";
    case "group":
      return "organization";
    case "contact":
      return "hubot";
    case undefined:
      return "question";
  }
}

function typeLabel({ type, isBusiness }: AddressRecord): string {
  switch (type?.value) {
    case "channel":
      return vscode.l10n.t("channel");
    case "group":
      return vscode.l10n.t("group");
    case "contact":
      return isBusiness?.value ? vscode.l10n.t("business contact") : vscode.l10n.t("contact");
    case undefined:
      return "";
  }
}

function factLabel(fact: "protocols" | "peers" | "changeFrequency"): string {
  switch (fact) {
    case "protocols":
      return vscode.l10n.t("Protocols");
    case "peers":
      return vscode.l10n.t("Made for");
    case "changeFrequency":
      return vscode.l10n.t("Updated");
  }
}
