import * as vscode from "vscode";
import type { CoreMode } from "../../core/core.ts";
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import { commandIds } from "../manifest/commandIds.ts";
import { settingKeys, settingSection } from "../manifest/settingKeys.ts";
import type { CoreHost, CoreHostState } from "./coreHost.ts";

const whereToGetIt = "https://github.com/simplex-chat/simplex-chat/releases";

/** Writes what becomes of the core into the log, and tells the user once when it has stopped for good, and what to do. */
export class CoreNotices implements vscode.Disposable {
  readonly #subscription: { dispose(): void };
  /** The cause told last: a second attempt that ends the same way is not told again. */
  #told: string | undefined;

  constructor(host: CoreHost, log: vscode.LogOutputChannel) {
    this.#subscription = host.onState((state) => {
      note(log, host.mode, state);
      if (state.kind === "ready") this.#told = undefined;
      if (state.kind !== "stopped" || state.cause === undefined || state.cause === this.#told) return;
      this.#told = state.cause;
      void tellStopped(host.mode, state.cause);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

/** Starts the core, or connects to it, and says what stands in the way. */
export async function startCore(host: CoreHost): Promise<void> {
  try {
    await host.core();
  } catch (error) {
    void vscode.window.showErrorMessage(errorMessage(error));
  }
}

function note(log: vscode.LogOutputChannel, mode: CoreMode, state: CoreHostState): void {
  switch (state.kind) {
    case "idle":
      return;
    case "starting":
    case "ready":
      log.info(`The ${mode} core: ${state.kind}.`);
      return;
    case "retrying":
      log.warn(`The ${mode} core is not reached and is tried again. ${state.cause}`);
      return;
    case "stopped":
      log.warn(`The ${mode} core has stopped. ${state.cause ?? ""}`.trim());
      return;
    case "failed":
      log.error(`The ${mode} core could not be made. ${state.message}`);
  }
}

async function tellStopped(mode: CoreMode, cause: string): Promise<void> {
  const get = vscode.l10n.t("Get simplex-chat");
  const settings = vscode.l10n.t("Open Settings");
  const again = vscode.l10n.t("Start Again");
  const showLog = vscode.l10n.t("Show Log");
  const actions = mode === "managed" ? [get, settings, again, showLog] : [settings, again, showLog];
  const message = vscode.l10n.t("The SimpleX core cannot be used. {0}", cause);
  switch (await vscode.window.showErrorMessage(message, ...actions)) {
    case get:
      await vscode.env.openExternal(vscode.Uri.parse(whereToGetIt));
      return;
    case settings:
      await vscode.commands.executeCommand(
        "workbench.action.openSettings",
        `${settingSection}.${mode === "managed" ? settingKeys.coreBinary : settingKeys.coreEndpoint}`,
      );
      return;
    case again:
      await vscode.commands.executeCommand(commandIds.reconnectCore);
      return;
    case showLog:
      await vscode.commands.executeCommand(commandIds.showLog);
  }
}
