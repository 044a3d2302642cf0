import * as vscode from "vscode";
import type { RequestResult } from "../../runner/run/runRequest.ts";
import { editorRange } from "../language/textPositions.ts";
import { findingsOf, type RunFinding } from "../sending/runFindings.ts";

/** Marks the messages of a test that has made a call: the manifest offers to show it. */
const ofCall = "simplexAgents.call";

/** Why a request did not pass, each reason at its line: a diff where there are two sides. */
export function messagesOf(
  document: vscode.TextDocument,
  item: vscode.TestItem,
  result: Exclude<RequestResult, { readonly kind: "skipped" }>,
): vscode.TestMessage[] {
  if (result.kind === "not-sent") return result.problems.map((problem) => messageAt(document, problem));
  const findings = findingsOf(result).map((finding) => messageAt(document, finding));
  const messages = result.isOutcomeExpected ? findings : [outcomeMessage(document, item, result), ...findings];
  for (const message of messages) message.contextValue = ofCall;
  return messages;
}

function messageAt(document: vscode.TextDocument, finding: RunFinding): vscode.TestMessage {
  const { message: text, expected, actual, range } = finding;
  const message =
    expected !== undefined && actual !== undefined
      ? vscode.TestMessage.diff(text, expected, actual)
      : new vscode.TestMessage(text);
  message.location = new vscode.Location(document.uri, editorRange(document, range));
  return message;
}

function outcomeMessage(
  document: vscode.TextDocument,
  item: vscode.TestItem,
  { end }: Extract<RequestResult, { readonly kind: "finished" }>,
): vscode.TestMessage {
  const { failure, outcome } = end;
  const reason = [failure?.message ?? outcome, failure?.likelyCause, failure?.nextStep].filter(Boolean).join(" ");
  const message = new vscode.TestMessage(reason);
  message.location = new vscode.Location(document.uri, item.range?.start ?? new vscode.Position(0, 0));
  return message;
}
