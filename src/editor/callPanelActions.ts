import * as vscode from "vscode";
import { type CallRequest, requestAt } from "../protocol/call/callFile.ts";
import { isVariableName } from "../protocol/call/variableExpression.ts";
import type { CallHeader } from "../runner/transcript.ts";
import type { CallHistory } from "./history/callHistory.ts";
import { callFileOf } from "./language/callFiles.ts";
import { callLanguage } from "./language/checkedDocuments.ts";
import type { CallPanelActions, FollowUpCall } from "./panel/panelRequests.ts";
import type { Sending } from "./sending.ts";

/** What the panel asks of the editor, done over the request file that the call on show came from. */
export function callPanelActions(sending: () => Sending, history: CallHistory): CallPanelActions {
  return {
    followUp: async (call) => {
      if (call.isDraft) await openDraft(requestText(call));
      else await sending().sendText(fileOf(call.header), requestText(call));
    },
    resend: async (header, sentText) => {
      const place = await findRequest(header);
      if (place) await sending().send(place.document.uri, place.request.range.offset);
      else await sending().sendText(fileOf(header), requestText({ header, text: sentText, name: header.name }));
    },
    revealRequest: async (header) => {
      const place = await requiredRequest(header);
      const start = place.document.positionAt(place.request.range.offset);
      await vscode.window.showTextDocument(place.document, {
        selection: new vscode.Range(start, start),
        viewColumn: vscode.ViewColumn.One,
      });
    },
    addExpectation: (header, path, valueText) => insertDirective(header, `# @expect ${path} == ${valueText}`),
    addCapture: async (header, path) => {
      const name = await vscode.window.showInputBox({
        title: vscode.l10n.t("Capture {0}", path),
        prompt: vscode.l10n.t("The variable's name, for later requests"),
        validateInput: (text) =>
          isVariableName(text) ? undefined : vscode.l10n.t("A letter or _ first, then letters, digits, _ and -."),
      });
      if (name !== undefined) await insertDirective(header, `# @set ${name} = ${path}`);
    },
    findTranscript: (callId) => history.transcript(callId),
  };
}

/** A request of its own with the target and the waits of the call it follows. */
function requestText({ header, name, text }: Pick<FollowUpCall, "header" | "name" | "text">): string {
  const oneLine = name.replace(/\s+/g, " ").trim();
  return [`### ${oneLine}`, `# @to ${header.target}`, `# @timeout ${header.timeoutMs}ms`, text, ""].join("\n");
}

async function openDraft(text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: callLanguage, content: text });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
}

function fileOf(header: CallHeader): vscode.Uri {
  return header.file === undefined
    ? vscode.Uri.from({ scheme: "untitled", path: "call" })
    : vscode.Uri.parse(header.file);
}

interface RequestPlace {
  readonly document: vscode.TextDocument;
  readonly request: CallRequest;
}

/** The request that a call came from: the one of that name, else the one at its line. */
async function findRequest(header: CallHeader): Promise<RequestPlace | undefined> {
  if (header.file === undefined) return undefined;
  const document = await openQuietly(vscode.Uri.parse(header.file));
  if (document?.languageId !== callLanguage) return undefined;
  const file = callFileOf(document);
  const named = file.requests.find((request) => request.name?.text === header.name);
  const line = Math.min((header.line ?? 1) - 1, document.lineCount - 1);
  const request = named ?? requestAt(file, document.offsetAt(document.lineAt(line).range.end));
  return request && { document, request };
}

async function requiredRequest(header: CallHeader): Promise<RequestPlace> {
  const place = await findRequest(header);
  if (!place) throw new Error(vscode.l10n.t("The request is not in its file any more, or the file is gone."));
  return place;
}

/** The document, or undefined when the file is gone. */
async function openQuietly(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    // The file may have been deleted or never saved; the caller says so.
    return undefined;
  }
}

/** Writes a directive above the request's body, as the user would. */
async function insertDirective(header: CallHeader, line: string): Promise<void> {
  const { document, request } = await requiredRequest(header);
  const above = request.body?.range.offset ?? request.range.offset + request.range.length;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(above), `${line}\n`);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t("The line could not be written into the request file."));
  }
}
