import * as vscode from "vscode";
import { type History, type HistoryEntry, openHistory } from "../../runner/record/history.ts";
import type { Transcript } from "../../runner/record/transcript.ts";
import { transcriptOf } from "../../runner/record/transcriptFile.ts";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import { fileHistoryStore, writeWhileClosing } from "./fileHistoryStore.ts";

/** The calls of this workspace. They are read from disk when somebody first asks for them. */
export class CallHistory implements vscode.Disposable {
  readonly #folder: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #underWay = new Set<LiveCall>();
  #history: Promise<History> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(folder: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Keeps a call once it has ended. A disk that refuses is told in the log: the call itself went well. */
  record(call: LiveCall): void {
    this.#underWay.add(call);
    void call.ended
      .then(async () => {
        if (this.#underWay.delete(call)) await this.#change((history) => history.add(transcriptOf(call)));
      })
      .catch((error: unknown) => this.#log.error("A call could not be kept in the history.", error));
  }

  /** Newest first. */
  async entries(): Promise<readonly HistoryEntry[]> {
    return (await this.#open()).entries();
  }

  async transcript(id: string): Promise<Transcript | undefined> {
    return (await this.#open()).transcript(id);
  }

  remove(id: string): Promise<void> {
    return this.#change((history) => history.remove(id));
  }

  clear(): Promise<void> {
    return this.#change((history) => history.clear());
  }

  /** The window closes or is reloaded: what the calls under way have brought so far is kept, and their end is not awaited. */
  dispose(): void {
    for (const call of this.#underWay) this.#writeWhileClosing(call);
    this.#underWay.clear();
    this.#changed.dispose();
  }

  #writeWhileClosing(call: LiveCall): void {
    try {
      writeWhileClosing(this.#folder, transcriptOf(call));
    } catch (error) {
      this.#log.error("A call under way could not be kept in the history.", error);
    }
  }

  #open(): Promise<History> {
    this.#history ??= openHistory(fileHistoryStore(this.#folder));
    return this.#history;
  }

  async #change(work: (history: History) => Promise<void>): Promise<void> {
    await work(await this.#open());
    this.#changed.fire();
  }
}
