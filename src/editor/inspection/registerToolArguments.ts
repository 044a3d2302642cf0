import * as vscode from "vscode";
import { callLanguage } from "../language/callLanguage.ts";
import { QuickFixes } from "../language/checks/quickFixes.ts";
import { completionTriggers } from "../language/completion/completionProvider.ts";
import { ArgumentCompletion } from "./argumentCompletion.ts";
import type { ArgumentDiagnostics } from "./argumentDiagnostics.ts";
import type { Inspections } from "./inspections.ts";

/** Completion and fixes for the arguments of tools that were inspected. */
export function registerToolArguments(inspections: Inspections, problems: ArgumentDiagnostics): vscode.Disposable {
  const selector: vscode.DocumentSelector = { language: callLanguage };
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      selector,
      new ArgumentCompletion(inspections),
      ...completionTriggers,
    ),
    vscode.languages.registerCodeActionsProvider(selector, new QuickFixes(problems), QuickFixes.metadata),
  );
}
