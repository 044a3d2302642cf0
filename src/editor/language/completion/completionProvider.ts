import * as vscode from "vscode";
import { editorRange } from "../textPositions.ts";
import type { CompletionEntry } from "./completionEntry.ts";

export const completionTriggers = ["@", "#", "{", '"', "/", " ", "$"];

/** Offers the entries at an offset, in their order; none when the text changed while they were looked up. */
export function completionProvider(
  entriesAt: (document: vscode.TextDocument, offset: number) => Promise<readonly CompletionEntry[]>,
): vscode.CompletionItemProvider {
  return {
    provideCompletionItems: async (document, position, token) => {
      const { version } = document;
      const entries = await entriesAt(document, document.offsetAt(position));
      if (token.isCancellationRequested || document.version !== version) return [];
      return entries.map((entry, index) => completionItemOf(document, position, entry, index));
    },
  };
}

/** What the editor shows and inserts for an entry, the `index`th of its list. */
function completionItemOf(
  document: vscode.TextDocument,
  position: vscode.Position,
  entry: CompletionEntry,
  index: number,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(entry.label, itemKind(entry.kind));
  const replacing = editorRange(document, entry.range);
  item.range = replacing;
  item.insertText = entry.isSnippet ? new vscode.SnippetString(entry.insert) : entry.insert;
  item.sortText = String(index).padStart(4, "0");
  // The editor compares the text between the range's start and the cursor with this.
  item.filterText = entry.filter ?? entry.label;
  if (replacing.start.isEqual(position)) delete item.filterText;
  if (entry.detail) item.detail = entry.detail;
  if (entry.plainDocumentation) item.documentation = entry.plainDocumentation;
  if (entry.documentation) item.documentation = new vscode.MarkdownString(entry.documentation);
  if (entry.suggestsMore) item.command = { command: "editor.action.triggerSuggest", title: "" };
  return item;
}

function itemKind(kind: CompletionEntry["kind"]): vscode.CompletionItemKind {
  switch (kind) {
    case "directive":
      return vscode.CompletionItemKind.Keyword;
    case "variable":
      return vscode.CompletionItemKind.Variable;
    case "target":
      return vscode.CompletionItemKind.Reference;
    case "protocol":
      return vscode.CompletionItemKind.Module;
    case "member":
      return vscode.CompletionItemKind.Property;
    case "value":
      return vscode.CompletionItemKind.Value;
    case "mention":
      return vscode.CompletionItemKind.User;
    case "request":
      return vscode.CompletionItemKind.Snippet;
  }
}
