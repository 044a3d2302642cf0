import * as vscode from "vscode";
import type { CallReply } from "../../exchange/callEvent.ts";
import type { HistoryEntry } from "../../runner/record/history.ts";
import { previousRun } from "../../runner/record/previousRun.ts";
import type { CallHeader, Transcript } from "../../runner/record/transcript.ts";
import { transcriptOf } from "../../runner/record/transcriptFile.ts";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import type { CallHistory } from "../history/callHistory.ts";
import { timeText } from "../history/timeText.ts";
import { contextKeys } from "../manifest/contextKeys.ts";
import { messageText } from "../messageText.ts";
import type { CallDocument, CallDocuments } from "./callDocuments.ts";

/** One of the two sides of a comparison. */
interface Side {
  readonly document: CallDocument;
  readonly header: CallHeader;
}

/** The most replies of a call that are offered for comparison; a list of thousands helps nobody. */
const maxOffered = 200;

/** Shows two calls or two replies in the diff editor, the older one on the left. */
export class Comparisons {
  readonly #history: CallHistory;
  readonly #documents: CallDocuments;
  #selected: CallHeader | undefined;

  constructor(history: CallHistory, documents: CallDocuments) {
    this.#history = history;
    this.#documents = documents;
  }

  /** Remembers the call that others are compared with. */
  async select(header: CallHeader): Promise<void> {
    this.#selected = header;
    await vscode.commands.executeCommand("setContext", contextKeys.callSelected, true);
    const message = vscode.l10n.t(
      "Selected for comparison: {0}, {1}",
      messageText(header.name),
      timeText(header.startedAt),
    );
    vscode.window.setStatusBarMessage(message, 5_000);
  }

  async withSelected(header: CallHeader): Promise<void> {
    if (this.#selected) await this.calls(this.#selected, header);
    else tell(vscode.l10n.t("Select a call for comparison first."));
  }

  /** Compares two calls, in whichever order they are given. */
  async calls(one: CallHeader, other: CallHeader): Promise<void> {
    const [left, right] = one.startedAt <= other.startedAt ? [one, other] : [other, one];
    await this.#show(
      sideOf(left),
      sideOf(right),
      left.name === right.name ? left.name : `${left.name} ↔ ${right.name}`,
    );
  }

  /** Compares a call with the newest one before it of the same request. */
  async withPrevious(header: CallHeader): Promise<void> {
    const previous = previousRun(await this.#history.entries(), header);
    if (previous) await this.calls(previous.header, header);
    else tell(vscode.l10n.t("“{0}” has no earlier run in the history to compare with.", messageText(header.name)));
  }

  /** Compares the two newest runs of a request. `name` is the request's name as its calls have it. */
  async newestOf(file: string, name: string): Promise<void> {
    const isRun = ({ header }: HistoryEntry) => header.file === file && header.name === name;
    const newest = (await this.#history.entries()).find(isRun);
    if (newest) await this.withPrevious(newest.header);
    else tell(vscode.l10n.t("“{0}” has no run in the history yet. Send it first.", messageText(name)));
  }

  /** The same for a call that the history may not have. */
  async transcriptWithPrevious(transcript: Transcript): Promise<void> {
    this.#documents.keep(transcript);
    await this.withPrevious(transcript.header);
  }

  /** Waits for the end of a call and compares it with the run before. */
  async whenEnded(call: LiveCall): Promise<void> {
    await call.ended;
    await this.transcriptWithPrevious(transcriptOf(call));
  }

  /** Asks which reply a reply is to be compared with: one of the same call, or one of the run before. */
  async reply(transcript: Transcript, reply: CallReply): Promise<void> {
    this.#documents.keep(transcript);
    const { header } = transcript;
    const previous = previousRun(await this.#history.entries(), header);
    const before = previous && (await this.#history.transcript(previous.header.id));
    const others = repliesOf(transcript).filter(({ sequence }) => sequence !== reply.sequence);
    const items = [
      ...(before ? replyItems(before, vscode.l10n.t("Previous run, {0}", timeText(before.header.startedAt))) : []),
      ...replyItems({ ...transcript, events: others }, vscode.l10n.t("This call")),
    ];
    if (items.length === 0) {
      tell(vscode.l10n.t("There is no other reply to compare with: neither in this call nor in an earlier run."));
      return;
    }
    const placeHolder = vscode.l10n.t("Compare reply {0} of {1} with", reply.sequence, header.name);
    const picked = await vscode.window.showQuickPick(items, { placeHolder });
    if (!picked?.side) return;
    const own = { document: { kind: "reply", callId: header.id, sequence: reply.sequence }, header } as const;
    const [left, right] = isBefore(picked.side, own) ? [picked.side, own] : [own, picked.side];
    await this.#show(left, right, header.name);
  }

  async #show(left: Side, right: Side, title: string): Promise<void> {
    const uris = [left, right].map(({ document, header }) => this.#documents.uriOf(document, header.name));
    await vscode.commands.executeCommand(
      "vscode.diff",
      ...uris,
      vscode.l10n.t("Compare: {0} ({1} ↔ {2})", title, sideText(left), sideText(right)),
      { preview: true, viewColumn: vscode.ViewColumn.One },
    );
  }
}

interface ReplyItem extends vscode.QuickPickItem {
  readonly side?: Side;
}

function replyItems(transcript: Transcript, heading: string): ReplyItem[] {
  const { header } = transcript;
  const replies = repliesOf(transcript).slice(-maxOffered);
  if (replies.length === 0) return [];
  return [
    { label: heading, kind: vscode.QuickPickItemKind.Separator },
    ...replies.map(({ sequence, kind, sender }) => ({
      label: vscode.l10n.t("Reply {0}", sequence),
      description: `${kind} · ${messageText(sender)}`,
      side: { document: { kind: "reply" as const, callId: header.id, sequence }, header },
    })),
  ];
}

function repliesOf({ events }: Transcript): readonly CallReply[] {
  return events.filter((event) => event.event === "reply");
}

function sideOf(header: CallHeader): Side {
  return { document: { kind: "comparison", callId: header.id }, header };
}

function isBefore(one: Side, other: Side): boolean {
  if (one.header.id !== other.header.id) return one.header.startedAt <= other.header.startedAt;
  return sequenceOf(one) < sequenceOf(other);
}

function sequenceOf({ document }: Side): number {
  return document.kind === "reply" ? document.sequence : 0;
}

function sideText({ document, header }: Side): string {
  const time = timeText(header.startedAt);
  return document.kind === "reply" ? vscode.l10n.t("reply {0}, {1}", document.sequence, time) : time;
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(message);
}
