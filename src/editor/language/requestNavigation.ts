import * as vscode from "vscode";
import { callFileOf } from "./call/callFiles.ts";
import { callLanguage } from "./callLanguage.ts";

/** Moves the cursor to the start of the next request, or of the one before the cursor's; at the end it begins anew. */
export function goToRequest(direction: "next" | "previous"): void {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== callLanguage) return;
  const { document, selection } = editor;
  const cursor = document.offsetAt(selection.active);
  const starts = callFileOf(document).requests.map(({ range }) => range.offset);
  const start =
    direction === "next"
      ? (starts.find((offset) => offset > cursor) ?? starts[0])
      : (starts.findLast((offset) => offset < cursor) ?? starts.at(-1));
  if (start === undefined) return;
  const place = document.positionAt(start);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
