import * as vscode from "vscode";
import { callPanelActions } from "../callPanelActions.ts";
import { copyFilledRequest } from "../copyRequest.ts";
import { CallHistory } from "../history/callHistory.ts";
import { HistoryCommands } from "../history/historyCommands.ts";
import { HistoryView } from "../history/historyView.ts";
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
  | "openCall"
  | "resendCall"
  | "exportCall"
  | "deleteCall"
  | "clearHistory"
  | "openTranscript";

interface CallsArea extends Area<CallCommand> {
  readonly contexts: RunContexts;
  readonly sending: Sending;
  readonly history: CallHistory;
  readonly tests: RequestTests;
}

/** Sending requests, and what becomes of it: the panel, the history, the Testing view. */
export function callsArea(context: vscode.ExtensionContext, parts: RunContextParts): CallsArea {
  const { log } = parts;
  const contexts = new RunContexts(parts);
  const history = new CallHistory(vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "history"), log);
  const actions = callPanelActions(() => sending, history);
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
  const tests = new RequestTests(contexts);
  const calls = new HistoryCommands(history, actions, (transcript) => panel.showTranscript(transcript));
  return {
    contexts,
    sending,
    history,
    tests,
    disposables: [history, panel, findings, sending, tests, new HistoryView(history)],
    commands: {
      send: (uri, offset) => sending.send(asUri(uri), asOffset(offset)),
      cancel: (uri, offset) => sending.cancel(asUri(uri), asOffset(offset)),
      resendLast: () => sending.resendLast(),
      copyFilledRequest: () => copyFilledRequest(contexts),
      openCall: (entry) => calls.open(entry),
      resendCall: (entry) => calls.resend(entry),
      exportCall: (entry) => calls.export(entry),
      deleteCall: (entry) => calls.remove(entry),
      clearHistory: () => calls.clear(),
      openTranscript: (uri) => calls.openFile(uri),
    },
  };
}

function asUri(value: unknown): vscode.Uri | undefined {
  return value instanceof vscode.Uri ? value : undefined;
}

function asOffset(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
