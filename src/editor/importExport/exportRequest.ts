import * as vscode from "vscode";
import type { ExportKind } from "../../runner/export/exportKinds.ts";
import { requestAtCursor } from "../language/requestAtCursor.ts";
import type { RunContexts } from "../sending/runContexts.ts";

/** Asks for a form, and opens the request at the cursor in it as a new document. Nothing is sent; secrets stay names. */
export async function exportRequestAs(contexts: RunContexts): Promise<void> {
  if (!requestAtCursor()) return;
  const form = await vscode.window.showQuickPick(forms(), {
    placeHolder: vscode.l10n.t("What to write the request as, without secrets"),
  });
  if (form) await openExported(contexts, form.as);
}

/** Opens the request at the cursor in a form, or tells why it has none. */
export async function openExported(contexts: RunContexts, as: ExportKind): Promise<vscode.TextDocument | undefined> {
  const place = requestAtCursor();
  if (!place) return undefined;
  const { exportRequest } = await import("../../runner/export/exportRequest.ts");
  const context = await contexts.of(place.document.uri, place.document.getText());
  const result = await exportRequest(place.file, place.request, context, as);
  if (result.kind === "problems") {
    void vscode.window.showErrorMessage(vscode.l10n.t("Nothing was exported. {0}", result.problems[0]?.message ?? ""));
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument({ language: languages[as], content: result.text });
  await vscode.window.showTextDocument(document);
  if (result.notes.length > 0) void vscode.window.showInformationMessage(result.notes.join(" "));
  return document;
}

const languages: { readonly [kind in ExportKind]: string } = {
  core: "plaintext",
  typescript: "typescript",
  python: "python",
};

function forms(): (vscode.QuickPickItem & { readonly as: ExportKind })[] {
  return [
    { label: vscode.l10n.t("Commands of the core"), detail: "/_service_request, /_send", as: "core" },
    { label: "TypeScript", detail: vscode.l10n.t("For the npm package simplex-chat"), as: "typescript" },
    { label: "Python", detail: vscode.l10n.t("For the PyPI package simplex-chat"), as: "python" },
  ];
}
