import * as vscode from "vscode";
import { activeUser } from "../../core/api.ts";
import type { Core } from "../../core/core.ts";
import type { ConnectionPlan } from "../../core/records/records.ts";
import type { PreparedRequest } from "../../transport/transport.ts";

/**
 * Asks before a conversation is made, naming the profile that the other side will see. In the sandbox nobody is there to
 * see it, so nothing is asked.
 */
export async function confirmConnect(
  core: Core,
  plan: ConnectionPlan,
  request: PreparedRequest,
): Promise<{ readonly incognito: boolean } | undefined> {
  if (core.mode === "sandbox") return { incognito: request.incognito };
  const user = await activeUser(core);
  const profile = user.kind === "ok" ? user.value.displayName : vscode.l10n.t("your profile");
  const own = { label: vscode.l10n.t("$(account) Connect as “{0}”", profile), incognito: false };
  const random = { label: vscode.l10n.t("$(eye-closed) Connect with a new random profile"), incognito: true };
  const no = { label: vscode.l10n.t("$(close) Do not connect"), incognito: undefined };
  const choices = request.incognito ? [random, own, no] : [own, random, no];
  const picked = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t("Connect to “{0}”?", nameInPlan(plan) ?? request.target),
    placeHolder: vscode.l10n.t("A conversation is made and stays; the other side sees the profile you choose."),
    ignoreFocusOut: true,
  });
  return picked?.incognito === undefined ? undefined : { incognito: picked.incognito };
}

/** The name that the link data gives, which the other side chose: it is shown, not believed. */
export function nameInPlan(plan: ConnectionPlan): string | undefined {
  const profile = plan.linkData?.["profile"];
  if (typeof profile !== "object" || profile === null || !("displayName" in profile)) return undefined;
  return typeof profile.displayName === "string" ? profile.displayName.slice(0, 80) : undefined;
}
