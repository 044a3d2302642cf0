import type * as vscode from "vscode";
import { callFileOf } from "../language/call/callFiles.ts";
import { completionItemOf } from "../language/completion/completionProvider.ts";
import { argumentPlace } from "./argumentEntries.ts";
import type { Inspections } from "./inspections.ts";

/** Completes the names and the arguments of tools that are known from an inspection. */
export class ArgumentCompletion implements vscode.CompletionItemProvider {
  readonly #inspections: Inspections;

  constructor(inspections: Inspections) {
    this.#inspections = inspections;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionItem[]> {
    const { version } = document;
    const place = argumentPlace(document.getText(), callFileOf(document), document.offsetAt(position));
    const tools = place && (await this.#inspections.toolsAt(place.target));
    if (!place || !tools || token.isCancellationRequested || document.version !== version) return [];
    return place.entries(tools).map((entry, index) => completionItemOf(document, position, entry, index));
  }
}
