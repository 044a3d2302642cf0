import * as vscode from "vscode";
import { type DocumentKind, documentKinds } from "../protocol/documentKind.ts";
import { type CheckedDocuments, kindLabel } from "./language/checks/checkedDocuments.ts";
import type { Diagnostics } from "./language/checks/diagnostics.ts";

/** Asks what the document, or the selection in it, is to be checked as, and checks it. */
export async function checkAs(documents: CheckedDocuments, diagnostics: Diagnostics): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open the text to check in an editor first."));
    return;
  }
  const { document, selection } = editor;
  const current = documents.kindOf(document);
  const items = documentKinds.map(
    (kind): KindItem => ({
      label: kindLabel(kind),
      checkedAs: kind,
      ...(kind === current && { description: vscode.l10n.t("as now") }),
    }),
  );
  const placeHolder = selection.isEmpty
    ? vscode.l10n.t("What this document is checked as")
    : vscode.l10n.t("What the selection is checked as");
  const picked = await vscode.window.showQuickPick(items, { placeHolder });
  if (!picked) return;
  if (selection.isEmpty) {
    documents.choose(document, picked.checkedAs);
    await diagnostics.check(document);
  } else await diagnostics.checkPart(document, selection, picked.checkedAs);
  tellResult(diagnostics.problemsOf(document).length);
}

interface KindItem extends vscode.QuickPickItem {
  readonly checkedAs: DocumentKind;
}

function tellResult(count: number): void {
  const message =
    count === 0
      ? vscode.l10n.t("SimpleX Agents: no problems found")
      : vscode.l10n.t("SimpleX Agents: {0} problems found", count);
  vscode.window.setStatusBarMessage(message, 5_000);
}
