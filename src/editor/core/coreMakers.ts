import * as vscode from "vscode";
import type { CoreMode } from "../../core/core.ts";
import { coreBinary, coreEndpoint } from "../manifest/settings.ts";
import type { CoreMaker } from "./coreHost.ts";

/**
 * How each kind of core is made in the editor. Nothing is loaded or connected before one is asked for. `storage` is the
 * extension's own folder, where a managed core keeps its database.
 */
export function coreMakers(storage: vscode.Uri, log: vscode.LogOutputChannel): Readonly<Record<CoreMode, CoreMaker>> {
  const reportBug = (error: unknown) => log.error("A listener of the core failed.", error);
  return {
    sandbox: async () => {
      const { createDemoSandbox } = await import("../../bots/demoSandbox.ts");
      return await createDemoSandbox();
    },
    external: async () => {
      requireTrust();
      const { connectWebSocketCore } = await import("../../core/websocket/webSocketCore.ts");
      const core = connectWebSocketCore(coreEndpoint(), {
        confirmRemote,
        reportBug,
      });
      return { core, close: () => core.close() };
    },
    managed: async () => {
      requireTrust();
      const { startManagedCore } = await import("../../core/managed/managedCore.ts");
      const binary = coreBinary();
      const core = startManagedCore({
        ...(binary && { binary }),
        path: process.env["PATH"] ?? "",
        databaseFolder: vscode.Uri.joinPath(storage, "core").fsPath,
        displayName: "simplex-agents",
        reportBug,
      });
      core.onState(({ kind }) => {
        if (kind === "retrying" || kind === "stopped") logOutput(core.output, log);
      });
      return { core, close: () => core.close() };
    },
  };
}

/** What the process printed last explains why it ended. It holds no messages and no secrets. */
function logOutput(lines: readonly string[], log: vscode.LogOutputChannel): void {
  for (const line of lines) log.info(`simplex-chat: ${line}`);
}

function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(vscode.l10n.t("This workspace is not trusted, so no core but the sandbox is used. Trust it first."));
}

async function confirmRemote(host: string): Promise<boolean> {
  const connect = vscode.l10n.t("Connect");
  const message = vscode.l10n.t(
    "The core is on another machine: {0}. Whoever runs it can read and send every message.",
    host,
  );
  return (await vscode.window.showWarningMessage(message, { modal: true }, connect)) === connect;
}
