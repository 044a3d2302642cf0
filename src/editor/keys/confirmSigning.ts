import * as vscode from "vscode";
import { shorten } from "../../protocol/text/shorten.ts";
import { commandIds } from "../manifest/commandIds.ts";
import type { SigningKeys } from "./signingKeys.ts";

/** Longest part of a target that is shown. */
const maxShownTarget = 80;

/**
 * Lets a key sign requests to the first target it is used with, and asks before each other one: a requester should use a
 * separate key for each responder (agent-protocols#signed-requests). `target` is a link, or a name.
 */
export async function confirmSigning(keys: SigningKeys, name: string, target: string): Promise<boolean> {
  const { identifyAddress } = await import("../../discovery/discover.ts");
  const address = identifyAddress(target);
  const known = keys.targetsOf(name);
  if (known.length > 0 && !known.includes(address) && !(await askReuse(name, target, known))) return false;
  await keys.noteTarget(name, address);
  return true;
}

async function askReuse(name: string, target: string, known: readonly string[]): Promise<boolean> {
  const sign = vscode.l10n.t("Sign Anyway");
  const create = vscode.l10n.t("Create Another Key");
  const message = vscode.l10n.t("The key “{0}” has signed requests to another address.", name);
  const detail = vscode.l10n.t(
    "Used before with {0}. If it also signs for {1}, the two can find out that the same requester called both. Use a key of its own for each responder.",
    shorten(known[0] ?? "", maxShownTarget),
    shorten(target, maxShownTarget),
  );
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, create, sign);
  if (answer === create) void vscode.commands.executeCommand(commandIds.createSigningKey);
  return answer === sign;
}
