import * as vscode from "vscode";
import { checkAs } from "../checkAs.ts";
import { CheckedDocuments } from "../language/checkedDocuments.ts";
import { CodeLenses } from "../language/codeLenses.ts";
import { convertAtCursor } from "../language/conversions.ts";
import { Diagnostics } from "../language/diagnostics.ts";
import { registerDocumentLanguages } from "../language/documentLanguages.ts";
import { fixAll, QuickFixes } from "../language/quickFixes.ts";
import { type CallLanguageParts, registerCallLanguage } from "../language/registerCallLanguage.ts";
import { RuleDocuments, ruleScheme } from "../language/ruleDocuments.ts";
import { SizeStatus } from "../language/sizeStatus.ts";
import type { Sending } from "../sending.ts";
import type { WorkspaceEnvironments } from "../workspaceEnvironments.ts";
import type { Area } from "./area.ts";

export interface LanguageParts extends Omit<CallLanguageParts, "lenses"> {
  readonly environments: WorkspaceEnvironments;
  readonly sending: Sending;
}

/** Checking documents while they are typed, and every feature of request files. The rules are loaded on first use. */
export function languageArea(
  parts: LanguageParts,
): Area<"checkAs" | "convertToCommand" | "convertToEnvelope" | "fixAll"> {
  const documents = new CheckedDocuments();
  const diagnostics = new Diagnostics({
    documents,
    loadCheck: async () => (await import("../../protocol/check.ts")).checkOfVersions,
    contextOf: (document) => parts.variables.checkContext(document),
  });
  const lenses = new CodeLenses(parts.sending);
  const rules = new RuleDocuments(async () => (await import("../../protocol/rules.ts")).RULES);
  return {
    disposables: [
      diagnostics,
      lenses,
      new SizeStatus(),
      registerCallLanguage({ ...parts, lenses }),
      registerDocumentLanguages(documents),
      vscode.languages.registerCodeActionsProvider("*", new QuickFixes(diagnostics), QuickFixes.metadata),
      vscode.workspace.registerTextDocumentContentProvider(ruleScheme, rules),
      parts.environments.onDidChange(() => diagnostics.checkAll()),
    ],
    commands: {
      checkAs: () => checkAs(documents, diagnostics),
      convertToCommand: () => convertAtCursor("command"),
      convertToEnvelope: () => convertAtCursor("envelope"),
      fixAll: () => {
        const document = vscode.window.activeTextEditor?.document;
        return document && fixAll(document, diagnostics);
      },
    },
  };
}
