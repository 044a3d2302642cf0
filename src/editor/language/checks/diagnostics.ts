import * as vscode from "vscode";
import type { CheckContext, CheckText } from "../../../protocol/check.ts";
import type { DocumentKind } from "../../../protocol/documentKind.ts";
import { movedProblems, type Problem, type Severity } from "../../../protocol/problem.ts";
import { editorRange, offsetsOf } from "../textPositions.ts";
import type { CheckedDocuments } from "./checkedDocuments.ts";
import { ruleUri } from "./ruleDocuments.ts";

/** Long enough not to check at every key, short enough to feel at once. */
const typingPauseMs = 150;

/** What a check needs: the rules, loaded at the first document that is one of ours, and what is known beyond a text. */
export interface DiagnosticsParts {
  readonly documents: CheckedDocuments;
  /** Gives the maker of checks, one for each document. */
  readonly loadCheck: () => Promise<() => CheckText>;
  readonly contextOf: (document: vscode.TextDocument) => Promise<CheckContext>;
}

interface Findings {
  readonly version: number;
  readonly problems: readonly Problem[];
}

/** Checks open documents while they are typed: the changed one only, after a pause, and never for a version gone by. */
export class Diagnostics implements vscode.Disposable {
  readonly #parts: DiagnosticsParts;
  readonly #collection = vscode.languages.createDiagnosticCollection("simplex-agents");
  readonly #findings = new Map<string, Findings>();
  /** Each open document's own check, which knows its last version. */
  readonly #checks = new Map<string, CheckText>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  readonly #checked = new vscode.EventEmitter<vscode.TextDocument>();
  readonly #subscriptions: readonly vscode.Disposable[];

  readonly onDidCheck = this.#checked.event;

  constructor(parts: DiagnosticsParts) {
    this.#parts = parts;
    this.#subscriptions = [
      vscode.workspace.onDidOpenTextDocument((document) => void this.check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#checkSoon(document);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
    ];
    this.checkAll();
  }

  /** Checks every open document anew, as when the environment has changed. */
  checkAll(): void {
    for (const document of vscode.workspace.textDocuments) void this.check(document);
  }

  /** The problems of the document as it is now, or none while a newer version waits to be checked. */
  problemsOf(document: vscode.TextDocument): readonly Problem[] {
    const findings = this.#findings.get(document.uri.toString());
    return findings?.version === document.version ? findings.problems : [];
  }

  async check(document: vscode.TextDocument): Promise<void> {
    const kind = this.#parts.documents.kindOf(document);
    if (!kind) {
      this.#clear(document);
      return;
    }
    const [newCheck, context] = await this.#load(document);
    if (document.isClosed) return;
    const key = document.uri.toString();
    const checkText = this.#checks.get(key) ?? newCheck();
    this.#checks.set(key, checkText);
    this.#publish(document, checkText(kind, document.getText(), context));
  }

  /** Checks a part of any document. The findings stay until the document is edited. */
  async checkPart(document: vscode.TextDocument, part: vscode.Range, kind: DocumentKind): Promise<void> {
    const [newCheck, context] = await this.#load(document);
    const problems = newCheck()(kind, document.getText(part), context);
    this.#publish(document, movedProblems(problems, offsetsOf(document, part).offset));
  }

  dispose(): void {
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    this.#pauses.clear();
    this.#findings.clear();
    this.#checks.clear();
    this.#checked.dispose();
    this.#collection.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #load(document: vscode.TextDocument): Promise<[() => CheckText, CheckContext]> {
    return Promise.all([this.#parts.loadCheck(), this.#parts.contextOf(document)]);
  }

  #checkSoon(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#pauses.get(key));
    if (!this.#parts.documents.kindOf(document)) {
      this.#clear(document);
      return;
    }
    const pause = setTimeout(() => {
      this.#pauses.delete(key);
      void this.check(document);
    }, typingPauseMs);
    this.#pauses.set(key, pause);
  }

  #publish(document: vscode.TextDocument, problems: readonly Problem[]): void {
    this.#findings.set(document.uri.toString(), { version: document.version, problems });
    this.#collection.set(
      document.uri,
      problems.map((problem) => diagnosticOf(document, problem)),
    );
    this.#checked.fire(document);
  }

  #clear(document: vscode.TextDocument): void {
    if (this.#findings.delete(document.uri.toString())) this.#collection.delete(document.uri);
  }

  #forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#pauses.get(key));
    this.#pauses.delete(key);
    this.#checks.delete(key);
    this.#parts.documents.forget(document);
    this.#clear(document);
  }
}

/** A problem as the editor shows it; its code links to the rule. */
export function diagnosticOf(document: vscode.TextDocument, problem: Problem): vscode.Diagnostic {
  const range = editorRange(document, problem.range);
  const diagnostic = new vscode.Diagnostic(range, problem.message, severityOf(problem.severity));
  diagnostic.source = "SimpleX Agents";
  diagnostic.code = { value: problem.code, target: ruleUri(problem.code) };
  return diagnostic;
}

function severityOf(severity: Severity): vscode.DiagnosticSeverity {
  switch (severity) {
    case "error":
      return vscode.DiagnosticSeverity.Error;
    case "warning":
      return vscode.DiagnosticSeverity.Warning;
    case "information":
      return vscode.DiagnosticSeverity.Information;
    case "hint":
      return vscode.DiagnosticSeverity.Hint;
  }
}
