import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { CallReply } from "../../exchange/callEvent.ts";
import { type FollowUp, followUpRequest } from "../../panel/followUpRequest.ts";
import type { PanelHandlers } from "../../panel/panelConversation.ts";
import { eventsOf, headerOf, replyOf, type ShownCall, sentTextOf } from "../../panel/shownCall.ts";
import { pathInCall } from "../../runner/edit/requestEdit.ts";
import type { CallHeader, Transcript } from "../../runner/record/transcript.ts";
import { transcriptOf } from "../../runner/record/transcriptFile.ts";

/** A request built from what a call showed, ready to be sent as the call before it was. */
export interface FollowUpCall {
  /** The call it follows: same target, same file, same environment. */
  readonly header: CallHeader;
  /** The request's body in the form of a request file: `/_call …`, an envelope or a bare message. */
  readonly text: string;
  /** A name for it, such as `GetTask: Order anvils`. */
  readonly name: string;
  /** True when the user must still write something: open it as a draft. False: send it. */
  readonly isDraft: boolean;
}

/** What the panel asks of the editor. A rejection is shown in the panel with its message. */
export interface CallPanelActions {
  /** Sends the request, or opens it as a draft, and shows the new call in the panel. */
  followUp(call: FollowUpCall): Promise<void>;
  /** Sends the request of that call again, from its file where it still is, else as it was sent. */
  resend(header: CallHeader, sentText: string): Promise<void>;
  /** Opens the request file at the request. */
  revealRequest(header: CallHeader): Promise<void>;
  /** Writes `# @expect <path> == <valueText>` into the request. `path` is that of an `@expect`, `valueText` JSON. */
  addExpectation(header: CallHeader, path: string, valueText: string): Promise<void>;
  /** Writes `# @set <name> = <path>` into the request, asking for the name. */
  addCapture(header: CallHeader, path: string): Promise<void>;
  /** Lets the user choose a tool of the server that was called, and opens a draft of its call. */
  callTool(header: CallHeader, replies: readonly CallReply[]): Promise<void>;
  /** Compares the call with the one before it of the same request. */
  comparePrevious(transcript: Transcript): Promise<void>;
  /** Lets the user choose what to compare a reply of the call with. */
  compareReply(transcript: Transcript, reply: CallReply): Promise<void>;
  /** The transcript of that call in the history, for a panel that VS Code restores. */
  findTranscript(callId: string): Promise<Transcript | undefined>;
  /** Names of the members of a group that serve the protocol, where they are known. */
  expectedMembers(header: CallHeader): Promise<readonly string[] | undefined>;
}

/** The requests of the page that need the editor. Each resolves when it is done, or rejects with a sentence to show. */
export function panelRequests(actions: CallPanelActions): PanelHandlers {
  const followUp = async (shown: ShownCall, next: FollowUp, title: string, isDraft: boolean): Promise<void> => {
    const header = headerOf(shown);
    const built = followUpRequest(header.transport, requiredText(shown), next, randomUUID());
    if (built.kind === "impossible") throw new Error(vscode.l10n.t(built.message));
    await actions.followUp({ header, text: built.text, name: `${title}: ${header.name}`, isDraft });
  };
  return {
    "copy-text": async ({ text }) => vscode.env.clipboard.writeText(text),
    "copy-reply": async ({ reply }, shown) => vscode.env.clipboard.writeText(requiredReply(shown, reply).text),
    "save-reply": ({ reply }, shown) => saveReply(headerOf(shown), requiredReply(shown, reply)),
    "open-reply": ({ reply }, shown) => openDocument(requiredReply(shown, reply).text),
    "open-request": (_, shown) => openDocument(requiredText(shown)),
    "reveal-request": (_, shown) => actions.revealRequest(headerOf(shown)),
    "cancel-call": (_, shown) => cancel(shown),
    resend: (_, shown) => actions.resend(headerOf(shown), requiredText(shown)),
    "subscribe-task": ({ taskId }, shown) =>
      followUp(shown, { kind: "subscribe-task", taskId }, "SubscribeToTask", false),
    "get-task": ({ taskId }, shown) => followUp(shown, { kind: "get-task", taskId }, "GetTask", false),
    "cancel-task": ({ taskId }, shown) => followUp(shown, { kind: "cancel-task", taskId }, "CancelTask", false),
    "continue-context": ({ contextId, taskId }, shown) =>
      followUp(
        shown,
        { kind: "continue-context", contextId, ...(taskId !== undefined && { taskId }) },
        vscode.l10n.t("Next message"),
        true,
      ),
    "answer-input": ({ reply, answer }, shown) =>
      followUp(
        shown,
        { kind: "answer-input", reply: requiredReply(shown, reply), answer },
        vscode.l10n.t("Answer"),
        false,
      ),
    "add-expectation": ({ reply, path, valueText }, shown) =>
      actions.addExpectation(headerOf(shown), pathInShown(shown, reply, path), valueText),
    "add-capture": ({ reply, path }, shown) => actions.addCapture(headerOf(shown), pathInShown(shown, reply, path)),
    "call-tool": (_, shown) => actions.callTool(headerOf(shown), repliesOf(shown)),
    "compare-previous": (_, shown) => actions.comparePrevious(transcriptShown(shown)),
    "compare-reply": ({ reply }, shown) => actions.compareReply(transcriptShown(shown), requiredReply(shown, reply)),
  };
}

function repliesOf(shown: ShownCall): readonly CallReply[] {
  return eventsOf(shown).filter((event) => event.event === "reply");
}

function transcriptShown(shown: ShownCall): Transcript {
  return shown.kind === "record" ? shown.transcript : transcriptOf(shown.call);
}

/** The path of a value of one reply as `@expect` and `@set` take it: their `$` is the final reply. */
function pathInShown(shown: ShownCall, reply: number, path: string): string {
  const final = repliesOf(shown).findLast(({ notes }) => !notes.includes("after-end"));
  return pathInCall(path, reply, final?.sequence ?? reply);
}

function requiredReply(shown: ShownCall, sequence: number): CallReply {
  const reply = replyOf(shown, sequence);
  if (!reply) throw new Error(vscode.l10n.t("This reply was left out to bound the memory the call takes."));
  return reply;
}

function requiredText(shown: ShownCall): string {
  const text = sentTextOf(shown);
  if (text === undefined) throw new Error(vscode.l10n.t("Nothing has been sent yet. Wait until the request is sent."));
  return text;
}

function cancel(shown: ShownCall): Promise<void> {
  if (shown.kind === "record") throw new Error(vscode.l10n.t("This is the record of an earlier call: it has ended."));
  shown.call.cancel();
  return Promise.resolve();
}

async function openDocument(text: string): Promise<void> {
  const isJson = /^\s*[{[]/.test(text);
  const document = await vscode.workspace.openTextDocument({ content: text, language: isJson ? "json" : "plaintext" });
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.One });
}

async function saveReply(header: CallHeader, reply: CallReply): Promise<void> {
  const extension = reply.json === undefined ? "txt" : "json";
  // The name comes from the request file, never from the reply: a peer's text must not become a path.
  const name = `${header.name.replace(/[^\p{Letter}\p{Number}-]+/gu, "-").slice(0, 40)}-${reply.sequence}.${extension}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Save the reply"),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(reply.text));
}
