import * as vscode from "vscode";
import type { CheckedDocuments } from "../language/checks/checkedDocuments.ts";

/** Calls `act` for each document, open or opened later, that is checked by its language, its name or the user's choice. */
export function onDocumentOfOurs(
  documents: CheckedDocuments,
  act: (document: vscode.TextDocument) => void,
): vscode.Disposable {
  const look = (document: vscode.TextDocument): void => {
    if (documents.kindOf(document)) act(document);
  };
  for (const document of vscode.workspace.textDocuments) look(document);
  return vscode.workspace.onDidOpenTextDocument(look);
}
