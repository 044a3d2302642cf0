import * as vscode from "vscode";
import type { CallFile, CallRequest } from "../../protocol/call/callFile.ts";
import { commandIds } from "../commandIds.ts";
import { settingKeys } from "../settingKeys.ts";
import { areCodeLensesEnabled, onDidChangeSetting } from "../settings.ts";
import { callFileOf } from "./callFiles.ts";
import { sizeExplanation, sizeLabel, sizeOf } from "./sizeText.ts";
import { editorRange } from "./textPositions.ts";

/** Tells whether a request of a document is being sent. */
export interface CallsUnderWay {
  readonly onDidChange: vscode.Event<void>;
  isUnderWay(document: vscode.TextDocument, request: CallRequest): boolean;
}

/** Shows the size of a request. It is measured when the lens comes into view: a file may have thousands. */
class SizeLens extends vscode.CodeLens {
  readonly file: CallFile;
  readonly request: CallRequest;

  constructor(place: vscode.Range, file: CallFile, request: CallRequest) {
    super(place);
    this.file = file;
    this.request = request;
  }
}

/** Above each request: send it, or cancel it while it is under way, and its size. */
export class CodeLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #calls: CallsUnderWay;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly vscode.Disposable[];

  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(calls: CallsUnderWay) {
    this.#calls = calls;
    this.#subscriptions = [
      this.#changed,
      calls.onDidChange(() => this.#changed.fire()),
      onDidChangeSetting([settingKeys.codeLensEnabled], () => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    ];
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!areCodeLensesEnabled(document)) return [];
    const file = callFileOf(document);
    return file.requests.flatMap((request) => {
      if (!request.body) return [];
      const { start } = editorRange(document, request.range);
      const place = new vscode.Range(start, start);
      return [new vscode.CodeLens(place, this.#action(document, request)), new SizeLens(place, file, request)];
    });
  }

  resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
    const size = lens instanceof SizeLens ? sizeOf(lens.file, lens.request) : undefined;
    if (size) lens.command = { title: sizeLabel(size), tooltip: sizeExplanation(size), command: "" };
    return lens;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #action(document: vscode.TextDocument, request: CallRequest): vscode.Command {
    const at = [document.uri, request.range.offset];
    if (this.#calls.isUnderWay(document, request)) {
      return { title: vscode.l10n.t("$(stop-circle) Cancel"), command: commandIds.cancel, arguments: at };
    }
    return {
      title: vscode.l10n.t("$(play) Send"),
      tooltip: vscode.workspace.isTrusted
        ? vscode.l10n.t("Send this request")
        : vscode.l10n.t("Nothing is sent from a workspace that is not trusted"),
      command: commandIds.send,
      arguments: at,
    };
  }
}
