import type { Core, CoreState } from "../core/core.ts";
import { parseEndpoint } from "../core/websocket/endpoint.ts";
import { connectWebSocketCore } from "../core/websocket/webSocketCore.ts";
import type { CallRequest } from "../protocol/call/callFile.ts";
import { type CliIo, UsageError } from "./io.ts";

export interface OpenedCore {
  readonly core: Core;
  close(): Promise<void>;
}

/** Opens what `--core` names: the sandbox in this process, or a running core's WebSocket. Ready, or a usage error. */
export async function openCore(name: string, io: CliIo): Promise<OpenedCore> {
  if (name === "sandbox") {
    const { createDemoSandbox } = await import("../bots/demoSandbox.ts");
    return await createDemoSandbox();
  }
  if (!/^wss?:\/\//.test(name)) {
    throw new UsageError(
      `"${name}" is no core. Write --core sandbox, or the WebSocket of a running one: ws://127.0.0.1:5225.`,
    );
  }
  const core = connectWebSocketCore(name, { signal: io.signal });
  const state = await firstDecidedState(core);
  if (state.kind === "ready") return { core, close: () => core.close() };
  await core.close();
  const cause = ("cause" in state ? state.cause : undefined) ?? 'Start it with "simplex-chat -p <port>".';
  throw new UsageError(`The core at ${name} cannot be used. ${cause}${endpointAdvice(name)}`);
}

/**
 * Opens the core when one of the requests goes through it. The body's form tells: a bare JSON-RPC message goes over a
 * neighbouring transport, and needs no core.
 */
export async function openCoreFor(
  requests: readonly CallRequest[],
  name: string,
  io: CliIo,
): Promise<OpenedCore | undefined> {
  const isNeeded = requests.some(({ body }) => body?.kind === "command" || body?.kind === "envelope");
  return isNeeded ? await openCore(name, io) : undefined;
}

/** Who reaches a core acts as its profile: a command line in a script is no confirmation that a person gave. */
function endpointAdvice(name: string): string {
  if (parseEndpoint(name).kind !== "remote") return "";
  return " The command line uses cores of this machine only: open a tunnel to the other one, such as ssh -L 5225:127.0.0.1:5225, and name ws://127.0.0.1:5225.";
}

/** A first failed attempt is enough to say so: nobody waits at a command line for a core to be started. */
async function firstDecidedState(core: Core): Promise<CoreState> {
  if (core.state.kind !== "starting") return core.state;
  return await new Promise((resolve) => {
    const subscription = core.onState((state) => {
      if (state.kind === "starting") return;
      subscription.dispose();
      resolve(state);
    });
  });
}
