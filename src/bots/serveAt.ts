import { activeUser } from "../core/api.ts";
import { systemTime } from "../core/clock.ts";
import type { Core } from "../core/core.ts";
import { declareProtocols, ensureAddress, protocolDeclaration } from "./botProfile.ts";
import type { ProtocolServer } from "./protocolServer.ts";
import { serveProtocols } from "./responder.ts";

export type Serving =
  | {
      readonly kind: "serving";
      readonly link: string;
      /** What callers will miss and why, as whole sentences. */
      readonly warnings: readonly string[];
      stop(): Promise<void>;
    }
  | { readonly kind: "refused"; readonly message: string };

/** Serves a protocol at the contact address of a core's active profile, over both transports. */
export async function serveAtAddress(core: Core, server: ProtocolServer): Promise<Serving> {
  const started = await core.command(startCommand);
  const user = await activeUser(core);
  if (user.kind !== "ok") return refused("The core has no active profile. Create one, then serve again.");
  const { userId } = user.value;
  const address = await ensureAddress(core, userId, { hasRatchetKeys: true });
  if (address.kind !== "ok")
    return refused("The core gave the profile no contact address. Look at its output for the cause, then serve again.");
  const isDeclared = await declareProtocols(core, user.value, protocolDeclaration([server], { chat: true, rpc: true }));
  const warnings = [
    ...(isDeclared
      ? []
      : ["This core does not keep the protocols declaration: callers do not see what is served here."]),
    ...(core.mode !== "sandbox" && started.kind === "response" && started.response.type === "chatRunning"
      ? ["The chat was running already, so Service RPC may be off. Start the core with -m, then serve again."]
      : []),
  ];
  const responder = serveProtocols({ core, userId, servers: [server], clock: systemTime });
  // A core that was restarted in maintenance mode waits to be started again.
  const restarts = core.onState((state) => {
    if (state.kind === "ready") void core.command(startCommand);
  });
  return {
    kind: "serving",
    link: address.value,
    warnings,
    async stop() {
      restarts.dispose();
      await responder.stop();
    },
  };
}

const startCommand = "/_start main=on service_requests=on";

function refused(message: string): Serving {
  return { kind: "refused", message };
}
