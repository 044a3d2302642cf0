import * as vscode from "vscode";
import type { AddressRecord } from "../../../discovery/addressRecord.ts";
import { requestName } from "../../../runner/run/requestName.ts";
import type { SigningKeys } from "../../keys/signingKeys.ts";
import { codeSpan } from "../../markdownText.ts";
import type { EditorVariables } from "../../values/editorVariables.ts";
import { callLanguage } from "../callLanguage.ts";
import { type CompletionWorld, completionsAt } from "../completion/completionItems.ts";
import { completionProvider, completionTriggers } from "../completion/completionProvider.ts";
import { hoverAt } from "../completion/hoverText.ts";
import { editorRange } from "../textPositions.ts";
import { callFileOf } from "./callFiles.ts";
import {
  foldingProvider,
  formattingProvider,
  highlightProvider,
  linkProvider,
  outlineProvider,
} from "./callLanguageProviders.ts";
import type { CodeLenses } from "./codeLenses.ts";
import { Conversions } from "./conversions.ts";
import { type KnownGroup, knownTargets } from "./knownTargets.ts";
import { semanticTokensProvider, tokenLegend } from "./semanticTokens.ts";
import { capturingRequests, foreignCaptures } from "./sharedCaptures.ts";
import { definitionProvider, referenceProvider, renameProvider } from "./variableProviders.ts";
import type { WorkspaceCallFiles } from "./workspaceCallFiles.ts";

/** What the features of request files know beyond the file. */
export interface CallLanguageParts {
  /** The addresses that are known in the window. */
  readonly knownRecords: () => Promise<readonly AddressRecord[]>;
  readonly variables: EditorVariables;
  /** The groups of the core while it runs, with their members. */
  readonly knownGroups: () => Promise<readonly KnownGroup[]>;
  readonly keys: SigningKeys;
  readonly lenses: CodeLenses;
  /** The request files that may use each other's captures. */
  readonly files: WorkspaceCallFiles;
}

/** Registers every feature of the language `simplex-call`, for saved and untitled documents alike. */
export function registerCallLanguage(parts: CallLanguageParts): vscode.Disposable {
  const { languages } = vscode;
  const selector: vscode.DocumentSelector = { language: callLanguage };
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(selector, callCompletionProvider(parts), ...completionTriggers),
    languages.registerHoverProvider(selector, hoverProvider(parts)),
    languages.registerCodeLensProvider(selector, parts.lenses),
    languages.registerDocumentSymbolProvider(selector, outlineProvider),
    languages.registerFoldingRangeProvider(selector, foldingProvider),
    languages.registerDocumentFormattingEditProvider(selector, formattingProvider),
    languages.registerDocumentLinkProvider(selector, linkProvider),
    languages.registerDefinitionProvider(selector, definitionProvider(parts.files)),
    languages.registerReferenceProvider(selector, referenceProvider(parts.files)),
    languages.registerDocumentHighlightProvider(selector, highlightProvider),
    languages.registerRenameProvider(selector, renameProvider(parts.files)),
    languages.registerCodeActionsProvider(selector, new Conversions(), Conversions.metadata),
    languages.registerDocumentSemanticTokensProvider(selector, semanticTokensProvider, tokenLegend),
  );
}

/** What is known beyond the file is read without any network. */
function callCompletionProvider(parts: CallLanguageParts): vscode.CompletionItemProvider {
  return completionProvider(async (document, offset) => {
    const text = document.getText();
    const file = callFileOf(document);
    return completionsAt(text, file, offset, await completionWorld(document, parts));
  });
}

function hoverProvider({ variables, files }: CallLanguageParts): vscode.HoverProvider {
  return {
    provideHover: async (document, position) => {
      const describe = async (expression: string) => {
        const [value, ...sources] = await Promise.all([
          variables.describe(document, expression),
          captureText(files, document, expression),
        ]);
        return [value, ...sources.filter((text) => text !== "")].join("\n\n");
      };
      const hover = await hoverAt(callFileOf(document), document.offsetAt(position), describe);
      return hover && new vscode.Hover(new vscode.MarkdownString(hover.markdown), editorRange(document, hover.range));
    },
  };
}

/** Which requests give a variable its value by `@set`; empty for one that none captures. */
async function captureText(
  files: WorkspaceCallFiles,
  document: vscode.TextDocument,
  expression: string,
): Promise<string> {
  const requests = capturingRequests(await files.all(), document.uri.toString(), expression);
  return requests
    .map(({ in: { uri, rangeOf }, request }) => {
      const line = rangeOf(request.range).start.line + 1;
      const name = codeSpan(requestName(request, line));
      const place = codeSpan(`${vscode.workspace.asRelativePath(uri)}:${line}`);
      return vscode.l10n.t("Captured by the request {0} in {1}.", name, place);
    })
    .join("\n\n");
}

async function completionWorld(document: vscode.TextDocument, parts: CallLanguageParts): Promise<CompletionWorld> {
  const [records, variables, groups, files] = await Promise.all([
    parts.knownRecords(),
    parts.variables.known(document.uri),
    parts.knownGroups(),
    parts.files.all(),
  ]);
  const captures = foreignCaptures(files, document.uri.toString()).map((name) => ({
    name,
    detail: vscode.l10n.t("captured in {0}.call", name.slice(0, name.lastIndexOf("."))),
  }));
  return {
    targets: knownTargets(records, groups),
    variables: [...variables, ...captures],
    secrets: parts.variables.secretNames(),
    signingKeys: parts.keys.names(),
  };
}
