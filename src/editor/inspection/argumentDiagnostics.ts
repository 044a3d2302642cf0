import * as vscode from "vscode";
import type { ArgumentCheck } from "../../protocol/mcp/toolArguments.ts";
import type { Tool } from "../../protocol/mcp/toolList.ts";
import type { Problem } from "../../protocol/problem.ts";
import { withinTime } from "../../runner/expectations/withinTime.ts";
import { callFileOf } from "../language/call/callFiles.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { diagnosticOf } from "../language/checks/diagnostics.ts";
import type { Inspections } from "./inspections.ts";
import { toolCallsOf } from "./toolCalls.ts";

/** Longer than the pause of the other checks: a server's schema is compiled and run, which is off the typing path. */
const typingPauseMs = 400;
/** How long one schema may hold up the extension, once: after it, its arguments are not checked any more. */
const schemaTimeoutMs = 1_000;

/** Checks the arguments of calls to tools against the schemas that their server listed when it was inspected. */
export class ArgumentDiagnostics implements vscode.Disposable {
  readonly #inspections: Inspections;
  readonly #collection = vscode.languages.createDiagnosticCollection("simplex-agents-arguments");
  readonly #findings = new Map<string, { readonly text: string; readonly problems: readonly Problem[] }>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  readonly #checks = new WeakMap<Tool, ArgumentCheck>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(inspections: Inspections) {
    this.#inspections = inspections;
    this.#subscriptions = [
      inspections.onDidChange(() => {
        for (const document of vscode.workspace.textDocuments) this.#checkSoon(document);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.#checkSoon(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#checkSoon(document);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
    ];
  }

  /** The problems of the document as it is now; none while a newer text waits to be checked. */
  problemsOf(document: vscode.TextDocument): readonly Problem[] {
    const findings = this.#findings.get(document.uri.toString());
    return findings?.text === document.getText() ? findings.problems : [];
  }

  dispose(): void {
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    this.#pauses.clear();
    this.#findings.clear();
    this.#collection.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #checkSoon(document: vscode.TextDocument): void {
    if (document.languageId !== callLanguage) return;
    const key = document.uri.toString();
    clearTimeout(this.#pauses.get(key));
    const pause = setTimeout(() => {
      this.#pauses.delete(key);
      void this.#check(document);
    }, typingPauseMs);
    this.#pauses.set(key, pause);
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const text = document.getText();
    const problems = await this.#problemsIn(document);
    // What was typed meanwhile has a check of its own coming.
    if (document.isClosed || document.getText() !== text) return;
    this.#findings.set(document.uri.toString(), { text, problems });
    this.#collection.set(
      document.uri,
      problems.map((problem) => diagnosticOf(document, problem)),
    );
  }

  async #problemsIn(document: vscode.TextDocument): Promise<readonly Problem[]> {
    // Most windows inspect nothing, and their files need not be taken apart for it.
    if (this.#inspections.isEmpty) return [];
    const found: Problem[] = [];
    for (const { target, params, toolName } of toolCallsOf(callFileOf(document))) {
      const tools = await this.#inspections.toolsAt(target);
      if (!tools) continue;
      const { checkToolName, compileArgumentCheck } = await import("../../protocol/mcp/toolArguments.ts");
      const tool = tools.find(({ name }) => name === toolName);
      if (!tool) {
        found.push(...checkToolName(tools, params));
        continue;
      }
      const check = this.#checks.get(tool) ?? compileArgumentCheck(tool, (work) => withinTime(schemaTimeoutMs, work));
      this.#checks.set(tool, check);
      found.push(...check.check(params));
    }
    return found;
  }

  #forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#pauses.get(key));
    this.#pauses.delete(key);
    this.#findings.delete(key);
    this.#collection.delete(document.uri);
  }
}
