import * as vscode from "vscode";
import type { AddressRecord } from "../../discovery/addressRecord.ts";
import type { EditorVariables } from "../editorVariables.ts";
import type { SigningKeys } from "../keys/signingKeys.ts";
import { callFileOf } from "./callFiles.ts";
import {
  definitionProvider,
  foldingProvider,
  formattingProvider,
  highlightProvider,
  linkProvider,
  outlineProvider,
  referenceProvider,
  renameProvider,
} from "./callLanguageProviders.ts";
import { callLanguage } from "./checkedDocuments.ts";
import type { CodeLenses } from "./codeLenses.ts";
import type { CompletionWorld } from "./completionItems.ts";
import { CompletionProvider, completionTriggers } from "./completionProvider.ts";
import { Conversions } from "./conversions.ts";
import type { GroupMembers } from "./groupMembers.ts";
import { hoverAt } from "./hoverText.ts";
import { knownTargets } from "./knownTargets.ts";
import { semanticTokensProvider, tokenLegend } from "./semanticTokens.ts";
import { editorRange } from "./textPositions.ts";

/** What the features of request files know beyond the file. */
export interface CallLanguageParts {
  /** The addresses that are known in the window. */
  readonly knownRecords: () => Promise<readonly AddressRecord[]>;
  readonly variables: EditorVariables;
  readonly members: GroupMembers;
  readonly keys: SigningKeys;
  readonly lenses: CodeLenses;
}

/** Registers every feature of the language `simplex-call`, for saved and untitled documents alike. */
export function registerCallLanguage(parts: CallLanguageParts): vscode.Disposable {
  const { languages } = vscode;
  const selector: vscode.DocumentSelector = { language: callLanguage };
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(
      selector,
      new CompletionProvider((document) => completionWorld(document, parts)),
      ...completionTriggers,
    ),
    languages.registerHoverProvider(selector, hoverProvider(parts.variables)),
    languages.registerCodeLensProvider(selector, parts.lenses),
    languages.registerDocumentSymbolProvider(selector, outlineProvider),
    languages.registerFoldingRangeProvider(selector, foldingProvider),
    languages.registerDocumentFormattingEditProvider(selector, formattingProvider),
    languages.registerDocumentLinkProvider(selector, linkProvider),
    languages.registerDefinitionProvider(selector, definitionProvider),
    languages.registerReferenceProvider(selector, referenceProvider),
    languages.registerDocumentHighlightProvider(selector, highlightProvider),
    languages.registerRenameProvider(selector, renameProvider),
    languages.registerCodeActionsProvider(selector, new Conversions(), Conversions.metadata),
    languages.registerDocumentSemanticTokensProvider(selector, semanticTokensProvider, tokenLegend),
  );
}

function hoverProvider(variables: EditorVariables): vscode.HoverProvider {
  return {
    provideHover: async (document, position) => {
      const describe = (expression: string) => variables.describe(document, expression);
      const hover = await hoverAt(callFileOf(document), document.offsetAt(position), describe);
      return hover && new vscode.Hover(new vscode.MarkdownString(hover.markdown), editorRange(document, hover.range));
    },
  };
}

async function completionWorld(document: vscode.TextDocument, parts: CallLanguageParts): Promise<CompletionWorld> {
  const [records, variables, groups] = await Promise.all([
    parts.knownRecords(),
    parts.variables.known(document.uri),
    parts.members.groups(),
  ]);
  return {
    targets: knownTargets(records, groups),
    variables,
    secrets: parts.variables.secretNames(),
    signingKeys: parts.keys.names(),
  };
}
