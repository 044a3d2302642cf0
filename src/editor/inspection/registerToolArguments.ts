import * as vscode from "vscode";
import { callFileOf } from "../language/call/callFiles.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { QuickFixes } from "../language/checks/quickFixes.ts";
import { completionProvider, completionTriggers } from "../language/completion/completionProvider.ts";
import type { ArgumentDiagnostics } from "./argumentDiagnostics.ts";
import { argumentPlace } from "./argumentEntries.ts";
import type { Inspections } from "./inspections.ts";

/** Completion and fixes for the arguments of tools that were inspected. */
export function registerToolArguments(inspections: Inspections, problems: ArgumentDiagnostics): vscode.Disposable {
  const selector: vscode.DocumentSelector = { language: callLanguage };
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      selector,
      argumentCompletionProvider(inspections),
      ...completionTriggers,
    ),
    vscode.languages.registerCodeActionsProvider(selector, new QuickFixes(problems), QuickFixes.metadata),
  );
}

/** The names and the arguments of tools that are known from an inspection. */
function argumentCompletionProvider(inspections: Inspections): vscode.CompletionItemProvider {
  return completionProvider(async (document, offset) => {
    const place = argumentPlace(document.getText(), callFileOf(document), offset);
    const tools = place && (await inspections.toolsAt(place.target));
    return place && tools ? place.entries(tools) : [];
  });
}
