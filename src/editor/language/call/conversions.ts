import * as vscode from "vscode";
import { type CallRequest, requestAt } from "../../../protocol/call/callFile.ts";
import { type BodyForm, convertBody } from "../../../protocol/call/convert.ts";
import { callLanguage } from "../callLanguage.ts";
import { workspaceEdit } from "../textPositions.ts";
import { callFileOf } from "./callFiles.ts";

const forms: readonly BodyForm[] = ["command", "envelope"];

/** Offers to change the form of the body at the cursor: a command of a conversation, or a Service RPC envelope. */
export class Conversions implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.RefactorRewrite],
  };

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const request = requestAt(callFileOf(document), document.offsetAt(range.start));
    if (!request?.body) return [];
    return forms.flatMap((form) => {
      const edits = convertBody(request, form);
      if (!edits) return [];
      const action = new vscode.CodeAction(titleOf(form), vscode.CodeActionKind.RefactorRewrite);
      action.edit = workspaceEdit(document, edits);
      return [action];
    });
  }
}

/** Changes the form of the body at the cursor. Says so when that cannot be done, and leaves the text as it is. */
export async function convertAtCursor(form: BodyForm): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== callLanguage) return;
  const { document, selection } = editor;
  const request = requestAt(callFileOf(document), document.offsetAt(selection.active));
  const edits = request && convertBody(request, form);
  if (edits) await vscode.workspace.applyEdit(workspaceEdit(document, edits));
  else void vscode.window.showInformationMessage(whyNot(request, form));
}

function titleOf(form: BodyForm): string {
  return form === "command"
    ? vscode.l10n.t("Convert to a conversation command (/_call)")
    : vscode.l10n.t("Convert to a Service RPC envelope");
}

function whyNot(request: CallRequest | undefined, form: BodyForm): string {
  if (request?.body?.kind === form) return vscode.l10n.t("The request at the cursor has this form already.");
  return vscode.l10n.t("The request at the cursor cannot be converted as it is. Mend its problems first.");
}
