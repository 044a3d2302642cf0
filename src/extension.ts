import * as vscode from "vscode";
import { callPanelActions } from "./editor/callPanelActions.ts";
import { checkAs } from "./editor/checkAs.ts";
import { type CommandName, commandIds } from "./editor/commandIds.ts";
import { copyFilledRequest } from "./editor/copyRequest.ts";
import { CoreHost } from "./editor/coreHost.ts";
import { coreMakers } from "./editor/coreMakers.ts";
import { CoreNotices, startCore } from "./editor/coreNotices.ts";
import { CoreStatus } from "./editor/coreStatus.ts";
import { Discoveries } from "./editor/discovery/discoveries.ts";
import {
  discoverAgain,
  discoverFromFile,
  discoverFromLink,
  discoverFromWebsite,
  forgetDiscoveries,
} from "./editor/discovery/discoveryCommands.ts";
import { EditorVariables } from "./editor/editorVariables.ts";
import { CallHistory } from "./editor/history/callHistory.ts";
import { HistoryCommands } from "./editor/history/historyCommands.ts";
import { HistoryView } from "./editor/history/historyView.ts";
import { ArgumentDiagnostics } from "./editor/inspection/argumentDiagnostics.ts";
import { InspectionCommands } from "./editor/inspection/inspectionCommands.ts";
import { InspectionPanel } from "./editor/inspection/inspectionPanel.ts";
import { Inspections } from "./editor/inspection/inspections.ts";
import { registerToolArguments } from "./editor/inspection/registerToolArguments.ts";
import { CheckedDocuments } from "./editor/language/checkedDocuments.ts";
import { CodeLenses } from "./editor/language/codeLenses.ts";
import { convertAtCursor } from "./editor/language/conversions.ts";
import { Diagnostics } from "./editor/language/diagnostics.ts";
import { fixAll, QuickFixes } from "./editor/language/quickFixes.ts";
import { registerCallLanguage } from "./editor/language/registerCallLanguage.ts";
import { RuleDocuments, ruleScheme } from "./editor/language/ruleDocuments.ts";
import { SizeStatus } from "./editor/language/sizeStatus.ts";
import { CallPanel } from "./editor/panel/callPanel.ts";
import { RunContexts } from "./editor/runContexts.ts";
import { RunFindings } from "./editor/runFindings.ts";
import { selectCore } from "./editor/selectCore.ts";
import { Sending } from "./editor/sending.ts";
import { settingKeys } from "./editor/settingKeys.ts";
import { coreMode, onDidChangeSetting } from "./editor/settings.ts";
import { SigningKeys } from "./editor/signingKeys.ts";
import { StoredSecrets } from "./editor/storedSecrets.ts";
import { RequestTests } from "./editor/testing/requestTests.ts";
import { copyLink, discoveredGroupOf, newRequest, openSource } from "./editor/views/addressCommands.ts";
import { AddressesView, type AddressReading } from "./editor/views/addressesView.ts";
import { WorkspaceEnvironments } from "./editor/workspaceEnvironments.ts";
import type { LiveCall } from "./runner/liveCall.ts";

/** What other extensions and the tests of this one may use. */
export interface SimplexAgentsApi {
  /** Sends the request at an offset of an open request file. Undefined when nothing was sent; a message says why. */
  send(uri: vscode.Uri, offset: number): Promise<LiveCall | undefined>;
  readonly addresses: AddressesView;
  readonly inspection: InspectionPanel;
  readonly tests: RequestTests;
  readonly history: CallHistory;
  readonly core: CoreHost;
}

let host: CoreHost | undefined;

