import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { pageHtml } from "../../panel/pageHtml.ts";
import { PanelConversation } from "../../panel/panelConversation.ts";
import type { CallHeader, Transcript } from "../../runner/record/transcript.ts";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import { viewIds } from "../manifest/viewIds.ts";
import { type CallPanelActions, panelRequests } from "./panelRequests.ts";

/** Deltas are gathered this long: 20 messages a second are smooth to the eye and cheap for the page. */
const flushDelayMs = 50;

/** Under this key the id of the call on show is kept over a reload of the window. */
const shownCallKey = "panel.shownCall";

/**
 * The one panel that shows a call. It is made beside the editor without taking the focus, stays where the user moves it,
 * and shows each new call in place. The page can be thrown away at any moment: hidden, moved or reloaded, it is rebuilt
 * from what this class holds.
 */
export class CallPanel implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #assets: vscode.Uri;
  readonly #actions: CallPanelActions;
  readonly #memory: vscode.Memento;
  readonly #disposables: vscode.Disposable[] = [];
  readonly #conversation: PanelConversation;
  #panel: vscode.WebviewPanel | undefined;
  #panelDisposables: vscode.Disposable[] = [];
  #liveCall: { dispose(): void } | undefined;
  #flushTimer: NodeJS.Timeout | undefined;

  /**
   * `extensionUri` is the extension's folder: the page is `dist/panel.js` and `dist/panel.css` in it. `memory` is the
   * workspace's.
   */
  constructor(extensionUri: vscode.Uri, actions: CallPanelActions, memory: vscode.Memento) {
    this.#assets = vscode.Uri.joinPath(extensionUri, "dist");
    this.#actions = actions;
    this.#memory = memory;
    this.#conversation = new PanelConversation({
      now: () => Date.now(),
      post: (message) => this.#panel?.webview.postMessage(message),
      translations: vscode.l10n.bundle as Readonly<Record<string, string>> | undefined,
      handlers: panelRequests(actions),
    });
  }

  /** Shows a call from its first event to its last. The focus stays where it is. */
  show(call: LiveCall): void {
    this.#liveCall?.dispose();
    this.#conversation.show({ kind: "live", call });
    let isJoined = false;
    this.#liveCall = call.onEvent((event) => {
      this.#conversation.add(event);
      this.#flushSoon();
      // Before the first event the group may still have to be joined, and its members are not known.
      if (!isJoined) void this.#expectMembers(call.header);
      isJoined = true;
    });
    this.#open(call.header);
  }

  /** Shows the record of an earlier call, or of an imported file. */
  showTranscript(transcript: Transcript): void {
    this.#liveCall?.dispose();
    this.#liveCall = undefined;
    this.#conversation.show({ kind: "record", transcript });
    this.#open(transcript.header);
  }

  /** Brings the panel to the front with the focus in it: only for a command of the user. */
  focus(): void {
    this.#panel?.reveal(undefined, false);
  }

  /** The header of the call on show. */
  get shown(): CallHeader | undefined {
    return this.#conversation.header;
  }

  /** Takes one message of the page. Resolves when it has been answered. */
  async receive(message: unknown): Promise<void> {
    const answered = this.#conversation.receive(message);
    this.#flushSoon();
    await answered;
    this.#flushSoon();
  }

  /** VS Code kept the panel's place over a reload of the window; the call is found again in the history. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    if (this.#panel) {
      panel.dispose();
      return;
    }
    // Not from the page's own state: VS Code writes that down seldom, and in a browser not when the window is reloaded.
    const callId = this.#memory.get<string>(shownCallKey);
    const transcript = callId === undefined ? undefined : await this.#actions.findTranscript(callId);
    this.#adopt(panel);
    if (transcript) this.showTranscript(transcript);
  }

  dispose(): void {
    this.#liveCall?.dispose();
    this.#panel?.dispose();
    this.#forgetPanel();
    for (const disposable of this.#disposables.splice(0)) disposable.dispose();
  }

  async #expectMembers(header: CallHeader): Promise<void> {
    if (header.transport !== "chat" || header.mention !== undefined) return;
    // A core that fails meanwhile says so itself; the members stay unknown, and the table lists those who answer.
    const members = await this.#actions.expectedMembers(header).catch(() => undefined);
    if (!members) return;
    this.#conversation.expectMembers(header.id, members);
    this.#flushSoon();
  }

  #open(header: CallHeader): void {
    if (this.#panel) {
      if (!this.#panel.visible) this.#panel.reveal(undefined, true);
    } else {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.#adopt(vscode.window.createWebviewPanel(viewIds.callPanel, "", place));
    }
    void this.#memory.update(shownCallKey, header.id);
    if (this.#panel) this.#panel.title = vscode.l10n.t("Call: {0}", header.name);
    this.#conversation.sendSnapshot();
    this.#flushSoon();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.title = vscode.l10n.t("SimpleX Call");
    panel.webview.options = {
      enableScripts: true,
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [this.#assets],
    };
    this.#panelDisposables = [
      panel.webview.onDidReceiveMessage((message: unknown) => void this.receive(message)),
      panel.onDidChangeViewState(() => this.#conversation.setVisible(panel.visible)),
      panel.onDidDispose(() => this.#forgetPanel()),
    ];
    panel.webview.html = pageHtml({
      scriptUri: panel.webview.asWebviewUri(vscode.Uri.joinPath(this.#assets, "panel.js")).toString(),
      styleUri: panel.webview.asWebviewUri(vscode.Uri.joinPath(this.#assets, "panel.css")).toString(),
      cspSource: panel.webview.cspSource,
      nonce: randomBytes(18).toString("base64url"),
      language: vscode.env.language,
    });
  }

  #forgetPanel(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    this.#panel = undefined;
    this.#conversation.pageIsGone();
    for (const disposable of this.#panelDisposables.splice(0)) disposable.dispose();
  }

  #flushSoon(): void {
    if (!this.#panel || this.#flushTimer) return;
    this.#flushTimer = setTimeout(() => {
      this.#flushTimer = undefined;
      if (this.#conversation.flush()) this.#flushSoon();
    }, flushDelayMs);
  }
}
