import * as vscode from "vscode";
import { exportKinds } from "../../runner/export/exportKinds.ts";
import type { Transcript } from "../../runner/transcript.ts";
import { callPanelActions } from "../callPanelActions.ts";
import { CallDocuments } from "../comparison/callDocuments.ts";
import { Comparisons } from "../comparison/comparisons.ts";
import { copyFilledRequest } from "../copyRequest.ts";
import { CallHistory } from "../history/callHistory.ts";
import { HistoryCommands } from "../history/historyCommands.ts";
import { HistoryView } from "../history/historyView.ts";
import { exportRequestAs, openExported } from "../importExport/exportRequest.ts";
import { importRequests, openImported } from "../importExport/importRequests.ts";
import { CallPanel } from "../panel/callPanel.ts";
import { type RunContextParts, RunContexts } from "../runContexts.ts";
import { RunFindings } from "../runFindings.ts";
import { Sending } from "../sending.ts";
import { RequestTests } from "../testing/requestTests.ts";
import type { Area } from "./area.ts";

type CallCommand =
  | "send"
  | "cancel"
  | "resendLast"
  | "copyFilledRequest"
  | "importRequests"
  | "exportRequest"
  | "showTestCall"
  | "openCall"
  | "resendCall"
  | "exportCall"
  | "deleteCall"
  | "clearHistory"
  | "openTranscript"
  | "openCallText"
  | "searchHistory"
  | "clearHistorySearch"
  | "groupHistory"
  | "ungroupHistory"
  | "selectForCompare"
  | "compareWithSelected"
  | "compareSelectedCalls"
  | "compareWithPrevious"
  | "sendAndCompare"
  | "hideVolatile"
  | "showVolatile";

interface CallsArea extends Area<CallCommand> {
  readonly contexts: RunContexts;
  readonly sending: Sending;
  readonly history: CallHistory;
  readonly panel: CallPanel;
  readonly tests: RequestTests;
}

/** Sending requests, and what becomes of it: the panel, the history, the Testing view. */
export function callsArea(context: vscode.ExtensionContext, parts: RunContextParts): CallsArea {
  const { log } = parts;
  const contexts = new RunContexts(parts);
  const history = new CallHistory(vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "history"), log);
  const documents = new CallDocuments((callId) => history.transcript(callId));
  const comparisons = new Comparisons(history, documents);
  const actions = callPanelActions({ sending: () => sending, history, comparisons });
  const panel = new CallPanel(context.extensionUri, actions);
  const findings = new RunFindings();
  const sending = new Sending({
    contexts,
    findings,
    log,
    show: (call) => {
      panel.show(call);
      history.record(call);
    },
  });
  const tests = new RequestTests({ contexts, show: (call) => panel.show(call) });
  const view = new HistoryView(history, context.workspaceState);
  const show = (transcript: Transcript) => panel.showTranscript(transcript);
  const calls = new HistoryCommands({ history, actions, comparisons, documents, show });
  return {
    contexts,
    sending,
    history,
    panel,
    tests,
    disposables: [history, panel, findings, sending, tests, documents, view],
    commands: {
      send: (uri, offset) => sending.send(asUri(uri), asOffset(offset)),
      cancel: (uri, offset) => sending.cancel(asUri(uri), asOffset(offset)),
      resendLast: () => sending.resendLast(),
      copyFilledRequest: () => copyFilledRequest(contexts),
      importRequests: (text) => (typeof text === "string" ? openImported(text) : importRequests()),
      exportRequest: (as) => {
        const kind = exportKinds.find((known) => known === as);
        return kind ? openExported(contexts, kind) : exportRequestAs(contexts);
      },
      showTestCall: (item) => tests.showCall(item),
      openCall: (entry) => calls.open(entry),
      resendCall: (entry) => calls.resend(entry),
      exportCall: (entry) => calls.export(entry),
      deleteCall: (entry, selected) => calls.remove(entry, selected),
      clearHistory: () => calls.clear(),
      openTranscript: (uri) => calls.openFile(uri),
      openCallText: (node) => calls.openText(node),
      searchHistory: () => view.askSearch(),
      clearHistorySearch: () => view.search(""),
      groupHistory: () => view.group(true),
      ungroupHistory: () => view.group(false),
      selectForCompare: (node) => calls.selectForCompare(node),
      compareWithSelected: (node) => calls.compareWithSelected(node),
      compareSelectedCalls: (node, selected) => calls.compareSelected(node, selected),
      compareWithPrevious: (node) => calls.compareWithPrevious(node),
      sendAndCompare: async (uri, offset) => {
        const call = await sending.send(asUri(uri), asOffset(offset));
        if (call) await comparisons.whenEnded(call);
      },
      hideVolatile: () => documents.hideVolatile(true),
      showVolatile: () => documents.hideVolatile(false),
    },
  };
}

function asUri(value: unknown): vscode.Uri | undefined {
  return value instanceof vscode.Uri ? value : undefined;
}

function asOffset(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
