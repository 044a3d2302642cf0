import * as vscode from "vscode";
import { type DocumentKind, documentKindOf } from "../../../protocol/documentKind.ts";
import { parseSimplexLink } from "../../../protocol/link/parseSimplexLink.ts";
import type { TextRange } from "../../../protocol/problem.ts";
import type { CompletionEntry } from "../completion/completionEntry.ts";
import { type KnownTarget, targetEntries } from "../completion/completionItems.ts";
import { completionProvider } from "../completion/completionProvider.ts";
import { type EnvelopePart, envelopeCompletionsAt, envelopeHoverAt } from "../completion/envelopeDocument.ts";
import type { HoverText } from "../completion/hoverText.ts";
import { type IsLinkMember, jsonLinkAt, jsonLinkHoverAt } from "../completion/linkDocument.ts";
import { responseHoverAt } from "../completion/responseDocument.ts";
import { llmsTxtCompletionsAt } from "../llms-txt/llmsTxtCompletions.ts";
import { llmsTxtHoverAt } from "../llms-txt/llmsTxtHover.ts";
import { llmsTxtLinkAt } from "../llms-txt/llmsTxtLink.ts";
import { editorRange } from "../textPositions.ts";
import type { CheckedDocuments } from "./checkedDocuments.ts";

/** Completion and hover of one kind of document that keeps the language the user's tools give it. */
interface DocumentLanguage {
  readonly kind: DocumentKind;
  readonly selector: vscode.DocumentSelector;
  readonly triggers: readonly string[];
  completionsAt(document: vscode.TextDocument, offset: number): readonly CompletionEntry[];
  hoverAt(document: vscode.TextDocument, offset: number): HoverText | undefined;
  /** The place of an address that an offset stands in. */
  linkAt?(document: vscode.TextDocument, offset: number): TextRange | undefined;
}

const json: vscode.DocumentSelector = [{ language: "json" }, { language: "jsonc" }, { language: "plaintext" }];

const envelopes: DocumentLanguage = {
  kind: "rpc-request",
  selector: [...json, { pattern: "**/*.rpc.json" }],
  triggers: ['"'],
  completionsAt: (document, offset) => envelopeCompletionsAt(document.getText(), offset, envelopePart(document)),
  hoverAt: (document, offset) => envelopeHoverAt(document.getText(), offset, envelopePart(document)),
};

const responses: DocumentLanguage = {
  kind: "rpc-response",
  selector: [...json, { pattern: "**/*.rpc-response.json" }],
  triggers: [],
  completionsAt: () => [],
  hoverAt: (document, offset) => responseHoverAt(document.getText(), offset),
};

const llmsTxt: DocumentLanguage = {
  kind: "llms-txt",
  selector: [
    { language: "markdown" },
    { language: "plaintext" },
    { pattern: "**/llms.txt" },
    { pattern: "**/llms-full.txt" },
  ],
  triggers: ["#", "-", ":", " ", ",", "("],
  completionsAt: (document, offset) => llmsTxtCompletionsAt(document.getText(), offset),
  hoverAt: (document, offset) => llmsTxtHoverAt(document.getText(), offset),
  linkAt: (document, offset) => llmsTxtLinkAt(document.getText(), offset),
};

const agentCard = linkDocument(
  "agent-card",
  (path) => path[0] === "supportedInterfaces" && path.length === 3 && path[2] === "url",
);
/** Its format is not public: any of its members may hold an address. */
const wellKnown = linkDocument("well-known", () => true);
const profile = linkDocument("profile", (path) => path.at(-1) === "groupLink" || path.at(-1) === "contactLink");

/** A JSON document whose members a contributed schema tells of, and whose addresses are told of here. */
function linkDocument(kind: DocumentKind, isLinkMember: IsLinkMember): DocumentLanguage {
  return {
    kind,
    selector: json,
    triggers: ['"'],
    completionsAt: () => [],
    hoverAt: (document, offset) => jsonLinkHoverAt(document.getText(), offset),
    linkAt: (document, offset) => jsonLinkAt(document.getText(), offset, isLinkMember),
  };
}

/**
 * Registers completion and hover for the documents that are checked, by name or by the user's choice, as their kind.
 * `targets` reads the addresses that are known in the window.
 */
export function registerDocumentLanguages(
  documents: CheckedDocuments,
  targets: () => Promise<readonly KnownTarget[]>,
): vscode.Disposable {
  const languages = [envelopes, responses, llmsTxt, agentCard, wellKnown, profile];
  return vscode.Disposable.from(...languages.flatMap((language) => providersOf(language, documents, targets)));
}

function providersOf(
  language: DocumentLanguage,
  documents: CheckedDocuments,
  targets: () => Promise<readonly KnownTarget[]>,
): vscode.Disposable[] {
  const { kind, selector, triggers } = language;
  const completion = completionProvider(async (document, offset) => {
    if (documents.kindOf(document) !== kind) return [];
    const link = language.linkAt?.(document, offset);
    return link ? linkEntries(link, await targets()) : language.completionsAt(document, offset);
  });
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

/** A group of the core has a name of its own, which is no address for others. */
function linkEntries(range: TextRange, targets: readonly KnownTarget[]): CompletionEntry[] {
  return targetEntries(
    range,
    targets.filter(({ link }) => parseSimplexLink(link).link !== undefined),
  );
}

/** A contributed schema tells of the envelope's own members in files with the name of an envelope. */
function envelopePart(document: vscode.TextDocument): EnvelopePart {
  return documentKindOf(document.uri.path) === "rpc-request" ? "request" : "whole";
}
