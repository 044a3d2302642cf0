import * as vscode from "vscode";
import { requestAt } from "../../protocol/call/callFile.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { lineAt } from "../../protocol/text/linePositions.ts";
import type { HistoryEntry } from "../../runner/record/history.ts";
import type { Transcript } from "../../runner/record/transcript.ts";
import { transcriptExtension, transcriptText } from "../../runner/record/transcriptFile.ts";
import { requestName } from "../../runner/run/requestName.ts";
import type { CallDocuments } from "../comparison/callDocuments.ts";
import type { Comparisons } from "../comparison/comparisons.ts";
import { callFileOf } from "../language/call/callFiles.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { messageText } from "../messageText.ts";
import type { CallPanelActions } from "../panel/panelRequests.ts";
import type { CallHistory } from "./callHistory.ts";
import { readTranscriptFile } from "./readTranscriptFile.ts";

export interface HistoryCommandParts {
  readonly history: CallHistory;
  readonly actions: Pick<CallPanelActions, "resend">;
  readonly comparisons: Comparisons;
  readonly documents: CallDocuments;
  /** Shows a call in the panel. */
  readonly show: (transcript: Transcript) => void;
}

/** What can be done with past calls. Commands of the view are given a node of it, and all selected ones. */
export class HistoryCommands {
  readonly #parts: HistoryCommandParts;

  constructor(parts: HistoryCommandParts) {
    this.#parts = parts;
  }

  async open(node: unknown): Promise<void> {
    const transcript = await this.#transcriptOf(node);
    if (transcript) this.#parts.show(transcript);
  }

  /** Opens the transcript as a read-only document. */
  async openText(node: unknown): Promise<void> {
    const entry = entryOf(node);
    if (!entry) return;
    const { id, name } = entry.header;
    const uri = this.#parts.documents.uriOf({ kind: "transcript", callId: id }, `${name}.transcript`);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  /** Sends it again, from its file where it still is, else as it was sent. */
  async resend(node: unknown): Promise<void> {
    const transcript = await this.#transcriptOf(node);
    const sent = transcript?.events.find((event) => event.event === "sent");
    if (transcript && sent) await this.#parts.actions.resend(transcript.header, sent.text);
  }

  async export(node: unknown): Promise<void> {
    const transcript = await this.#transcriptOf(node);
    if (!transcript) return;
    // The name comes from the request file, never from a reply: a peer's text must not become a path.
    const name = transcript.header.name.replace(/[^\p{Letter}\p{Number}-]+/gu, "-").slice(0, 40);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await vscode.window.showSaveDialog({
      title: vscode.l10n.t("Export the call"),
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${name}${transcriptExtension}`) }),
    });
    if (target) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(transcriptText(transcript)));
  }

  async remove(node: unknown, selected: unknown): Promise<void> {
    const entries = entriesOf(node, selected);
    const [first] = entries;
    if (!first) return;
    const message =
      entries.length === 1
        ? vscode.l10n.t("Delete “{0}” from the history?", messageText(first.header.name))
        : vscode.l10n.t("Delete {0} calls from the history?", entries.length);
    if (!(await confirms(message, vscode.l10n.t("Delete")))) return;
    for (const { header } of entries) await this.#parts.history.remove(header.id);
  }

  async clear(): Promise<void> {
    const message = vscode.l10n.t("Delete every call of this workspace's history?");
    if (await confirms(message, vscode.l10n.t("Delete All"))) await this.#parts.history.clear();
  }

  async selectForCompare(node: unknown): Promise<void> {
    const entry = entryOf(node);
    if (entry) await this.#parts.comparisons.select(entry.header);
  }

  async compareWithSelected(node: unknown): Promise<void> {
    const entry = entryOf(node);
    if (entry) await this.#parts.comparisons.withSelected(entry.header);
  }

  /** Compares a call of the view with the run before it; without one, the newest two runs of the request at the cursor. */
  async compareWithPrevious(node: unknown): Promise<void> {
    const entry = entryOf(node);
    if (entry) await this.#parts.comparisons.withPrevious(entry.header);
    else await this.#compareAtCursor();
  }

  async #compareAtCursor(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== callLanguage) return;
    const { document, selection } = editor;
    const file = callFileOf(document);
    const request = requestAt(file, document.offsetAt(selection.active)) ?? file.requests[0];
    if (!request) return;
    const name = requestName(request, lineAt(document.getText(), request.range.offset));
    await this.#parts.comparisons.newestOf(document.uri.toString(), name);
  }

  /** Compares the two calls that are selected in the view. */
  async compareSelected(node: unknown, selected: unknown): Promise<void> {
    const [one, other] = entriesOf(node, selected);
    if (one && other) await this.#parts.comparisons.calls(one.header, other.header);
  }

  /** Shows a transcript file in the panel: the one given, else the active editor's, else one the user picks. */
  async openFile(uri: unknown): Promise<void> {
    const file = uri instanceof vscode.Uri ? uri : (activeTranscript() ?? (await pickTranscript()));
    if (!file) return;
    const parsed = await readTranscriptFile(file);
    if (parsed.kind === "transcript") this.#parts.show(parsed.transcript);
    else void vscode.window.showErrorMessage(parsed.message);
  }

  async #transcriptOf(node: unknown): Promise<Transcript | undefined> {
    const entry = entryOf(node);
    if (!entry) return undefined;
    const transcript = await this.#parts.history.transcript(entry.header.id);
    if (!transcript) {
      void vscode.window.showInformationMessage(vscode.l10n.t("This call is not in the history any more."));
    }
    return transcript;
  }
}

async function confirms(message: string, action: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true }, action)) === action;
}

function activeTranscript(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.path.endsWith(transcriptExtension) ? uri : undefined;
}

async function pickTranscript(): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({ filters: { [vscode.l10n.t("Transcripts")]: ["json"] } });
  return files?.[0];
}

/** All selected calls, where the one that the command was called on is among them; else that one. */
function entriesOf(node: unknown, selected: unknown): readonly HistoryEntry[] {
  const given: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [node];
  return given.flatMap((one) => entryOf(one) ?? []);
}

function entryOf(node: unknown): HistoryEntry | undefined {
  if (!isObject(node) || node["kind"] !== "call") return undefined;
  const { entry } = node;
  return isEntry(entry) ? entry : undefined;
}

function isEntry(value: unknown): value is HistoryEntry {
  return isObject(value) && isObject(value["header"]) && typeof value["header"]["id"] === "string";
}
