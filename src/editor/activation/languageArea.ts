import * as vscode from "vscode";
import { checkAs } from "../checkAs.ts";
import { GroupMembers } from "../conversations/groupMembers.ts";
import type { CoreHost } from "../core/coreHost.ts";
import { CodeLenses } from "../language/call/codeLenses.ts";
import { convertAtCursor } from "../language/call/conversions.ts";
import { knownTargets } from "../language/call/knownTargets.ts";
import { registerCallLanguage } from "../language/call/registerCallLanguage.ts";
import { SizeStatus } from "../language/call/sizeStatus.ts";
import { WorkspaceCallFiles } from "../language/call/workspaceCallFiles.ts";
import type { CheckedDocuments } from "../language/checks/checkedDocuments.ts";
import { Diagnostics } from "../language/checks/diagnostics.ts";
import { registerDocumentLanguages } from "../language/checks/documentLanguages.ts";
import { fixAll, QuickFixes } from "../language/checks/quickFixes.ts";
import { RuleDocuments } from "../language/checks/ruleDocuments.ts";
import { goToRequest } from "../language/requestNavigation.ts";
import type { AddressesArea } from "./addressesArea.ts";
import type { Area } from "./area.ts";
import type { FirstUse } from "./firstUse.ts";
import type { SendingArea } from "./sendingArea.ts";
import type { ValuesArea } from "./valuesArea.ts";

export interface LanguageArea extends Area<"language"> {
  readonly rules: RuleDocuments;
}

export interface LanguageParts {
  readonly documents: CheckedDocuments;
  readonly host: CoreHost;
  readonly values: FirstUse<ValuesArea>;
  readonly sending: FirstUse<SendingArea>;
  readonly addresses: FirstUse<AddressesArea>;
}

/** Checking documents while they are typed, and every feature of request files. The rules are loaded on first use. */
export async function languageArea({
  documents,
  host,
  values,
  sending: loadSending,
  addresses,
}: LanguageParts): Promise<LanguageArea> {
  const [{ environments, keys, variables }, { sending }] = await Promise.all([values(), loadSending()]);
  const files = new WorkspaceCallFiles();
  const diagnostics = new Diagnostics({
    documents,
    loadCheck: async () => (await import("../../protocol/check.ts")).checkOfVersions,
    contextOf: async (document) => {
      const [context, beside] = await Promise.all([variables.checkContext(document), files.capturesBeside(document)]);
      return { ...context, ...(beside && { capturesBeside: beside }) };
    },
  });
  const lenses = new CodeLenses(sending);
  const rules = new RuleDocuments(async () => (await import("../../protocol/rules.ts")).RULES);
  const knownRecords = async () => await (await addresses()).addresses.knownRecords();
  const members = new GroupMembers(host, Date.now);
  return {
    rules,
    disposables: [
      diagnostics,
      members,
      lenses,
      files,
      new SizeStatus(),
      registerCallLanguage({ knownRecords, files, keys, lenses, knownGroups: () => members.groups(), variables }),
      registerDocumentLanguages(documents, async () => knownTargets(await knownRecords(), [])),
      vscode.languages.registerCodeActionsProvider("*", new QuickFixes(diagnostics), QuickFixes.metadata),
      environments.onDidChange(() => diagnostics.checkAll()),
      files.onDidSave(() => diagnostics.checkAll()),
    ],
    commands: {
      checkAs: () => checkAs(documents, diagnostics),
      convertToCommand: () => convertAtCursor("command"),
      convertToEnvelope: () => convertAtCursor("envelope"),
      fixAll: () => {
        const document = vscode.window.activeTextEditor?.document;
        return document && fixAll(document, diagnostics);
      },
      nextRequest: () => goToRequest("next"),
      previousRequest: () => goToRequest("previous"),
    },
  };
}
