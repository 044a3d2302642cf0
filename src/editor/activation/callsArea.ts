import * as vscode from "vscode";
import type { Transcript } from "../../runner/record/transcript.ts";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import { CallDocuments } from "../comparison/callDocuments.ts";
import { Comparisons } from "../comparison/comparisons.ts";
import type { CoreHost } from "../core/coreHost.ts";
import { CallHistory } from "../history/callHistory.ts";
import { HistoryCommands } from "../history/historyCommands.ts";
import { type HistoryNode, HistoryView } from "../history/historyView.ts";
import { CallPanel } from "../panel/callPanel.ts";
import { callPanelActions } from "../sending/callPanelActions.ts";
import type { Area } from "./area.ts";
import { asOffset, asUri } from "./commandArguments.ts";
import type { FirstUse } from "./firstUse.ts";
import type { SendingArea } from "./sendingArea.ts";

export interface CallsArea extends Area<"calls"> {
  readonly history: CallHistory;
  readonly panel: CallPanel;
  readonly documents: CallDocuments;
  readonly view: HistoryView;
  /** Shows a call that has just started, and keeps it once it has ended. */
  showNew(call: LiveCall): void;
}

export interface CallsParts {
  readonly context: vscode.ExtensionContext;
  readonly host: CoreHost;
  readonly sending: FirstUse<SendingArea>;
  readonly view: vscode.TreeView<HistoryNode>;
  readonly log: vscode.LogOutputChannel;
}

/** What becomes of calls: the panel that shows one, the history that keeps them, and comparisons of two. */
export function callsArea({ context, host, sending, view: tree, log }: CallsParts): CallsArea {
  const history = new CallHistory(vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "history"), log);
  const documents = new CallDocuments((callId) => history.transcript(callId));
  const comparisons = new Comparisons(history, documents);
  const send = async () => (await sending()).sending;
  const actions = callPanelActions({ host, sending: send, history, comparisons });
  const panel = new CallPanel(context.extensionUri, actions, context.workspaceState);
  const view = new HistoryView(history, context.workspaceState, tree);
  const show = (transcript: Transcript) => panel.showTranscript(transcript);
  const calls = new HistoryCommands({ history, actions, comparisons, documents, show });
  return {
    history,
    panel,
    documents,
    view,
    showNew: (call) => {
      panel.show(call);
      history.record(call);
    },
    disposables: [history, panel, documents, view],
    commands: {
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
        const call = await (await send()).send(asUri(uri), asOffset(offset));
        if (call) await comparisons.whenEnded(call);
      },
      hideVolatile: () => documents.hideVolatile(true),
      showVolatile: () => documents.hideVolatile(false),
    },
  };
}
