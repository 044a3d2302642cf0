import type * as vscode from "vscode";
import { exportKinds } from "../../runner/export/exportKinds.ts";
import type { CoreHost } from "../core/coreHost.ts";
import { exportRequestAs, openExported } from "../importExport/exportRequest.ts";
import { importRequests, openImported } from "../importExport/importRequests.ts";
import { copyFilledRequest } from "../sending/copyRequest.ts";
import { RunContexts } from "../sending/runContexts.ts";
import { RunFindings } from "../sending/runFindings.ts";
import { Sending } from "../sending/sending.ts";
import type { AddressesArea } from "./addressesArea.ts";
import type { Area } from "./area.ts";
import type { CallsArea } from "./callsArea.ts";
import { asOffset, asUri } from "./commandArguments.ts";
import type { FirstUse } from "./firstUse.ts";
import type { ValuesArea } from "./valuesArea.ts";

export interface SendingArea extends Area<"sending"> {
  readonly contexts: RunContexts;
  readonly sending: Sending;
}

export interface SendingParts {
  readonly host: CoreHost;
  readonly values: FirstUse<ValuesArea>;
  readonly addresses: FirstUse<AddressesArea>;
  readonly calls: FirstUse<CallsArea>;
  readonly log: vscode.LogOutputChannel;
}

/** Sending requests, copying them as they would be sent, and taking them from and to other tools. */
export async function sendingArea({ host, values, addresses, calls, log }: SendingParts): Promise<SendingArea> {
  const { variables, keys } = await values();
  const titles = async () => await (await addresses()).addresses.titles();
  const contexts = new RunContexts({ host, variables, keys, titles, log });
  const findings = new RunFindings();
  const sending = new Sending({
    contexts,
    findings,
    log,
    show: (call) => void calls().then((area) => area.showNew(call)),
  });
  return {
    contexts,
    sending,
    disposables: [findings, sending],
    commands: {
      send: (uri, offset) => sending.send(asUri(uri), asOffset(offset)),
      cancel: (uri, offset) => sending.cancel(asUri(uri), asOffset(offset)),
      resendLast: () => sending.resendLast(),
      copyFilledRequest: () => copyFilledRequest(contexts),
      importRequests: (text) => (typeof text === "string" ? openImported(text) : importRequests()),
      exportRequest: (as) => {
        const kind = exportKinds.find((known) => known === as);
        return kind ? openExported(contexts, kind) : exportRequestAs(contexts);
      },
    },
  };
}
