import * as vscode from "vscode";
import { decodeText } from "../../protocol/text/decodeText.ts";
import { callLanguage } from "../language/callLanguage.ts";

/** Asks where to import from, and opens what comes of it as a new request file. Nothing is sent, and no file is changed. */
export async function importRequests(): Promise<void> {
  const source = await vscode.window.showQuickPick(sources(), {
    placeHolder: vscode.l10n.t("An .http file, a curl command, an mcp.json or an Agent Card"),
  });
  const text = await source?.read();
  if (text !== undefined) await openImported(text);
}

/** Opens the request file made of another tool's text, or tells why there is none. */
export async function openImported(text: string): Promise<vscode.TextDocument | undefined> {
  const { importText } = await import("../../runner/import/importText.ts");
  const result = importText(text);
  if (result.kind === "failed") {
    void vscode.window.showErrorMessage(result.message);
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument({ language: callLanguage, content: result.text });
  await vscode.window.showTextDocument(document);
  if (result.leftOut.length > 0) {
    const message = vscode.l10n.t(
      "{0} requests were imported, and {1} left out; the file begins with the reasons.",
      result.requests,
      result.leftOut.length,
    );
    void vscode.window.showInformationMessage(message);
  }
  return document;
}

interface Source extends vscode.QuickPickItem {
  readonly read: () => Thenable<string | undefined>;
}

function sources(): Source[] {
  const editor = vscode.window.activeTextEditor;
  const inEditor = {
    label: vscode.l10n.t("From the active editor"),
    detail: vscode.l10n.t("The selection, or the whole document"),
    read: async () => editor?.document.getText(editor.selection.isEmpty ? undefined : editor.selection),
  };
  return [
    { label: vscode.l10n.t("From the clipboard"), read: () => vscode.env.clipboard.readText() },
    { label: vscode.l10n.t("From a file…"), read: readChosenFile },
    ...(editor ? [inEditor] : []),
  ];
}

async function readChosenFile(): Promise<string | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t("Import requests") })) ?? [];
  if (!file) return undefined;
  const { text, problems } = decodeText(await vscode.workspace.fs.readFile(file));
  const [problem] = problems;
  if (!problem) return text;
  void vscode.window.showErrorMessage(vscode.l10n.t("Nothing was imported. {0}", problem.message));
  return undefined;
}
