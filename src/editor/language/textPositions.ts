import * as vscode from "vscode";
import type { TextEdit, TextRange } from "../../protocol/problem.ts";

export function editorRange(document: vscode.TextDocument, range: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(range.offset), document.positionAt(range.offset + range.length));
}

export function offsetsOf(document: vscode.TextDocument, range: vscode.Range): TextRange {
  const offset = document.offsetAt(range.start);
  return { offset, length: document.offsetAt(range.end) - offset };
}

export function editorEdits(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.TextEdit[] {
  return edits.map((edit) => vscode.TextEdit.replace(editorRange(document, edit.range), edit.newText));
}

export function workspaceEdit(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.WorkspaceEdit {
  const change = new vscode.WorkspaceEdit();
  change.set(document.uri, editorEdits(document, edits));
  return change;
}
