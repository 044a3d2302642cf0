import * as vscode from "vscode";
import type { CallEvent } from "../../exchange/callEvent.ts";
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import { neighbourTransports } from "../../transport/neighbours.ts";
import { coreFailure, endEvent } from "../../transport/sendFailure.ts";
import type { Transport } from "../../transport/transport.ts";
import { simplexTransports, type Transports } from "../../transport/transports.ts";
import { confirmConnect } from "./confirmConnect.ts";
import { confirmJoin } from "./confirmJoin.ts";
import type { CoreHost } from "./coreHost.ts";

/**
 * The transports of the window's core, which is started by the first request, and those beside it, which need no core. A
 * core that cannot start ends the call.
 */
export function coreTransports(host: CoreHost): Transports {
  return {
    chat: startingTransport(host, "chat"),
    rpc: startingTransport(host, "rpc"),
    ...neighbourTransports({ now: Date.now, confirmJoin, packageFolders: packageFolders() }),
  };
}

function startingTransport(host: CoreHost, kind: "chat" | "rpc"): Transport {
  return { kind, send: (...call) => sendWhenStarted(host, kind, ...call) };
}

async function* sendWhenStarted(
  host: CoreHost,
  kind: "chat" | "rpc",
  ...call: Parameters<Transport["send"]>
): AsyncGenerator<CallEvent> {
  const startedAtMs = Date.now();
  const [request] = call;
  const transport = await host.core().then(
    (core) =>
      simplexTransports(core, {
        now: Date.now,
        confirmConnect: (plan, connecting) => confirmConnect(core, plan, connecting),
      })[kind],
    (error: unknown) => errorMessage(error),
  );
  if (typeof transport === "object") yield* transport.send(...call);
  else {
    const ending = coreFailure(
      "core-unavailable",
      transport ?? "This transport is not set up, so nothing was sent.",
      "Choose another core in the status bar, or look into the log.",
    );
    yield endEvent(ending, request.text, startedAtMs, Date.now());
  }
}

/** Packages of the workspace may be loaded: nothing is sent from one that is not trusted. */
function packageFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);
}
