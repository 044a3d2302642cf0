import * as vscode from "vscode";
import type { CallFile, CallRequest } from "../../../protocol/call/callFile.ts";
import { commandIds } from "../../manifest/commandIds.ts";
import { settingKeys } from "../../manifest/settingKeys.ts";
import { areCodeLensesEnabled, onDidChangeSetting } from "../../manifest/settings.ts";
import { editorRange } from "../textPositions.ts";
import { callFileOf } from "./callFiles.ts";
import { sizeExplanation, sizeLabel, sizeOf } from "./sizeText.ts";

/** Tells whether a request of a document is being sent. */
export interface CallsUnderWay {
  readonly onDidChange: vscode.Event<void>;
  isUnderWay(document: vscode.TextDocument, request: CallRequest): boolean;
}

/** What a lens is about. It says nothing until it comes into view: a file may have thousands of requests. */
class RequestLens extends vscode.CodeLens {
  readonly shows: "action" | "size";
  readonly document: vscode.TextDocument;
  readonly file: CallFile;
  readonly request: CallRequest;

  constructor(shows: RequestLens["shows"], document: vscode.TextDocument, file: CallFile, request: CallRequest) {
    const { start } = editorRange(document, request.range);
    super(new vscode.Range(start, start));
    this.shows = shows;
    this.document = document;
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
      const isBounded = request.body.kind === "command" || request.body.kind === "envelope";
      const shown = isBounded ? (["action", "size"] as const) : (["action"] as const);
      return shown.map((shows) => new RequestLens(shows, document, file, request));
    });
  }

  resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
    if (!(lens instanceof RequestLens)) return lens;
    const { document, file, request } = lens;
    lens.command = lens.shows === "action" ? this.#action(document, request) : sizeCommand(file, request);
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

/** A text without a command of its own. */
function sizeCommand(file: CallFile, request: CallRequest): vscode.Command {
  const size = sizeOf(file, request);
  return size
    ? { title: sizeLabel(size), tooltip: sizeExplanation(size), command: "" }
    : {
        title: vscode.l10n.t("size unknown"),
        tooltip: vscode.l10n.t("The body cannot be read as JSON, so it is not known how large its message is."),
        command: "",
      };
}
