import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { asObject } from "../records/jsonShape.ts";
import { sandboxHasNoNetwork, sandboxHostEnding } from "../sandboxNetwork.ts";
import type { Words } from "./coreErrorWords.ts";
import { router } from "./quotedErrorText.ts";

/** What to do about a router that fails for a while. */
export const retryLater = "Check the network connection of the core, then try again.";

/** A router that is not there: of the network for the sandbox, of the sandbox for a core of the network, or by a fault. */
export function unreachable(error: JsonObject): Words {
  const message = `${router(error)} cannot be reached.`;
  if (asObject(error["networkError"])?.["connectError"] === sandboxHasNoNetwork)
    return {
      message,
      likelyCause: "The core in use is the sandbox, which reaches its own addresses only.",
      nextStep: "Use a core of the network: the setting simplexAgents.core.mode, or --core on the command line.",
    };
  if (isSandboxRouter(error))
    return {
      message,
      likelyCause: "This is an address of the sandbox, and the core in use is one of the network.",
      nextStep: "Use the sandbox: the setting simplexAgents.core.mode, or --core on the command line.",
    };
  return {
    message,
    likelyCause: "The core has no network, or a firewall or proxy blocks it.",
    nextStep: retryLater,
  };
}

/** True for an error of a router that exists in the sandbox only. */
export function isSandboxRouter(error: JsonObject): boolean {
  return router(error).endsWith(sandboxHostEnding);
}
