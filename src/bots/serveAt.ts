import { activeUser } from "../core/api.ts";
import type { ApiResult } from "../core/apiResult.ts";
import { systemTime } from "../core/clock.ts";
import type { Core } from "../core/core.ts";
import { describeChatError } from "../core/errors/describeChatError.ts";
import { protocolDeclaration } from "./botProfile.ts";
import type { ProtocolServer } from "./protocolServer.ts";
import { serveProtocols } from "./responder.ts";
import { planServing } from "./servingPlan.ts";

export type Serving =
  | {
      readonly kind: "serving";
      readonly link: string;
      /** What callers will miss and why, as whole sentences. */
      readonly warnings: readonly string[];
      stop(): Promise<void>;
    }
  | { readonly kind: "refused"; readonly message: string }
  /** What stands in the profile would be changed, and that was not allowed. Nothing was changed. */
  | { readonly kind: "needs-consent"; readonly changes: readonly string[] };

/**
 * Serves a protocol at the contact address of a core's active profile, over both transports. What is missing there is added;
 * what stands there is changed only when `mayChange` allows it.
 */
export async function serveAtAddress(
  core: Core,
  server: ProtocolServer,
  { mayChange }: { readonly mayChange: boolean },
): Promise<Serving> {
  const started = await core.command(startCommand);
  const user = await activeUser(core);
  if (user.kind !== "ok") return refused("The core has no active profile. Create one, then serve again.");
  const { userId } = user.value;
  const plan = await planServing(core, user.value, protocolDeclaration([server], { chat: true, rpc: true }));
  if (plan.kind !== "ok") return refused(noAddress(plan));
  if (plan.value.changes.length > 0 && !mayChange) return { kind: "needs-consent", changes: plan.value.changes };
  const address = await plan.value.carryOut();
  if (address.kind !== "ok") return refused(noAddress(address));
  const warnings = [
    ...(address.value.isDeclared
      ? []
      : ["This core does not keep the protocols declaration: callers do not see what is served here."]),
    ...(core.mode !== "sandbox" && started.kind === "response" && started.response.type === "chatRunning"
      ? ["The chat was running already, so Service RPC may be off. Start the core with -m, then serve again."]
      : []),
    // A core gives each event to one of its connections only, and a request it gave to another cannot be asked for again.
    ...(core.mode === "sandbox"
      ? []
      : [
          "Leave this core to this command alone: another window or program on it takes some of the requests, and those get no answer.",
        ]),
  ];
  const responder = serveProtocols({ core, userId, servers: [server], clock: systemTime });
  // A core that was restarted in maintenance mode waits to be started again.
  const restarts = core.onState((state) => {
    if (state.kind === "ready") void core.command(startCommand);
  });
  return {
    kind: "serving",
    link: address.value.link,
    warnings,
    async stop() {
      restarts.dispose();
      await responder.stop();
    },
  };
}

const startCommand = "/_start main=on service_requests=on";

function noAddress(failure: Exclude<ApiResult<unknown>, { readonly kind: "ok" }>): string {
  const { message } = failure.kind === "error" ? describeChatError(failure.chatError, { command: "other" }) : failure;
  return `The core gave the profile no contact address. ${message} Nothing is served.`;
}

function refused(message: string): Serving {
  return { kind: "refused", message };
}
