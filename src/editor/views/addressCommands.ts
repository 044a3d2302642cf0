import * as vscode from "vscode";
import type { AddressRecord } from "../../discovery/addressRecord.ts";
import type { Source } from "../../discovery/claim.ts";
import { callLanguage } from "../language/checkedDocuments.ts";
import { type AddressNode, fileSourceOf } from "./addressTree.ts";
import { requestDraft } from "./requestDraft.ts";

/** Opens a draft of a request to an address of the view, or an empty one. Nothing is sent. */
export async function newRequest(node: unknown): Promise<void> {
  const record = recordOf(node);
  const content = requestDraft(record);
  const document = await vscode.workspace.openTextDocument({ language: callLanguage, content });
  const end = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
  if (!record) await vscode.commands.executeCommand("editor.action.triggerSuggest");
}

export async function copyLink(node: unknown): Promise<void> {
  const record = recordOf(node);
  if (record) await vscode.env.clipboard.writeText(record.link);
}

/** Opens the file an address is written in, at its line. */
export async function openSource(node: unknown): Promise<void> {
  const source = sourceOf(node);
  if (!source) return;
  const line = Math.max(0, (source.line ?? 1) - 1);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(source.where));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(line, 0, line, 0) });
}

/** Commands of the view are given its node; from a key or the palette they are given nothing. */
function isNode(value: unknown): value is AddressNode {
  return typeof value === "object" && value !== null && "kind" in value;
}

function recordOf(value: unknown): AddressRecord | undefined {
  return isNode(value) && value.kind === "address" ? value.record : undefined;
}

function sourceOf(value: unknown): Source | undefined {
  if (!isNode(value)) return undefined;
  if (value.kind === "source") return value.source;
  return value.kind === "address" ? fileSourceOf(value.record) : undefined;
}
