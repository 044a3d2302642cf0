import * as vscode from "vscode";
import type { TextRange } from "../../protocol/problem.ts";
import type { RequestResult } from "../../runner/run/runRequest.ts";
import { editorRange } from "../language/textPositions.ts";

/** Shows at its directive what a sent request expected and did not get. It goes with the next send or edit. */
export class RunFindings implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection("simplex-agents-run");
  readonly #subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) this.#collection.delete(document.uri);
  });

  /** Shows the findings of a result, in place of those that stand inside the same request. */
  show(document: vscode.TextDocument, request: TextRange, result: RequestResult): void {
    const within = editorRange(document, request);
    const others = (this.#collection.get(document.uri) ?? []).filter(({ range }) => !within.contains(range));
    this.#collection.set(document.uri, [...others, ...findingsOf(result).map((one) => diagnosticOf(document, one))]);
  }

  clear(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }
}

export interface RunFinding {
  readonly message: string;
  readonly range: TextRange;
  readonly expected?: string;
  readonly actual?: string;
}

/** What a finished request expected and did not get: expectations that are not met, captures that did not come. */
export function findingsOf(result: RequestResult): readonly RunFinding[] {
  if (result.kind !== "finished") return [];
  return [
    ...result.expectations.filter(({ isMet }) => !isMet),
    ...result.captures.flatMap((capture) => (capture.kind === "failed" ? [capture] : [])),
  ];
}

function diagnosticOf(document: vscode.TextDocument, { range, message }: RunFinding): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(editorRange(document, range), message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = vscode.l10n.t("SimpleX Agents, last run");
  return diagnostic;
}
