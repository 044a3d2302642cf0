import type * as vscode from "vscode";
import { CoreHost } from "../core/coreHost.ts";
import { coreMakers } from "../core/coreMakers.ts";
import { CoreNotices, startCore } from "../core/coreNotices.ts";
import { CoreStatus } from "../core/coreStatus.ts";
import { selectCore } from "../core/selectCore.ts";
import { settingKeys } from "../manifest/settingKeys.ts";
import { coreMode, onDidChangeSetting } from "../manifest/settings.ts";
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
