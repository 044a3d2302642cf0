import * as vscode from "vscode";
import type { CallFile, CallRequest } from "../../protocol/call/callFile.ts";
import { requestOfCall } from "../../runner/edit/requestEdit.ts";
import type { CallHeader } from "../../runner/record/transcript.ts";
import { callFileOf } from "../language/call/callFiles.ts";
import { callLanguage } from "../language/callLanguage.ts";

/** The request that a call came from, in its document as it is now. */
export interface OpenCallSource {
  readonly document: vscode.TextDocument;
  readonly file: CallFile;
  readonly request: CallRequest;
}

/** The request that a call came from: the one of that name, else the one at its line; undefined when it is gone. */
export async function findCallSource(header: CallHeader): Promise<OpenCallSource | undefined> {
  const document = header.file === undefined ? undefined : await openRequestFile(vscode.Uri.parse(header.file));
  if (document?.languageId !== callLanguage) return undefined;
  const file = callFileOf(document);
  const request = requestOfCall(document.getText(), file, header);
  return request && { document, file, request };
}

/** As `findCallSource`, for commands that need it: throws with a sentence for the user when it is gone. */
export async function requiredCallSource(header: CallHeader): Promise<OpenCallSource> {
  const source = await findCallSource(header);
  if (!source) throw new Error(vscode.l10n.t("The request is not in its file any more, or the file is gone."));
  return source;
}

/**
 * The document, or undefined when the file is gone. A transcript may come from anyone and name any file of the machine or of
 * another one: only files of the workspace and documents that are open already are looked at.
 */
async function openRequestFile(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open;
  if (!vscode.workspace.getWorkspaceFolder(uri)) return undefined;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    // The file may have been deleted or never saved; the caller says so.
    return undefined;
  }
}
