import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { SimplexAgents } from "../../../src/extension.ts";

const waitMs = 15_000;
const pollMs = 25;

/** The extension under test, activated and loaded whole. */
export async function extensionApi(): Promise<SimplexAgentsApi> {
  const extension = vscode.extensions.getExtension<SimplexAgents>("simplex-agent-protocols.simplex-agent-protocols");
  assert.ok(extension, "the extension under development is loaded");
  return await (await extension.activate()).load();
}

/** Waits until `read` gives something, and fails with what was waited for. */
export async function until<Value>(
  read: () => Value | undefined | false | Thenable<Value | undefined | false>,
  what: string,
  ms = waitMs,
): Promise<Value> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(pollMs)) {
    const value = await read();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

let openedFiles = 0;

/** An untitled request file in an editor, with a name of its own: one that was closed may linger under its name. */
export async function openCallFile(content: string): Promise<vscode.TextEditor> {
  openedFiles += 1;
  return await openText(`request-${openedFiles}.call`, content);
}

/** An untitled document of that file name in an editor. */
export async function openText(name: string, content: string): Promise<vscode.TextEditor> {
  return await vscode.window.showTextDocument(await writeText(name, content));
}

/** An untitled document of that file name, in no editor. */
export async function writeText(name: string, content: string): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.from({ scheme: "untitled", path: `/${name}` });
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), content);
  assert.ok(await vscode.workspace.applyEdit(edit));
  return document;
}

/** The diagnostics of the extension for a document, once they are there. */
export function diagnosticsOf(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  return until(() => {
    const found = ownDiagnostics(document);
    return found.length > 0 && found;
  }, `diagnostics of ${document.uri.toString()}`);
}

export function ownDiagnostics(document: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "SimpleX Agents");
}

export function codeOf(diagnostic: vscode.Diagnostic): string | undefined {
  return typeof diagnostic.code === "object" ? String(diagnostic.code.value) : undefined;
}

export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

type Dialog = (message: string, ...rest: readonly unknown[]) => Thenable<unknown>;

/**
 * Answers every message that has buttons with the first button that `choice` matches, while `act` runs; without such a
 * button it is dismissed. Resolves to what was asked: the message, its detail and its buttons.
 */
export async function answerDialogs(choice: RegExp, act: () => Promise<unknown>): Promise<readonly string[]> {
  const asked: string[] = [];
  const answer: Dialog = (message, ...rest) => {
    const buttons = rest.filter((one) => typeof one === "string");
    const details = rest.flatMap((one) =>
      typeof one === "object" && one !== null && "detail" in one ? [one.detail] : [],
    );
    asked.push([message, ...details, ...buttons].join(" | "));
    return Promise.resolve(buttons.find((button) => choice.test(button)));
  };
  const window = vscode.window as unknown as Record<string, Dialog>;
  const names = ["showInformationMessage", "showWarningMessage", "showErrorMessage"];
  const real = names.map((name) => window[name]);
  for (const name of names) window[name] = answer;
  try {
    await act();
  } finally {
    for (const [index, name] of names.entries()) {
      const original = real[index];
      if (original) window[name] = original;
    }
  }
  return asked;
}

export interface InputAnswers {
  /** The label that is picked, if it is offered. */
  readonly showQuickPick?: string;
  readonly showInputBox?: (options: vscode.InputBoxOptions) => string | undefined;
}

/** Answers lists and input boxes while `act` runs, as a user would. */
export async function withAnswers<Result>(answers: InputAnswers, act: () => Promise<Result>): Promise<Result> {
  const window = vscode.window as unknown as Record<string, unknown>;
  const real = { showQuickPick: window["showQuickPick"], showInputBox: window["showInputBox"] };
  Object.assign(window, {
    showQuickPick: async (items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>) =>
      (await items).find(({ label }) => label === answers.showQuickPick),
    showInputBox: (options: vscode.InputBoxOptions) => Promise.resolve(answers.showInputBox?.(options)),
  });
  try {
    return await act();
  } finally {
    Object.assign(window, real);
  }
}
