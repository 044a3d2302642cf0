import { parseArgs } from "node:util";
import { a2aProxyServer, isAgentUrl } from "../../bots/a2aProxy.ts";
import { mcpCommandProxy } from "../../bots/mcpProxy.ts";
import type { ProtocolServer } from "../../bots/protocolServer.ts";
import { serveAtAddress } from "../../bots/serveAt.ts";
import { splitCommand } from "../../bots/splitCommand.ts";
import { whenAborted } from "../../core/aborted.ts";
import type { Core, Disposable } from "../../core/core.ts";
import { serveSandbox } from "../../core/sandbox/webSocketServer.ts";
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import { openCore } from "../openCore.ts";

export const help = `Usage: simplex-agents serve (--mcp-command "CMD" | --a2a URL) [--core sandbox|ws://…] [--name NAME]
                            [--change-profile]

Serves a local MCP server or an A2A agent at a contact address, in conversations and over Service RPC. Prints the address
and runs until it is stopped. A profile without an address gets one that accepts contacts by itself, and the protocol is
added to what the profile declares; both stay when it is stopped.

  --mcp-command CMD  start this MCP server as a child process and speak to its standard input and output
  --a2a URL          the agent's HTTP JSON-RPC interface: https:, or http: on this machine
  --core CORE        sandbox (default): a sandbox of its own, whose WebSocket is printed too, for "send --core ws://…";
                     or the WebSocket of a running core, such as ws://127.0.0.1:5225
  --name NAME        the profile's name in the sandbox
  --change-profile   allow changes of what stands in the profile of a running core: an address that asks about each contact
                     or has no ratchet keys, another declaration of the protocol. Without it they are listed, and nothing
                     is changed or served. Its greeting, audience and other settings stay in any case.

Exit: 0 when stopped, 2 when it cannot be served.
`;

/** `serve`: a proxy bot for what speaks MCP or A2A elsewhere. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "mcp-command": { type: "string" },
      a2a: { type: "string" },
      core: { type: "string", default: "sandbox" },
      name: { type: "string", default: "Served agent" },
      "change-profile": { type: "boolean", default: false },
    },
  });
  const proxy = await openProxy(values["mcp-command"], values.a2a, io);
  try {
    const place: ServingPlace =
      values.core === "sandbox" ? await ownSandbox(values.name) : await openCore(values.core, io);
    try {
      return await serve(place, proxy, values["change-profile"], io);
    } finally {
      await place.close();
    }
  } finally {
    await proxy.close();
  }
}

/** Where it is served; `webSocketUrl` is where another process reaches the same network. */
interface ServingPlace {
  readonly core: Core;
  readonly webSocketUrl?: string;
  close(): Promise<void>;
}

async function serve(
  { core, webSocketUrl }: ServingPlace,
  proxy: OpenedProxy,
  mayChange: boolean,
  io: CliIo,
): Promise<number> {
  const serving = await serveAtAddress(core, proxy.server, { mayChange });
  if (serving.kind === "refused") throw new UsageError(serving.message);
  if (serving.kind === "needs-consent") {
    const list = serving.changes.map((change) => `  - ${change}`).join("\n");
    throw new UsageError(
      `Serving would change what stands in the profile of this core:\n${list}\nNothing was changed. Allow it with --change-profile, or use another profile.`,
    );
  }
  for (const warning of serving.warnings) io.writeError(`${warning}\n`);
  io.writeOut(`${serving.link}\n`);
  if (webSocketUrl !== undefined) io.writeOut(`${webSocketUrl}\n`);
  const watch = watchCore(core, io);
  const cause = await Promise.race([whenAborted(io.signal), proxy.ended, watch.stopped]);
  watch.dispose();
  await serving.stop();
  if (typeof cause === "string" && !io.signal.aborted) throw new UsageError(cause);
  return exitCodes.ok;
}

/** Says when nobody can reach the bot, and when they can again. `stopped` resolves with the cause when that is for good. */
function watchCore(core: Core, io: CliIo): Disposable & { readonly stopped: Promise<string> } {
  let resolveStopped: (cause: string) => void = () => {};
  const stopped = new Promise<string>((resolve) => {
    resolveStopped = resolve;
  });
  let isLost = false;
  const listener = core.onState((state) => {
    if (state.kind === "retrying" && !isLost) io.writeError(`${state.cause} It is tried again until it comes back.\n`);
    if (state.kind === "ready" && isLost) io.writeError("The core is back, and the address is served again.\n");
    if (state.kind === "stopped") resolveStopped(state.cause ?? "The core was stopped, so nothing is served any more.");
    isLost = state.kind === "retrying";
  });
  return { stopped, dispose: () => listener.dispose() };
}

interface OpenedProxy {
  readonly server: ProtocolServer;
  /** Resolves with what happened when what is served is gone. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

async function openProxy(
  mcpCommand: string | undefined,
  agentUrl: string | undefined,
  io: CliIo,
): Promise<OpenedProxy> {
  if ((mcpCommand === undefined) === (agentUrl === undefined))
    throw new UsageError("Name what to serve: either --mcp-command or --a2a.");
  if (agentUrl !== undefined) {
    if (!isAgentUrl(agentUrl))
      throw new UsageError(
        `"${agentUrl}" is not called: the agent's address begins with https:, or with http: on this machine.`,
      );
    // An agent that does not answer now may do so for the next caller.
    return { server: a2aProxyServer(agentUrl), ended: new Promise(() => {}), close: () => Promise.resolve() };
  }
  const [program, ...args] = splitCommand(mcpCommand ?? "") ?? [];
  if (program === undefined) throw new UsageError("--mcp-command has no command, or a quote in it has no end.");
  try {
    const proxy = await mcpCommandProxy([program, ...args], {
      signal: io.signal,
      onRestart: () => io.writeError(`"${program}" has ended. It is started again.\n`),
    });
    const ended = proxy.ended.then(
      () => `"${program}" has ended and does not keep running, so nothing is served any more. Start it again.`,
    );
    return { ...proxy, ended };
  } catch (error) {
    const reason = errorMessage(error);
    throw new UsageError(`"${program}" did not become an MCP server on its standard input and output: ${reason}`);
  }
}

/** A sandbox with one more profile, and the user's profile as a WebSocket, so that another process can call it. */
async function ownSandbox(name: string): Promise<ServingPlace> {
  const { createDemoSandbox } = await import("../../bots/demoSandbox.ts");
  const sandbox = await createDemoSandbox();
  const server = await serveSandbox(sandbox.profile, { port: 0 });
  return {
    core: sandbox.addProfile({ displayName: name, peerType: "bot" }),
    webSocketUrl: server.url,
    async close() {
      await server.close();
      await sandbox.close();
    },
  };
}
