import * as vscode from "vscode";
import { isVariableName } from "../../protocol/call/parse/variableExpression.ts";
import { callAsRequest } from "../../runner/edit/callAsRequest.ts";
import {
  captureLine,
  type DirectiveLine,
  directiveEdit,
  expectationLine,
  suggestedName,
} from "../../runner/edit/requestEdit.ts";
import type { CallHeader } from "../../runner/record/transcript.ts";
import type { Comparisons } from "../comparison/comparisons.ts";
import type { CoreHost } from "../core/coreHost.ts";
import type { CallHistory } from "../history/callHistory.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { workspaceEdit } from "../language/textPositions.ts";
import { expectedMembers } from "../panel/expectedMembers.ts";
import type { CallPanelActions, FollowUpCall } from "../panel/panelRequests.ts";
import { findCallSource, requiredCallSource } from "./callSource.ts";
import type { Sending } from "./sending.ts";
import { chooseToolDraft } from "./toolDraft.ts";

export interface PanelActionParts {
  readonly host: CoreHost;
  readonly sending: () => Promise<Sending>;
  readonly history: CallHistory;
  readonly comparisons: Comparisons;
}

/** What the panel asks of the editor, done over the request file that the call on show came from. */
export function callPanelActions({ host, sending, history, comparisons }: PanelActionParts): CallPanelActions {
  return {
    followUp: async (call) => {
      const text = await requestText(call);
      if (call.isDraft) await openDraft(text);
      else await (await sending()).sendText(fileOf(call.header), text);
    },
    resend: async (header, sentText) => {
      const source = await findCallSource(header);
      if (source) await (await sending()).send(source.document.uri, source.request.range.offset);
      else {
        const text = await requestText({ header, text: sentText, name: header.name });
        await (await sending()).sendText(fileOf(header), text);
      }
    },
    revealRequest: async (header) => {
      const { document, request } = await requiredCallSource(header);
      const start = document.positionAt(request.range.offset);
      await vscode.window.showTextDocument(document, {
        selection: new vscode.Range(start, start),
        viewColumn: vscode.ViewColumn.One,
      });
    },
    addExpectation: (header, path, valueText) => writeDirective(header, expectationLine(path, valueText)),
    addCapture: async (header, path) => {
      const name = await vscode.window.showInputBox({
        title: vscode.l10n.t("Capture {0}", path),
        prompt: vscode.l10n.t("The variable's name, for later requests"),
        value: suggestedName(path),
        validateInput: (text) =>
          isVariableName(text) ? undefined : vscode.l10n.t("A letter or _ first, then letters, digits, _ and -."),
      });
      if (name === undefined) throw new Error(vscode.l10n.t("Nothing was written, since no name was given."));
      await writeDirective(header, captureLine(name, path));
    },
    callTool: async (header, replies) => {
      const draft = await chooseToolDraft(header, replies, history);
      if (draft) await openDraft(await requestText({ header, text: draft.body, name: draft.name }));
    },
    comparePrevious: (transcript) => comparisons.transcriptWithPrevious(transcript),
    compareReply: (transcript, reply) => comparisons.reply(transcript, reply),
    expectedMembers: (header) => expectedMembers(host, header),
    findTranscript: (callId) => history.transcript(callId),
  };
}

/** A request of its own with the target and the waits of the call it follows. */
async function requestText({ header, name, text }: Pick<FollowUpCall, "header" | "name" | "text">): Promise<string> {
  const { target, timeoutMs } = header;
  const written = callAsRequest({ name, target, timeoutMs, body: text }, await findCallSource(header));
  if (written.kind === "impossible") throw new Error(vscode.l10n.t(written.message));
  return written.text;
}

async function openDraft(text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: callLanguage, content: text });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
}

/** The file whose environment and variables the request is sent with. */
function fileOf(header: CallHeader): vscode.Uri {
  return header.file === undefined
    ? vscode.Uri.from({ scheme: "untitled", path: "call" })
    : vscode.Uri.parse(header.file);
}

/** Writes a directive into the request, as the user would, and shows it. */
async function writeDirective(header: CallHeader, line: DirectiveLine): Promise<void> {
  if (line.kind === "impossible") throw new Error(vscode.l10n.t(line.message));
  const { document, request } = await requiredCallSource(header);
  const edit = directiveEdit(document.getText(), request, line.text);
  if (!edit) throw new Error(vscode.l10n.t("The request has this line already."));
  if (!(await vscode.workspace.applyEdit(workspaceEdit(document, [edit])))) {
    throw new Error(vscode.l10n.t("The line could not be written into the request file."));
  }
}
