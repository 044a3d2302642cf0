import type * as vscode from "vscode";
import { CoreHost } from "../coreHost.ts";
import { coreMakers } from "../coreMakers.ts";
import { CoreNotices, startCore } from "../coreNotices.ts";
import { CoreStatus } from "../coreStatus.ts";
import { selectCore } from "../selectCore.ts";
import { settingKeys } from "../settingKeys.ts";
import { coreMode, onDidChangeSetting } from "../settings.ts";
import type { Area } from "./area.ts";

export interface CoreArea extends Area<"core"> {
  readonly host: CoreHost;
  readonly status: CoreStatus;
}

/** The core of the window: it starts with the first request and follows the settings. */
export function coreArea(storage: vscode.Uri, log: vscode.LogOutputChannel): CoreArea {
  const host = new CoreHost(coreMode(), coreMakers(storage, log));
  const status = new CoreStatus(host);
  return {
    host,
    status,
    disposables: [
      host,
      status,
      new CoreNotices(host, log),
      onDidChangeSetting([settingKeys.coreMode, settingKeys.coreEndpoint, settingKeys.coreBinary], () => {
        void host.restart(coreMode());
      }),
    ],
    commands: {
      selectCore: () => selectCore(host),
      reconnectCore: () => host.restart(coreMode()).then(() => startCore(host)),
      startCore: () => startCore(host),
      showLog: () => log.show(),
    },
  };
}
