import type { ReplyKind, ReplyNote } from "../../exchange/callEvent.ts";
import type { CallState, MemberRow, ReplyMark } from "../callView.ts";

/** How a state or a kind looks: an icon, a text in English for `t`, and a tone. Never the colour alone. */
export interface Appearance {
  readonly icon: string;
  readonly text: string;
  readonly tone: "plain" | "busy" | "good" | "warning" | "bad";
}

export const stateAppearance: Readonly<Record<CallState["kind"], Appearance>> = {
  waiting: { icon: "loading codicon-modifier-spin", text: "Waiting for the first reply", tone: "busy" },
  streaming: { icon: "sync codicon-modifier-spin", text: "Receiving replies", tone: "busy" },
  answered: { icon: "pass-filled", text: "Answered", tone: "good" },
  "answered-empty": { icon: "pass", text: "Answered, without content", tone: "good" },
  "asks-for-input": { icon: "comment-unresolved", text: "Answered: input is asked for", tone: "warning" },
  "answered-with-error": { icon: "error", text: "Answered with an error", tone: "bad" },
  "timed-out": { icon: "watch", text: "Timed out", tone: "warning" },
  cancelled: { icon: "circle-slash", text: "Cancelled", tone: "warning" },
  "connection-lost": { icon: "debug-disconnect", text: "Connection lost", tone: "bad" },
  refused: { icon: "stop", text: "Refused by the core", tone: "bad" },
  "unknown-end": { icon: "question", text: "The record stops before the end", tone: "warning" },
};

export const kindAppearance: Readonly<Record<ReplyKind, Appearance>> = {
  response: { icon: "reply", text: "response", tone: "good" },
  error: { icon: "error", text: "error", tone: "bad" },
  notification: { icon: "bell", text: "notification", tone: "plain" },
  task: { icon: "checklist", text: "task", tone: "plain" },
  message: { icon: "comment", text: "message", tone: "plain" },
  status: { icon: "pulse", text: "status", tone: "plain" },
  artifact: { icon: "file", text: "artifact", tone: "plain" },
  "envelope-error": { icon: "mail", text: "envelope error", tone: "bad" },
  text: { icon: "quote", text: "plain text", tone: "warning" },
};

export const noteText: Readonly<Record<ReplyNote, string>> = {
  duplicate: "duplicate",
  "after-end": "after the end",
  edited: "edited",
  "wrong-id": "id of another request",
  "stream-without-task": "stream without a task",
};

export const markText: Readonly<Record<ReplyMark, string>> = {
  "append-without-start": "gap before it",
  "after-last-chunk": "after the last piece",
  "other-task": "of another task",
  "progress-not-increasing": "progress did not grow",
};

export const memberAppearance: Readonly<Record<MemberRow["state"], Appearance>> = {
  answered: { icon: "pass-filled", text: "Answered", tone: "good" },
  "answered-with-error": { icon: "error", text: "Answered with an error", tone: "bad" },
  "answered-in-text": { icon: "quote", text: "Answered in plain text", tone: "warning" },
  "asks-for-input": { icon: "comment-unresolved", text: "Asks for input", tone: "warning" },
  replying: { icon: "sync", text: "Replying", tone: "busy" },
  silent: { icon: "circle-outline", text: "Serves the protocol, no answer yet", tone: "plain" },
};
