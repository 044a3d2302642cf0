import * as vscode from "vscode";
import type { AddressRecord } from "../../discovery/addressRecord.ts";
import type { Source } from "../../discovery/claim.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { type AddressNode, documentSourceOf } from "./addressTree.ts";
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

/** Copies the link of the row that a command was chosen at. */
export async function copyLink(node: unknown): Promise<void> {
  const record = recordOf(node);
  if (record) await vscode.env.clipboard.writeText(record.link);
}

/** Opens the file an address is written in, at its line; a website's document in the browser. */
export async function openSource(node: unknown): Promise<void> {
  const source = sourceOf(node);
  if (!source) return;
  if (/^https?:/.test(source.where)) {
    await vscode.env.openExternal(vscode.Uri.parse(source.where));
    return;
  }
  const line = Math.max(0, (source.line ?? 1) - 1);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(source.where));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(line, 0, line, 0) });
}

/** The group of discovered addresses that a command was chosen at. */
export function discoveredGroupOf(node: unknown): string | undefined {
  return isNode(node) && node.kind === "group" ? node.name : undefined;
}

/** Commands of the view are given its node; from a key or the palette they are given nothing. */
function isNode(value: unknown): value is AddressNode {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** The address of the row that a command was chosen at. */
export function recordOf(value: unknown): AddressRecord | undefined {
  return isNode(value) && value.kind === "address" ? value.record : undefined;
}

function sourceOf(value: unknown): Source | undefined {
  if (!isNode(value)) return undefined;
  if (value.kind === "source") return value.source;
  return value.kind === "address" ? documentSourceOf(value.record) : undefined;
}
