import * as vscode from "vscode";
import type { AddressesArea } from "./editor/activation/addressesArea.ts";
import type { CallsArea } from "./editor/activation/callsArea.ts";
import { coreArea } from "./editor/activation/coreArea.ts";
import { deferredDocuments } from "./editor/activation/deferredDocuments.ts";
import { DeferredTree } from "./editor/activation/deferredTree.ts";
import { onDocumentOfOurs } from "./editor/activation/documentsOfOurs.ts";
import { type ApiParts, extensionApi, type SimplexAgentsApi } from "./editor/activation/extensionApi.ts";
import { type FirstUse, LazyParts } from "./editor/activation/firstUse.ts";
import type { LanguageArea } from "./editor/activation/languageArea.ts";
import { registerCommands } from "./editor/activation/registerCommands.ts";
import type { SendingArea } from "./editor/activation/sendingArea.ts";
import { testController } from "./editor/activation/testController.ts";
import type { TestingArea } from "./editor/activation/testingArea.ts";
import type { CoreHost } from "./editor/core/coreHost.ts";
import { callLanguage } from "./editor/language/callLanguage.ts";
import { CheckedDocuments } from "./editor/language/checks/checkedDocuments.ts";
import { callDocumentScheme, ruleScheme } from "./editor/manifest/documentSchemes.ts";
import { viewIds } from "./editor/manifest/viewIds.ts";

/** What activation gives: it has loaded next to nothing. */
export interface SimplexAgents {
  /** Loads every part of the extension. */
  load(): Promise<SimplexAgentsApi>;
}

let host: CoreHost | undefined;

/**
 * The list of what exists and what it needs. Each part is a module of its own that is loaded on first use: by one of its
 * commands, by its view, or by the first document that is one of ours.
 */
export function activate(context: vscode.ExtensionContext): SimplexAgents {
  const { extensionUri, globalStorageUri } = context;
  const log = vscode.window.createOutputChannel("SimpleX Agents", { log: true });
  const core = coreArea(globalStorageUri, log);
  host = core.host;
  const documents = new CheckedDocuments();
  const parts = new LazyParts({ log, onLoad: () => core.status.show() });

  const values = parts.onFirstUse("values", async () =>
    (await import("./editor/activation/valuesArea.ts")).valuesArea(context),
  );
  const sending: FirstUse<SendingArea> = parts.onFirstUse("sending", async () =>
    (await import("./editor/activation/sendingArea.ts")).sendingArea({ ...core, values, addresses, calls, log }),
  );
  const calls: FirstUse<CallsArea> = parts.onFirstUse("calls", async () =>
    (await import("./editor/activation/callsArea.ts")).callsArea({
      context,
      host: core.host,
      sending,
      view: historyTree.view,
      log,
    }),
  );
  const testing: FirstUse<TestingArea> = parts.onFirstUse("testing", async () =>
    (await import("./editor/activation/testingArea.ts")).testingArea({ controller, sending, calls, log }),
  );
  const addresses: FirstUse<AddressesArea> = parts.onFirstUse("addresses", async () =>
    (await import("./editor/activation/addressesArea.ts")).addressesArea({
      ...core,
      sending,
      calls,
      view: addressTree.view,
      extensionUri,
      log,
    }),
  );
  const keys = parts.onFirstUse("keys", async () =>
    (await import("./editor/activation/keysArea.ts")).keysArea({ values, addresses }),
  );
  const conversations = parts.onFirstUse("conversations", async () =>
    (await import("./editor/activation/conversationsArea.ts")).conversationsArea(core.host),
  );
  const language: FirstUse<LanguageArea> = parts.onFirstUse("language", async () =>
    (await import("./editor/activation/languageArea.ts")).languageArea({
      ...core,
      documents,
      values,
      sending,
      addresses,
    }),
  );

  const addressTree = new DeferredTree(viewIds.addresses, async () => (await addresses()).addresses);
  const historyTree = new DeferredTree(viewIds.history, async () => (await calls()).view, { canSelectMany: true });
  const controller = testController(testing);
  context.subscriptions.push(
    log,
    parts,
    ...core.disposables,
    addressTree,
    historyTree,
    controller,
    new DeferredTree(viewIds.conversations, async () => (await conversations()).conversations),
    deferredDocuments(ruleScheme, async () => (await language()).rules),
    deferredDocuments(callDocumentScheme, async () => (await calls()).documents),
    vscode.window.registerWebviewPanelSerializer(viewIds.callPanel, {
      deserializeWebviewPanel: async (panel) => (await calls()).panel.deserializeWebviewPanel(panel),
    }),
    onDocumentOfOurs(documents, ({ languageId }) => {
      parts.loadAhead(language);
      if (languageId === callLanguage) parts.loadAhead(testing);
    }),
    ...registerCommands({
      core: () => Promise.resolve(core),
      values,
      keys,
      language,
      sending,
      calls,
      testing,
      addresses,
      conversations,
    }),
  );
  const api: ApiParts = { core: core.host, sending, calls, testing, addresses, conversations, language };
  return { load: () => extensionApi(api) };
}

/** Waits for the core to close, so that a managed process ends before the window does. */
export async function deactivate(): Promise<void> {
  await host?.close();
}