/** The list of what exists and what it needs. Rules, the sandbox and the network are loaded on first use. */
export function activate(context: vscode.ExtensionContext): SimplexAgentsApi {
  const log = vscode.window.createOutputChannel("SimpleX Agents", { log: true });
  const core = new CoreHost(coreMode(), coreMakers(context.globalStorageUri, log));
  host = core;

  const secrets = new StoredSecrets(context.secrets, context.globalState);
  const keys = new SigningKeys(context.secrets, context.globalState);
  const environments = new WorkspaceEnvironments(context.workspaceState);
  const variables = new EditorVariables(environments, secrets);

  const history = new CallHistory(vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "history"), log);
  const actions = callPanelActions(() => sending, history);
  const panel = new CallPanel(context.extensionUri, actions);
  const calls = new HistoryCommands(history, actions, (transcript) => panel.showTranscript(transcript));
  const contexts = new RunContexts({ host: core, variables, keys, log });
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
  const discoveries = new Discoveries(core, log);
  const addresses = new AddressesView(core, discoveries, loadReading, log);

  const inspections = new Inspections({
    host: core,
    contexts,
    claimsAbout: (link) => addresses.claimsAbout(link),
    identify: async (link) => (await loadReading()).identify(link),
    onCall: (call) => history.record(call),
  });
  const inspectionPanel = new InspectionPanel(inspections, core, context.extensionUri);
  const inspecting = new InspectionCommands(inspections, inspectionPanel);
  const argumentProblems = new ArgumentDiagnostics(inspections);

  const documents = new CheckedDocuments();
  const diagnostics = new Diagnostics({
    documents,
    loadCheck: async () => (await import("./protocol/check.ts")).checkText,
    contextOf: (document) => variables.checkContext(document),
  });
  const lenses = new CodeLenses(sending);

  context.subscriptions.push(
    ...[
      log,
      core,
      new CoreStatus(core),
      new CoreNotices(core, log),
      environments,
      history,
      panel,
      findings,
      sending,
      tests,
    ],
    ...[
      discoveries,
      inspections,
      inspectionPanel,
      argumentProblems,
      addresses,
      new HistoryView(history),
      diagnostics,
      lenses,
      new SizeStatus(),
    ],
    registerCallLanguage({ addresses, variables, keys, lenses }),
    vscode.languages.registerCodeActionsProvider("*", new QuickFixes(diagnostics), QuickFixes.metadata),
    registerToolArguments(inspections, argumentProblems),
    vscode.workspace.registerTextDocumentContentProvider(
      ruleScheme,
      new RuleDocuments(async () => (await import("./protocol/rules.ts")).RULES),
    ),
    onDidChangeSetting([settingKeys.coreMode, settingKeys.coreEndpoint, settingKeys.coreBinary], () => {
      void core.restart(coreMode());
    }),
    environments.onDidChange(() => diagnostics.checkAll()),
    ...registerCommands({
      send: (uri, offset) => sending.send(asUri(uri), asOffset(offset)),
      cancel: (uri, offset) => sending.cancel(asUri(uri), asOffset(offset)),
      resendLast: () => sending.resendLast(),
      newRequest: (given) => newRequest(inspecting.nodeOf(given)),
      copyLink: (given) => copyLink(inspecting.nodeOf(given)),
      openSource,
      refreshAddresses: () => addresses.refresh(),
      checkAs: () => checkAs(documents, diagnostics),
      copyFilledRequest: () => copyFilledRequest(contexts),
      convertToCommand: () => convertAtCursor("command"),
      convertToEnvelope: () => convertAtCursor("envelope"),
      fixAll: () => withActiveDocument((document) => fixAll(document, diagnostics)),
      selectEnvironment: () => environments.select(),
      selectCore: () => selectCore(core),
      reconnectCore: () => core.restart(coreMode()).then(() => startCore(core)),
      setSecret: () => secrets.ask(environments.chosenName(activeDocument()?.uri)),
      deleteSecret: () => secrets.askDelete(environments.chosenName(activeDocument()?.uri)),
      createSigningKey: () => keys.askCreate(),
      importSigningKey: () => keys.askImport(),
      deleteSigningKey: () => keys.askDelete(),
      openCall: (entry) => calls.open(entry),
      resendCall: (entry) => calls.resend(entry),
      exportCall: (entry) => calls.export(entry),
      deleteCall: (entry) => calls.remove(entry),
      clearHistory: () => calls.clear(),
      openTranscript: (uri) => calls.openFile(uri),
      startCore: () => startCore(core),
      discoverWebsite: (given) => discoverFromWebsite(discoveries, given),
      discoverLink: (given) => discoverFromLink(discoveries, given),
      discoverFile: (given) => discoverFromFile(discoveries, given),
      discoverAgain: (node) => discoverAgain(discoveries, discoveredGroupOf(node)),
      forgetDiscovery: (node) => forgetDiscoveries(discoveries, discoveredGroupOf(node)),
      filterAddresses: () => addresses.askFilter(),
      clearAddressFilter: () => addresses.filter(""),
      inspectAddress: (given) => inspecting.inspect(given),
      askMcp: (transport) => inspecting.askMcp(transport),
      askCard: (from) => inspecting.askCard(from),
      newToolRequest: (index) => inspecting.newToolRequest(index),
      showLog: () => log.show(),
    }),
  );
  return {
    send: (uri, offset) => sending.send(uri, offset),
    addresses,
    inspection: inspectionPanel,
    tests,
    history,
    core,
  };
}

/** Waits for the core to close, so that a managed process ends before the window does. */
export async function deactivate(): Promise<void> {
  await host?.close();
}

async function loadReading(): Promise<AddressReading> {
  const [{ claimsOfLlmsTxt }, { identifyAddress }] = await Promise.all([
    import("./discovery/documentClaims.ts"),
    import("./discovery/discover.ts"),
  ]);
  return { claimsOf: claimsOfLlmsTxt, identify: identifyAddress };
}

/** Every command of the manifest has a handler: the compiler sees to it. */
function registerCommands(handlers: Record<CommandName, (...given: unknown[]) => unknown>): vscode.Disposable[] {
  return Object.entries(commandIds).map(([name, id]) =>
    vscode.commands.registerCommand(id, handlers[name as CommandName]),
  );
}

function activeDocument(): vscode.TextDocument | undefined {
  return vscode.window.activeTextEditor?.document;
}

function withActiveDocument<Result>(act: (document: vscode.TextDocument) => Result): Result | undefined {
  const document = activeDocument();
  return document && act(document);
}

function asUri(value: unknown): vscode.Uri | undefined {
  return value instanceof vscode.Uri ? value : undefined;
}

function asOffset(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
