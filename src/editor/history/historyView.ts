import * as vscode from "vscode";
import type { CallOutcome } from "../../exchange/callEvent.ts";
import { type CallGroup, groupByTarget } from "../../runner/record/callGroups.ts";
import { defaultHistoryBounds, type HistoryEntry } from "../../runner/record/history.ts";
import { createHistorySearch, type HistorySearch } from "../../runner/record/historySearch.ts";
import { commandIds } from "../manifest/commandIds.ts";
import { contextKeys } from "../manifest/contextKeys.ts";
import type { CallHistory } from "./callHistory.ts";
import { timeText } from "./timeText.ts";

const groupingKey = "history.isGrouped";

export type HistoryNode =
  | { readonly kind: "target"; readonly group: CallGroup }
  | { readonly kind: "call"; readonly entry: HistoryEntry };

/** The view of past calls, newest first, in one list or by target, all of them or those that a search finds. */
export class HistoryView implements vscode.TreeDataProvider<HistoryNode>, vscode.Disposable {
  readonly #history: CallHistory;
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<HistoryNode>;
  readonly #subscriptions: readonly vscode.Disposable[];
  #search: HistorySearch | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  /** `state` keeps what the user chose; `view` is where the calls show. */
  constructor(history: CallHistory, state: vscode.Memento, view: vscode.TreeView<HistoryNode>) {
    this.#history = history;
    this.#state = state;
    this.#view = view;
    this.#subscriptions = [this.#changed, history.onDidChange(() => this.#changed.fire(undefined))];
    this.#announce();
  }

  get isGrouped(): boolean {
    return this.#state.get<boolean>(groupingKey) ?? false;
  }

  async group(isGrouped: boolean): Promise<void> {
    await this.#state.update(groupingKey, isGrouped);
    this.#announce();
  }

  /** Shows the calls in which every word of the text is found; all of them for an empty one. */
  search(text: string): void {
    this.#search = text.trim() === "" ? undefined : createHistorySearch(text.trim(), this.#history);
    this.#announce();
  }

  async askSearch(): Promise<void> {
    const text = await vscode.window.showInputBox({
      title: vscode.l10n.t("Search the history"),
      prompt: vscode.l10n.t("Words of a name, a target, a method, an outcome, a request or a reply"),
      value: this.#search?.query ?? "",
    });
    if (text !== undefined) this.search(text);
  }

  async getChildren(node?: HistoryNode): Promise<HistoryNode[]> {
    if (node) return node.kind === "target" ? node.group.entries.map(callNode) : [];
    const all = await this.#history.entries();
    const found = await this.#found(all);
    this.#view.message = this.#message(found.length, all.length) ?? "";
    return this.isGrouped ? groupByTarget(found).map((group) => ({ kind: "target", group })) : found.map(callNode);
  }

  getTreeItem(node: HistoryNode): vscode.TreeItem {
    return node.kind === "target" ? targetItem(node.group) : callItem(node.entry, this.isGrouped);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #found(entries: readonly HistoryEntry[]): Promise<readonly HistoryEntry[]> {
    const search = this.#search;
    if (!search) return entries;
    const found: HistoryEntry[] = [];
    for (const entry of entries) if (await search.matches(entry)) found.push(entry);
    return found;
  }

  #message(found: number, all: number): string | undefined {
    if (this.#search) return vscode.l10n.t("{0} of {1} calls have “{2}”", found, all, this.#search.query);
    if (all < defaultHistoryBounds.maxCalls) return undefined;
    return vscode.l10n.t("The newest {0} calls are kept.", defaultHistoryBounds.maxCalls);
  }

  #announce(): void {
    void vscode.commands.executeCommand("setContext", contextKeys.historyGrouped, this.isGrouped);
    void vscode.commands.executeCommand("setContext", contextKeys.historySearched, this.#search !== undefined);
    this.#changed.fire(undefined);
  }
}

function callNode(entry: HistoryEntry): HistoryNode {
  return { kind: "call", entry };
}

function targetItem({ target, title, entries }: CallGroup): vscode.TreeItem {
  const label = title ?? target;
  const count = entries.length === 1 ? vscode.l10n.t("1 call") : vscode.l10n.t("{0} calls", entries.length);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `target:${target}`;
  item.description = count;
  // Without it a screen reader would read the tooltip alone.
  item.accessibilityInformation = { label: `${label}, ${count}` };
  item.iconPath = new vscode.ThemeIcon("link");
  item.tooltip = target;
  item.contextValue = "target";
  return item;
}

function callItem(entry: HistoryEntry, isUnderTarget: boolean): vscode.TreeItem {
  const { header, end } = entry;
  const item = new vscode.TreeItem(header.name);
  const target = header.targetTitle ?? header.target;
  const outcome = end ? outcomeText(end.outcome) : vscode.l10n.t("end unknown");
  item.id = header.id;
  item.description = [
    outcome,
    timeText(header.startedAt),
    coreText(header.core),
    ...(isUnderTarget ? [] : [target]),
  ].join(" · ");
  item.iconPath = iconOf(end?.outcome);
  // Names and targets are shown as plain text, whoever wrote them.
  item.tooltip = [
    header.name,
    target,
    `${header.protocol} ${header.method ?? ""}`.trim(),
    `${outcome} · ${new Date(header.startedAt).toLocaleString(vscode.env.language)} · ${coreText(header.core)}`,
  ].join("\n");
  item.contextValue = "call";
  item.command = { command: commandIds.openCall, title: "", arguments: [callNode(entry)] };
  return item;
}

function coreText(core: string): string {
  switch (core) {
    case "sandbox":
      return vscode.l10n.t("sandbox");
    case "managed":
      return vscode.l10n.t("managed core");
    case "external":
      return vscode.l10n.t("external core");
    default:
      return core;
  }
}

function iconOf(outcome: CallOutcome | undefined): vscode.ThemeIcon {
  switch (outcome) {
    case "answered":
      return new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"));
    case "cancelled":
      return new vscode.ThemeIcon("circle-slash");
    case "timeout":
      return new vscode.ThemeIcon("watch", new vscode.ThemeColor("list.warningForeground"));
    case undefined:
      return new vscode.ThemeIcon("question");
    case "protocol-error":
    case "envelope-error":
    case "core-error":
    case "connection-lost":
      return new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed"));
  }
}

function outcomeText(outcome: CallOutcome): string {
  switch (outcome) {
    case "answered":
      return vscode.l10n.t("answered");
    case "protocol-error":
      return vscode.l10n.t("answered with an error");
    case "envelope-error":
      return vscode.l10n.t("refused");
    case "core-error":
      return vscode.l10n.t("not sent by the core");
    case "timeout":
      return vscode.l10n.t("no answer in time");
    case "cancelled":
      return vscode.l10n.t("cancelled");
    case "connection-lost":
      return vscode.l10n.t("connection lost");
  }
}
