import * as vscode from "vscode";
import type { HistoryEntry } from "../../runner/history.ts";
import type { Transcript } from "../../runner/transcript.ts";
import { parseTranscript, transcriptExtension, transcriptText } from "../../runner/transcriptFile.ts";
import type { CallPanelActions } from "../panel/panelRequests.ts";
import type { CallHistory } from "./callHistory.ts";

/** What can be done with a past call. Commands of the view are given its entry. */
export class HistoryCommands {
  readonly #history: CallHistory;
  readonly #actions: Pick<CallPanelActions, "resend">;
  readonly #show: (transcript: Transcript) => void;

  constructor(history: CallHistory, actions: Pick<CallPanelActions, "resend">, show: (transcript: Transcript) => void) {
    this.#history = history;
    this.#actions = actions;
    this.#show = show;
  }

  async open(entry: unknown): Promise<void> {
    const transcript = await this.#transcriptOf(entry);
    if (transcript) this.#show(transcript);
  }

  /** Sends it again, from its file where it still is, else as it was sent. */
  async resend(entry: unknown): Promise<void> {
    const transcript = await this.#transcriptOf(entry);
    const sent = transcript?.events.find((event) => event.event === "sent");
    if (transcript && sent) await this.#actions.resend(transcript.header, sent.text);
  }

  async export(entry: unknown): Promise<void> {
    const transcript = await this.#transcriptOf(entry);
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

  async remove(entry: unknown): Promise<void> {
    if (isEntry(entry)) await this.#history.remove(entry.header.id);
  }

  async clear(): Promise<void> {
    const remove = vscode.l10n.t("Delete All");
    const message = vscode.l10n.t("Delete every call of this workspace's history?");
    const answer = await vscode.window.showWarningMessage(message, { modal: true }, remove);
    if (answer === remove) await this.#history.clear();
  }

  /** Shows a transcript file in the panel: the one given, else the active editor's, else one the user picks. */
  async openFile(uri: unknown): Promise<void> {
    const file = uri instanceof vscode.Uri ? uri : (activeTranscript() ?? (await pickTranscript()));
    if (!file) return;
    const parsed = parseTranscript(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
    if (parsed.kind === "transcript") this.#show(parsed.transcript);
    else void vscode.window.showErrorMessage(parsed.message);
  }

  async #transcriptOf(entry: unknown): Promise<Transcript | undefined> {
    if (!isEntry(entry)) return undefined;
    const transcript = await this.#history.transcript(entry.header.id);
    if (!transcript) {
      void vscode.window.showInformationMessage(vscode.l10n.t("This call is not in the history any more."));
    }
    return transcript;
  }
}

function activeTranscript(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.path.endsWith(transcriptExtension) ? uri : undefined;
}

async function pickTranscript(): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({ filters: { [vscode.l10n.t("Transcripts")]: ["json"] } });
  return files?.[0];
}

function isEntry(value: unknown): value is HistoryEntry {
  return typeof value === "object" && value !== null && "header" in value;
}
