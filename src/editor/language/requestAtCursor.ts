import * as vscode from "vscode";
import { type CallFile, type CallRequest, requestAt } from "../../protocol/call/callFile.ts";
import { callFileOf } from "./call/callFiles.ts";
import { callLanguage } from "./callLanguage.ts";

export interface RequestPlace {
  readonly document: vscode.TextDocument;
  readonly file: CallFile;
  readonly request: CallRequest;
}

/** The request the cursor stands in, or the first of the file; undefined, and said, when there is none. */
export function requestAtCursor(): RequestPlace | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId === callLanguage) {
    const { document, selection } = editor;
    const file = callFileOf(document);
    const request = requestAt(file, document.offsetAt(selection.active)) ?? file.requests[0];
    if (request) return { document, file, request };
  }
  const message = vscode.l10n.t("Open a request file (*.call) and put the cursor in a request first.");
  void vscode.window.showInformationMessage(message);
  return undefined;
}
