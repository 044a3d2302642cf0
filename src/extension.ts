import * as vscode from "vscode";
import { addressesArea } from "./editor/activation/addressesArea.ts";
import { callsArea } from "./editor/activation/callsArea.ts";
import { conversationsArea } from "./editor/activation/conversationsArea.ts";
import { coreArea } from "./editor/activation/coreArea.ts";
import { keysArea } from "./editor/activation/keysArea.ts";
import { languageArea } from "./editor/activation/languageArea.ts";
import { registerCommands } from "./editor/activation/registerCommands.ts";
import { valuesArea } from "./editor/activation/valuesArea.ts";
import type { ConversationsView } from "./editor/conversations/conversationsView.ts";
import type { CoreHost } from "./editor/coreHost.ts";
import type { CallHistory } from "./editor/history/callHistory.ts";
import type { InspectionPanel } from "./editor/inspection/inspectionPanel.ts";
import { GroupMembers } from "./editor/language/groupMembers.ts";
import type { CallPanel } from "./editor/panel/callPanel.ts";
import type { RequestTests } from "./editor/testing/requestTests.ts";
import type { AddressesView } from "./editor/views/addressesView.ts";
import type { LiveCall } from "./runner/liveCall.ts";

/** What other extensions and the tests of this one may use. */
export interface SimplexAgentsApi {
  /** Sends the request at an offset of an open request file. Undefined when nothing was sent; a message says why. */
  send(uri: vscode.Uri, offset: number): Promise<LiveCall | undefined>;
  readonly addresses: AddressesView;
  readonly inspection: InspectionPanel;
  readonly conversations: ConversationsView;
  readonly tests: RequestTests;
  readonly history: CallHistory;
  readonly panel: CallPanel;
  readonly core: CoreHost;
}

let host: CoreHost | undefined;

/** The list of what exists and what it needs. Rules, the sandbox and the network are loaded on first use. */
export function activate(context: vscode.ExtensionContext): SimplexAgentsApi {
  const { extensionUri, globalStorageUri } = context;
  const log = vscode.window.createOutputChannel("SimpleX Agents", { log: true });
  const core = coreArea(globalStorageUri, log);
  host = core.host;
  const values = valuesArea(context);
  const { environments, keys, variables } = values;
  const calls = callsArea(context, { host, variables, keys, titles: () => addresses.addresses.titles(), log });
  const { contexts, history, sending, tests } = calls;
  const addresses = addressesArea({ host, contexts, history, extensionUri, log });
  const signing = keysArea(keys, addresses.addresses);
  const conversations = conversationsArea(host);
  const language = languageArea({
    addresses: addresses.addresses,
    environments,
    keys,
    members: new GroupMembers(host, Date.now),
    variables,
    sending,
  });

  const areas = [core, values, calls, addresses, signing, conversations, language];
  context.subscriptions.push(
    log,
    ...areas.flatMap(({ disposables }) => disposables),
    ...registerCommands({
      ...core.commands,
      ...values.commands,
      ...calls.commands,
      ...addresses.commands,
      ...signing.commands,
      ...conversations.commands,
      ...language.commands,
    }),
  );
  return {
    send: (uri, offset) => sending.send(uri, offset),
    addresses: addresses.addresses,
    inspection: addresses.inspection,
    conversations: conversations.conversations,
    tests,
    history,
    panel: calls.panel,
    core: host,
  };
}

/** Waits for the core to close, so that a managed process ends before the window does. */
export async function deactivate(): Promise<void> {
  await host?.close();
}
