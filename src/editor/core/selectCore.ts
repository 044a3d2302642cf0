import * as vscode from "vscode";
import type { CoreMode } from "../../core/core.ts";
import { commandIds } from "../manifest/commandIds.ts";
import { setCoreMode } from "../manifest/settings.ts";
import type { CoreHost } from "./coreHost.ts";

/** Asks which core requests go through. The setting decides, so the choice is seen and can be undone there. */
export async function selectCore(host: CoreHost): Promise<void> {
  const picked = await vscode.window.showQuickPick(choices(host.mode), {
    placeHolder: vscode.l10n.t("The SimpleX core that requests go through"),
  });
  if (picked?.mode) await setCoreMode(picked.mode);
  else if (picked) await vscode.commands.executeCommand(commandIds.reconnectCore);
}

interface Choice extends vscode.QuickPickItem {
  readonly mode?: CoreMode;
}

function choices(current: CoreMode): Choice[] {
  const modes: Choice[] = [
    {
      mode: "sandbox",
      label: vscode.l10n.t("$(beaker) Sandbox"),
      detail: vscode.l10n.t("A network inside the editor with demo bots. It reaches nobody."),
    },
    {
      mode: "managed",
      label: vscode.l10n.t("$(server-process) Managed core"),
      detail: vscode.l10n.t("The extension starts simplex-chat and stops it with the window."),
    },
    {
      mode: "external",
      label: vscode.l10n.t("$(plug) External core"),
      detail: vscode.l10n.t("A simplex-chat that runs already, reached over its WebSocket."),
    },
  ];
  return [
    ...modes.map((choice) => ({ ...choice, ...(choice.mode === current && { description: vscode.l10n.t("in use") }) })),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t("$(refresh) Start or connect anew") },
  ];
}
