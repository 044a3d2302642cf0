import * as vscode from "vscode";
import type { RuleTable } from "../../../protocol/rule.ts";
import { ruleScheme } from "../../manifest/documentSchemes.ts";
import { ruleText } from "../completion/ruleText.ts";

/** Where a diagnostic's code leads: a page about the rule. */
export function ruleUri(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: ruleScheme, path: `/${code}.md` });
}

/** Serves the pages about rules, written from the table of rules at the time they are opened. */
export class RuleDocuments implements vscode.TextDocumentContentProvider {
  readonly #loadRules: () => Promise<RuleTable>;

  constructor(loadRules: () => Promise<RuleTable>) {
    this.#loadRules = loadRules;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const code = uri.path.replace(/^\//, "").replace(/\.md$/, "");
    return ruleText(code, (await this.#loadRules())[code]);
  }
}
