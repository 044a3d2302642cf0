import * as vscode from "vscode";
import type { CoreMode } from "../core/core.ts";
import { connectWebSocketCore } from "../core/webSocketCore.ts";
import type { CoreMaker } from "./coreHost.ts";
import { coreEndpoint } from "./settings.ts";

/** How each kind of core is made in the editor. Nothing is loaded or connected before one is asked for. */
export function coreMakers(log: vscode.LogOutputChannel): Readonly<Record<CoreMode, CoreMaker>> {
  return {
    sandbox: async () => {
      const { createDemoSandbox } = await import("../bots/demoSandbox.ts");
      return await createDemoSandbox();
    },
    external: () => {
      requireTrust();
      const core = connectWebSocketCore(coreEndpoint(), {
        confirmRemote,
        reportBug: (error) => log.error("A listener of the core failed.", error),
      });
      return Promise.resolve({ core, close: () => core.close() });
    },
    managed: () => {
      requireTrust();
      return Promise.reject(
        new Error(
          vscode.l10n.t(
            "A managed core is not available in this version. Start simplex-chat with -p 5225 and choose the external core.",
          ),
        ),
      );
    },
  };
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
