import * as vscode from "vscode";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { comparableReply, comparableTranscript } from "../../runner/record/comparableText.ts";
import type { Transcript } from "../../runner/record/transcript.ts";
import { transcriptText } from "../../runner/record/transcriptFile.ts";
import { contextKeys } from "../manifest/contextKeys.ts";
import { callDocumentScheme } from "../manifest/documentSchemes.ts";

/** A call as a read-only document: its transcript as it is kept, laid out for comparison, or one of its replies alone. */
export type CallDocument =
  | { readonly kind: "transcript" | "comparison"; readonly callId: string }
  | { readonly kind: "reply"; readonly callId: string; readonly sequence: number };

/** Calls that are in no history, such as those of transcript files, are kept this many at most. */
const maxKept = 20;

/**
 * Read-only documents of past calls. An address names the call, so a tab that VS Code restores is filled from the history
 * again. Ids and times, which differ in every run, are hidden or shown in all of them at once.
 */
export class CallDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #find: (callId: string) => Promise<Transcript | undefined>;
  readonly #kept = new Map<string, Transcript>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  #hidesVolatile = true;

  readonly onDidChange = this.#changed.event;

  /** `find` looks a call up in the history. */
  constructor(find: (callId: string) => Promise<Transcript | undefined>) {
    this.#find = find;
    this.#announce();
  }

  /** Makes documents of a call possible that the history may not have. */
  keep(transcript: Transcript): void {
    const { id } = transcript.header;
    this.#kept.delete(id);
    this.#kept.set(id, transcript);
    for (const oldest of [...this.#kept.keys()].slice(0, -maxKept)) this.#kept.delete(oldest);
  }

  /** The address of a document; `title` names its tab. */
  uriOf(document: CallDocument, title: string): vscode.Uri {
    const name = title.replace(/[^\p{Letter}\p{Number} .:-]+/gu, "-").slice(0, 60);
    return vscode.Uri.from({ scheme: callDocumentScheme, path: `/${name}.json`, query: JSON.stringify(document) });
  }

  get hidesVolatile(): boolean {
    return this.#hidesVolatile;
  }

  /** Hides ids and times in every open comparison, or shows them. */
  hideVolatile(isHidden: boolean): void {
    this.#hidesVolatile = isHidden;
    this.#announce();
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === callDocumentScheme) this.#changed.fire(uri);
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const document = parseDocument(uri.query);
    const transcript = document && (this.#kept.get(document.callId) ?? (await this.#find(document.callId)));
    if (!document || !transcript) return vscode.l10n.t("This call is not in the history any more.");
    const options = { hidesVolatile: this.#hidesVolatile };
    switch (document.kind) {
      case "transcript":
        return transcriptText(transcript);
      case "comparison":
        return comparableTranscript(transcript, options);
      case "reply": {
        const { sequence } = document;
        const reply = transcript.events.find((event) => event.event === "reply" && event.sequence === sequence);
        return reply?.event === "reply"
          ? comparableReply(reply, options)
          : vscode.l10n.t("This reply was left out to keep the history's bounds.");
      }
    }
  }

  dispose(): void {
    this.#changed.dispose();
    this.#kept.clear();
  }

  #announce(): void {
    void vscode.commands.executeCommand("setContext", contextKeys.volatileHidden, this.#hidesVolatile);
  }
}

/** An address may have been written by anyone. */
function parseDocument(query: string): CallDocument | undefined {
  let json: unknown;
  try {
    json = JSON.parse(query);
  } catch {
    // The document then says that there is no such call.
    return undefined;
  }
  if (!isObject(json) || typeof json["callId"] !== "string") return undefined;
  const { kind, callId, sequence } = json;
  if (kind === "transcript" || kind === "comparison") return { kind, callId };
  return kind === "reply" && typeof sequence === "number" ? { kind, callId, sequence } : undefined;
}
