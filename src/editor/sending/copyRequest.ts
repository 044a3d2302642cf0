import * as vscode from "vscode";
import { requestAtCursor } from "../language/requestAtCursor.ts";
import type { RunContexts } from "./runContexts.ts";

/** Copies the request at the cursor as it would be sent, its variables filled in. Secrets stay names. */
export async function copyFilledRequest(contexts: RunContexts): Promise<void> {
  const place = requestAtCursor();
  if (!place) return;
  const { document, file, request } = place;
  const { filledRequest } = await import("../../runner/export/filledRequest.ts");
  const filled = await filledRequest(file, request, await contexts.of(document.uri, document.getText()));
  if (filled.kind === "problems") {
    const [problem] = filled.problems;
    void vscode.window.showErrorMessage(vscode.l10n.t("Nothing was copied. {0}", problem?.message ?? ""));
    return;
  }
  await vscode.env.clipboard.writeText(filled.text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("The request is in the clipboard, without secrets."), 5_000);
}
