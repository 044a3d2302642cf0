import * as vscode from "vscode";
import type { TextEdit, TextRange } from "../../protocol/problem.ts";

/** A range in UTF-16 units as lines and columns of the document. */
export function editorRange(document: vscode.TextDocument, range: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(range.offset), document.positionAt(range.offset + range.length));
}

/** Lines and columns of the document as a range in UTF-16 units. */
export function offsetsOf(document: vscode.TextDocument, range: vscode.Range): TextRange {
  const offset = document.offsetAt(range.start);
  return { offset, length: document.offsetAt(range.end) - offset };
}

/** Edits of the document's text as those of the editor. */
export function editorEdits(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.TextEdit[] {
  return edits.map((edit) => vscode.TextEdit.replace(editorRange(document, edit.range), edit.newText));
}

/** One change with all edits, which is undone in one step. */
export function workspaceEdit(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.WorkspaceEdit {
  const change = new vscode.WorkspaceEdit();
  change.set(document.uri, editorEdits(document, edits));
  return change;
}
