import * as vscode from "vscode";
import { type DocumentKind, documentKindOf } from "../../protocol/documentKind.ts";
import type { CheckedDocuments } from "./checkedDocuments.ts";
import type { CompletionEntry } from "./completionItems.ts";
import { completionItemOf } from "./completionProvider.ts";
import { type EnvelopePart, envelopeCompletionsAt, envelopeHoverAt } from "./envelopeDocument.ts";
import type { HoverText } from "./hoverText.ts";
import { llmsTxtCompletionsAt } from "./llmsTxtCompletions.ts";
import { llmsTxtHoverAt } from "./llmsTxtHover.ts";
import { editorRange } from "./textPositions.ts";

/** Completion and hover of one kind of document that keeps the language the user's tools give it. */
interface DocumentLanguage {
  readonly kind: DocumentKind;
  readonly selector: vscode.DocumentSelector;
  readonly triggers: readonly string[];
  completionsAt(document: vscode.TextDocument, offset: number): readonly CompletionEntry[];
  hoverAt(document: vscode.TextDocument, offset: number): HoverText | undefined;
}

const envelopes: DocumentLanguage = {
  kind: "rpc-request",
  selector: [{ language: "json" }, { language: "jsonc" }, { language: "plaintext" }, { pattern: "**/*.rpc.json" }],
  triggers: ['"'],
  completionsAt: (document, offset) => envelopeCompletionsAt(document.getText(), offset, envelopePart(document)),
  hoverAt: (document, offset) => envelopeHoverAt(document.getText(), offset, envelopePart(document)),
};

const llmsTxt: DocumentLanguage = {
  kind: "llms-txt",
  selector: [
    { language: "markdown" },
    { language: "plaintext" },
    { pattern: "**/llms.txt" },
    { pattern: "**/llms-full.txt" },
  ],
  triggers: ["#", "-", ":", " ", ","],
  completionsAt: (document, offset) => llmsTxtCompletionsAt(document.getText(), offset),
  hoverAt: (document, offset) => llmsTxtHoverAt(document.getText(), offset),
};

/** Registers completion and hover for the documents that are checked, by name or by the user's choice, as their kind. */
export function registerDocumentLanguages(documents: CheckedDocuments): vscode.Disposable {
  return vscode.Disposable.from(...[envelopes, llmsTxt].flatMap((language) => providersOf(language, documents)));
}

function providersOf(language: DocumentLanguage, documents: CheckedDocuments): vscode.Disposable[] {
  const { kind, selector, triggers } = language;
  const completion: vscode.CompletionItemProvider = {
    provideCompletionItems: (document, position) => {
      if (documents.kindOf(document) !== kind) return [];
      const entries = language.completionsAt(document, document.offsetAt(position));
      return entries.map((entry, index) => completionItemOf(document, position, entry, index));
    },
  };
  const hover: vscode.HoverProvider = {
    provideHover: (document, position) => {
      const text = documents.kindOf(document) === kind && language.hoverAt(document, document.offsetAt(position));
      return text
        ? new vscode.Hover(new vscode.MarkdownString(text.markdown), editorRange(document, text.range))
        : null;
    },
  };
  return [
    vscode.languages.registerCompletionItemProvider(selector, completion, ...triggers),
    vscode.languages.registerHoverProvider(selector, hover),
  ];
}

/** A contributed schema tells of the envelope's own members in files with the name of an envelope. */
function envelopePart(document: vscode.TextDocument): EnvelopePart {
  return documentKindOf(document.uri.path) === "rpc-request" ? "request" : "whole";
}
