import * as vscode from "vscode";
import { type DocumentKind, documentKindOf } from "../../../protocol/documentKind.ts";
import { ruleScheme } from "../../manifest/documentSchemes.ts";
import { callLanguage } from "../callLanguage.ts";

/** Documents that mirror another one, or that nobody edits: a problem in them would show twice or help nobody. */
const unCheckedSchemes = new Set(["git", "output", "vscode", ruleScheme, "comment", "vscode-terminal"]);

/** Knows what each open document is checked as: by its language, its file's name, or the user's choice. */
export class CheckedDocuments {
  readonly #chosen = new Map<string, DocumentKind>();

  kindOf(document: vscode.TextDocument): DocumentKind | undefined {
    if (unCheckedSchemes.has(document.uri.scheme)) return undefined;
    const chosen = this.#chosen.get(document.uri.toString());
    if (chosen) return chosen;
    return document.languageId === callLanguage ? "call" : documentKindOf(document.uri.path);
  }

  /** Holds until the document is closed. */
  choose(document: vscode.TextDocument, kind: DocumentKind): void {
    this.#chosen.set(document.uri.toString(), kind);
  }

  forget(document: vscode.TextDocument): void {
    this.#chosen.delete(document.uri.toString());
  }
}

/** What a kind of document is called where people choose one. */
export function kindLabel(kind: DocumentKind): string {
  switch (kind) {
    case "llms-txt":
      return vscode.l10n.t("llms.txt");
    case "call":
      return vscode.l10n.t("Request file (*.call)");
    case "rpc-request":
      return vscode.l10n.t("Service RPC request envelope");
    case "rpc-response":
      return vscode.l10n.t("Service RPC response envelope");
    case "agent-card":
      return vscode.l10n.t("A2A Agent Card");
    case "profile":
      return vscode.l10n.t("SimpleX profile or group profile");
    case "well-known":
      return vscode.l10n.t("Well-known document (simplex.json)");
    case "environment":
      return vscode.l10n.t("Environment file (simplex.env.json)");
  }
}
