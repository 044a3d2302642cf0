import * as vscode from "vscode";
import { rangesOverlap } from "../../../protocol/problem.ts";
import { editorEdits, editorRange } from "../textPositions.ts";
import { callFileOf } from "./callFiles.ts";
import { foldableRanges } from "./callFolding.ts";
import { type OutlineItem, outlineOf } from "./callOutline.ts";
import { formatBodies } from "./formatBodies.ts";
import { targetLinks } from "./targetLinks.ts";
import { type TargetOccurrence, targetOccurrences } from "./targetOccurrences.ts";
import { occurrenceAt, type VariableOccurrence, variableOccurrences } from "./variableOccurrences.ts";

/** The features of request files that need nothing but the file itself. */
export const outlineProvider: vscode.DocumentSymbolProvider = {
  provideDocumentSymbols: (document) =>
    outlineOf(document.getText(), callFileOf(document)).map((item) => symbolOf(document, item)),
};

export const foldingProvider: vscode.FoldingRangeProvider = {
  provideFoldingRanges: (document) =>
    foldableRanges(callFileOf(document)).flatMap((range) => {
      const { start, end } = editorRange(document, range);
      return end.line > start.line ? [new vscode.FoldingRange(start.line, end.line)] : [];
    }),
};

export const formattingProvider: vscode.DocumentFormattingEditProvider = {
  provideDocumentFormattingEdits: (document, { tabSize, insertSpaces }) => {
    const eol = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
    return editorEdits(document, formatBodies(callFileOf(document), { tabSize, insertSpaces, eol }));
  },
};

export const highlightProvider: vscode.DocumentHighlightProvider = {
  provideDocumentHighlights: (document, position) => {
    const { occurrences, found } = variableAt(document, position);
    const same = found ? occurrences.filter(({ text }) => text === found.text) : targetsAt(document, position);
    return same.map((span) => {
      const kind = span.role === "use" ? vscode.DocumentHighlightKind.Read : vscode.DocumentHighlightKind.Write;
      return new vscode.DocumentHighlight(editorRange(document, span), kind);
    });
  },
};

export const linkProvider: vscode.DocumentLinkProvider = {
  provideDocumentLinks: (document) =>
    targetLinks(callFileOf(document)).map(({ range, address }) => {
      const link = new vscode.DocumentLink(editorRange(document, range), vscode.Uri.parse(address, true));
      link.tooltip = vscode.l10n.t("Open the link in the browser or the SimpleX app");
      return link;
    }),
};

function variableAt(
  document: vscode.TextDocument,
  position: vscode.Position,
): { readonly occurrences: readonly VariableOccurrence[]; readonly found: VariableOccurrence | undefined } {
  const occurrences = variableOccurrences(callFileOf(document));
  return { occurrences, found: occurrenceAt(occurrences, document.offsetAt(position)) };
}

/** The places of the file where the target at the position is written, in whichever form. */
export function targetsAt(document: vscode.TextDocument, position: vscode.Position): readonly TargetOccurrence[] {
  const occurrences = targetOccurrences(callFileOf(document));
  const at = { offset: document.offsetAt(position), length: 0 };
  const found = occurrences.find((span) => rangesOverlap(span, at));
  return occurrences.filter(({ identity }) => identity === found?.identity);
}

function symbolOf(document: vscode.TextDocument, item: OutlineItem): vscode.DocumentSymbol {
  const range = editorRange(document, item.range);
  const symbol = new vscode.DocumentSymbol(
    item.name,
    item.detail,
    symbolKind(item.kind),
    range,
    editorRange(document, item.selection),
  );
  symbol.children = item.children.map((child) => symbolOf(document, child));
  return symbol;
}

function symbolKind(kind: OutlineItem["kind"]): vscode.SymbolKind {
  switch (kind) {
    case "request":
      return vscode.SymbolKind.Method;
    case "variable":
      return vscode.SymbolKind.Variable;
    case "directive":
      return vscode.SymbolKind.Property;
  }
}
