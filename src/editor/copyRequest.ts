import * as vscode from "vscode";
import { requestAt } from "../protocol/call/callFile.ts";
import { callFileOf } from "./language/callFiles.ts";
import { callLanguage } from "./language/checkedDocuments.ts";
import type { RunContexts } from "./runContexts.ts";

/** Copies the request at the cursor as it would be sent, its variables filled in. Secrets are left out. */
export async function copyFilledRequest(contexts: RunContexts): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== callLanguage) return;
  const { document, selection } = editor;
  const file = callFileOf(document);
  const request = requestAt(file, document.offsetAt(selection.active)) ?? file.requests[0];
  if (!request) return;
  const { prepareRequest } = await import("../runner/prepareRequest.ts");
  const prepared = await prepareRequest(file, request, await contexts.of(document.uri, document.getText()));
  if (prepared.kind === "problems") {
    const [problem] = prepared.problems;
    const message = vscode.l10n.t("Nothing was copied. {0}", problem?.message ?? "");
    void vscode.window.showErrorMessage(message);
    return;
  }
  const { redactor, request: filled } = prepared.call;
  await vscode.env.clipboard.writeText(redactor.text(filled.text));
  vscode.window.setStatusBarMessage(vscode.l10n.t("The request is in the clipboard, without secrets."), 5_000);
}
