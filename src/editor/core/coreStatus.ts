import * as vscode from "vscode";
import type { CoreMode } from "../../core/core.ts";
import { commandIds } from "../manifest/commandIds.ts";
import { markdownText } from "../markdownText.ts";
import type { CoreHost, CoreHostState } from "./coreHost.ts";

const secondMs = 1000;

/** Shows in the status bar which core is in use and how it is, and counts down to the next attempt to reach it. */
export class CoreStatus implements vscode.Disposable {
  readonly #host: CoreHost;
  readonly #item: vscode.StatusBarItem;
  readonly #subscription: { dispose(): void };
  #countdown: NodeJS.Timeout | undefined;

  constructor(host: CoreHost) {
    this.#host = host;
    this.#item = vscode.window.createStatusBarItem("simplexAgents.core", vscode.StatusBarAlignment.Left, 20);
    this.#item.name = vscode.l10n.t("SimpleX core");
    this.#item.command = commandIds.selectCore;
    this.#subscription = host.onState(() => this.#draw());
    this.#draw();
  }

  /** Not before the window uses anything of the extension: in the others the status bar has no room for it. */
  show(): void {
    this.#item.show();
  }

  dispose(): void {
    clearTimeout(this.#countdown);
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #draw(): void {
    clearTimeout(this.#countdown);
    const { mode, state } = this.#host;
    this.#item.text = `$(${iconOf(mode, state)}) ${modeName(mode)}${suffixOf(state)}`;
    this.#item.tooltip = tooltipOf(mode, state);
    const isFault = state.kind === "failed" || state.kind === "retrying";
    this.#item.backgroundColor = isFault ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#item.accessibilityInformation = { label: explanationOf(mode, state) };
    if (state.kind === "retrying") this.#countdown = setTimeout(() => this.#draw(), secondMs);
  }
}

/** The cause is text of the core or the system: it is appended as text, and only these commands are links. */
function tooltipOf(mode: CoreMode, state: CoreHostState): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString("", true);
  tooltip.isTrusted = {
    enabledCommands: [commandIds.selectCore, commandIds.startCore, commandIds.reconnectCore, commandIds.showLog],
  };
  tooltip.appendMarkdown(markdownText(explanationOf(mode, state)));
  const start =
    state.kind === "idle"
      ? `[$(play) ${vscode.l10n.t("Start")}](command:${commandIds.startCore})`
      : `[$(debug-restart) ${vscode.l10n.t("Reconnect")}](command:${commandIds.reconnectCore})`;
  const choose = `[$(settings) ${vscode.l10n.t("Choose another core")}](command:${commandIds.selectCore})`;
  const log = `[$(output) ${vscode.l10n.t("Show log")}](command:${commandIds.showLog})`;
  tooltip.appendMarkdown(`\n\n${[start, choose, log].join(" · ")}`);
  return tooltip;
}

function modeName(mode: CoreMode): string {
  switch (mode) {
    case "sandbox":
      return vscode.l10n.t("SimpleX: sandbox");
    case "managed":
      return vscode.l10n.t("SimpleX: managed core");
    case "external":
      return vscode.l10n.t("SimpleX: external core");
  }
}

function iconOf(mode: CoreMode, state: CoreHostState): string {
  switch (state.kind) {
    case "starting":
      return "sync~spin";
    case "retrying":
    case "failed":
      return "warning";
    case "stopped":
      return "circle-slash";
    case "idle":
    case "ready":
      return mode === "sandbox" ? "beaker" : "plug";
  }
}

function suffixOf(state: CoreHostState): string {
  switch (state.kind) {
    case "starting":
      return ` ${vscode.l10n.t("(starting)")}`;
    case "retrying":
      return ` ${vscode.l10n.t("(retrying in {0} s)", secondsUntil(state.retryAtMs))}`;
    case "failed":
      return ` ${vscode.l10n.t("(not available)")}`;
    case "stopped":
      return ` ${vscode.l10n.t("(stopped)")}`;
    case "idle":
    case "ready":
      return "";
  }
}

function explanationOf(mode: CoreMode, state: CoreHostState): string {
  const what =
    mode === "sandbox"
      ? vscode.l10n.t("Requests go to the sandbox, a network inside the editor that reaches nobody.")
      : vscode.l10n.t("Requests go through a SimpleX core to the network.");
  return `${what} ${stateSentence(state)}`.trim();
}

function stateSentence(state: CoreHostState): string {
  switch (state.kind) {
    case "idle":
      return vscode.l10n.t("It starts with the first request.");
    case "starting":
      return vscode.l10n.t("It is starting.");
    case "ready":
      return vscode.l10n.t("It is ready.");
    case "retrying":
      return vscode.l10n.t(
        "There is no connection. {0} It is tried again in {1} s.",
        state.cause,
        secondsUntil(state.retryAtMs),
      );
    case "stopped":
      return state.cause ? vscode.l10n.t("It stopped: {0}", state.cause) : vscode.l10n.t("It is stopped.");
    case "failed":
      return state.message;
  }
}

function secondsUntil(atMs: number): number {
  return Math.max(0, Math.ceil((atMs - Date.now()) / secondMs));
}
