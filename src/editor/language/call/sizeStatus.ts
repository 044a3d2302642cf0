import * as vscode from "vscode";
import type { SizeMeter } from "../../../protocol/call/sizeMeter.ts";
import { callLanguage } from "../callLanguage.ts";
import { callFileOf } from "./callFiles.ts";
import { sizeAt, sizeExplanation, sizeLabel } from "./sizeText.ts";

/** Shows in the status bar how much of its limit the request at the cursor takes. */
export class SizeStatus implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor() {
    this.#item = vscode.window.createStatusBarItem("simplexAgents.size", vscode.StatusBarAlignment.Right, 91);
    this.#item.name = vscode.l10n.t("Size of the request");
    const draw = () => this.#draw(vscode.window.activeTextEditor);
    this.#subscriptions = [
      this.#item,
      vscode.window.onDidChangeActiveTextEditor(draw),
      vscode.window.onDidChangeTextEditorSelection(draw),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) draw();
      }),
    ];
    draw();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(editor: vscode.TextEditor | undefined): void {
    const size = editor?.document.languageId === callLanguage ? sizeAtCursor(editor) : undefined;
    if (!size) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(dashboard) ${sizeLabel(size)}`;
    this.#item.tooltip = sizeExplanation(size);
    this.#item.backgroundColor = backgroundOf(size.state);
    this.#item.show();
  }
}

function sizeAtCursor({ document, selection }: vscode.TextEditor): SizeMeter | undefined {
  return sizeAt(callFileOf(document), document.offsetAt(selection.active));
}

function backgroundOf(state: SizeMeter["state"]): vscode.ThemeColor | undefined {
  switch (state) {
    case "fits":
      return undefined;
    case "tight":
      return new vscode.ThemeColor("statusBarItem.warningBackground");
    case "too-large":
      return new vscode.ThemeColor("statusBarItem.errorBackground");
  }
}
