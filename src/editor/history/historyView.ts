import * as vscode from "vscode";
import type { CallOutcome } from "../../exchange/callEvent.ts";
import type { HistoryEntry } from "../../runner/history.ts";
import { commandIds } from "../commandIds.ts";
import type { CallHistory } from "./callHistory.ts";

export const historyViewId = "simplexAgents.history";

/** The view of past calls, newest first. Typing in it searches names and targets, as in any tree. */
export class HistoryView implements vscode.TreeDataProvider<HistoryEntry>, vscode.Disposable {
  readonly #history: CallHistory;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: readonly vscode.Disposable[];

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(history: CallHistory) {
    this.#history = history;
    this.#subscriptions = [
      this.#changed,
      history.onDidChange(() => this.#changed.fire(undefined)),
      vscode.window.createTreeView(historyViewId, { treeDataProvider: this }),
    ];
  }

  async getChildren(entry?: HistoryEntry): Promise<HistoryEntry[]> {
    return entry ? [] : [...(await this.#history.entries())];
  }

  getTreeItem({ header, end }: HistoryEntry): vscode.TreeItem {
    const item = new vscode.TreeItem(header.name);
    const target = header.targetTitle ?? header.target;
    item.id = header.id;
    item.description = [timeText(header.startedAt), end && outcomeText(end.outcome), target]
      .filter(Boolean)
      .join(" · ");
    item.iconPath = iconOf(end?.outcome);
    // Names and targets are shown as plain text, whoever wrote them.
    item.tooltip = [header.name, target, `${header.protocol} ${header.method ?? ""}`.trim(), header.core].join("\n");
    item.contextValue = "call";
    item.command = { command: commandIds.openCall, title: "", arguments: [{ header, end }] };
    return item;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function timeText(startedAt: string): string {
  const time = new Date(startedAt);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString(vscode.env.language) : time.toLocaleString(vscode.env.language);
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
