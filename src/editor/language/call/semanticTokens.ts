import * as vscode from "vscode";
import type { CallFile } from "../../../protocol/call/callFile.ts";
import { editorRange } from "../textPositions.ts";
import { callFileOf } from "./callFiles.ts";
import { variableOccurrences } from "./variableOccurrences.ts";

export const tokenLegend = new vscode.SemanticTokensLegend(["variable"], ["declaration", "defaultLibrary"]);

/** Colours variables by what they are; everything else is the grammar's. */
export const semanticTokensProvider: vscode.DocumentSemanticTokensProvider = {
  provideDocumentSemanticTokens: (document) => {
    const builder = new vscode.SemanticTokensBuilder(tokenLegend);
    for (const span of variableOccurrences(callFileOf(document))) {
      builder.push(editorRange(document, span), "variable", span.role === "use" ? [] : ["declaration"]);
    }
    for (const span of builtInUses(callFileOf(document))) {
      builder.push(editorRange(document, span), "variable", ["defaultLibrary"]);
    }
    return builder.build();
  },
};

function builtInUses(file: CallFile) {
  return [...file.variables, ...file.requests]
    .flatMap(({ variableUses }) => variableUses)
    .map(({ expression }) => expression)
    .filter(({ text }) => text.startsWith("$"));
}
