import * as vscode from "vscode";
import { certainEdits } from "../../../protocol/certainEdits.ts";
import { editorRange, offsetsOf, workspaceEdit } from "../textPositions.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { fixesAt } from "./fixes.ts";

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append("simplexAgents");

/** The problems of a document as its text is now. */
export type KnownProblems = Pick<Diagnostics, "problemsOf">;

/** Offers the fixes of the problems at the cursor, and all certain fixes of the document at once. */
export class QuickFixes implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixAllKind],
  };

  readonly #diagnostics: KnownProblems;

  constructor(diagnostics: KnownProblems) {
    this.#diagnostics = diagnostics;
  }

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const problems = this.#diagnostics.problemsOf(document);
    if (problems.length === 0) return [];
    if (context.only && fixAllKind.contains(context.only)) return fixAllAction(document, this.#diagnostics);
    if (context.only && !context.only.contains(vscode.CodeActionKind.QuickFix)) {
      return context.only.contains(fixAllKind) ? fixAllAction(document, this.#diagnostics) : [];
    }
    return fixesAt(problems, offsetsOf(document, range)).map(({ problem, fix }) => {
      const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
      const problemRange = editorRange(document, problem.range);
      action.edit = workspaceEdit(document, fix.edits);
      action.isPreferred = fix.isPreferred;
      action.diagnostics = context.diagnostics.filter(
        (diagnostic) => diagnostic.message === problem.message && diagnostic.range.isEqual(problemRange),
      );
      return action;
    });
  }
}

/** Applies every certain fix of the document. Resolves to false when there is none. */
export async function fixAll(document: vscode.TextDocument, diagnostics: Diagnostics): Promise<boolean> {
  await diagnostics.check(document);
  const edits = certainEdits(diagnostics.problemsOf(document));
  return edits.length > 0 && vscode.workspace.applyEdit(workspaceEdit(document, edits));
}

function fixAllAction(document: vscode.TextDocument, diagnostics: KnownProblems): vscode.CodeAction[] {
  const edits = certainEdits(diagnostics.problemsOf(document));
  if (edits.length === 0) return [];
  const action = new vscode.CodeAction(vscode.l10n.t("Fix all problems that have one certain fix"), fixAllKind);
  action.edit = workspaceEdit(document, edits);
  return [action];
}
