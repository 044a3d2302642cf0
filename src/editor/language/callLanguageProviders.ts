import * as vscode from "vscode";
import { isVariableName } from "../../protocol/call/variableExpression.ts";
import { rangesOverlap, type TextRange } from "../../protocol/problem.ts";
import { callFileOf } from "./callFiles.ts";
import { foldableRanges } from "./callFolding.ts";
import { type OutlineItem, outlineOf } from "./callOutline.ts";
import { formatBodies } from "./formatBodies.ts";
import { targetLinks } from "./targetLinks.ts";
import { type TargetOccurrence, targetOccurrences } from "./targetOccurrences.ts";
import { editorEdits, editorRange } from "./textPositions.ts";
import { definitionsOf, occurrenceAt, type VariableOccurrence, variableOccurrences } from "./variableOccurrences.ts";

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

export const definitionProvider: vscode.DefinitionProvider = {
  provideDefinition: (document, position) => {
    const { occurrences, found } = variableAt(document, position);
    if (found) return definitionsOf(occurrences, found.text).map((span) => locationOf(document, span));
    return targetsAt(document, position)
      .filter(({ role }) => role === "definition")
      .map((span) => locationOf(document, span));
  },
};

export const referenceProvider: vscode.ReferenceProvider = {
  provideReferences: (document, position, { includeDeclaration }) => {
    const { occurrences, found } = variableAt(document, position);
    const same = found ? occurrences.filter(({ text }) => text === found.text) : targetsAt(document, position);
    return same.filter(({ role }) => includeDeclaration || role === "use").map((span) => locationOf(document, span));
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

export const renameProvider: vscode.RenameProvider = {
  prepareRename: (document, position) => {
    const { occurrences, found } = variableAt(document, position);
    if (!found) throw new Error(vscode.l10n.t("Only a variable can be renamed here."));
    if (definitionsOf(occurrences, found.text).length === 0) {
      const message = "“{0}” is not defined in this file, so it cannot be renamed here. Rename it where it is defined.";
      throw new Error(vscode.l10n.t(message, found.text));
    }
    return { range: editorRange(document, found), placeholder: found.text };
  },
  provideRenameEdits: (document, position, newName) => {
    const { occurrences, found } = variableAt(document, position);
    if (!isVariableName(newName)) {
      const message = "“{0}” is no variable name: a letter or _ first, then letters, digits, _ and -.";
      throw new Error(vscode.l10n.t(message, newName));
    }
    if (newName !== found?.text && occurrences.some((span) => span.text === newName)) {
      throw new Error(vscode.l10n.t("“{0}” is a variable of this file already. Choose another name.", newName));
    }
    const edit = new vscode.WorkspaceEdit();
    for (const span of occurrences) {
      if (span.text === found?.text) edit.replace(document.uri, editorRange(document, span), newName);
    }
    return edit;
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
function targetsAt(document: vscode.TextDocument, position: vscode.Position): readonly TargetOccurrence[] {
  const occurrences = targetOccurrences(callFileOf(document));
  const at = { offset: document.offsetAt(position), length: 0 };
  const found = occurrences.find((span) => rangesOverlap(span, at));
  return occurrences.filter(({ identity }) => identity === found?.identity);
}

function locationOf(document: vscode.TextDocument, span: TextRange): vscode.Location {
  return new vscode.Location(document.uri, editorRange(document, span));
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
