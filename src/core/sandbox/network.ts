import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import type { Core } from "../core.ts";
import type { NetworkServices, ResolvedAddress } from "./networkServices.ts";
import { type SandboxClock, systemClock } from "./sandboxClock.ts";
import { sandboxCore } from "./sandboxCore.ts";
import { type LinkTarget, parseTarget, type SandboxLink } from "./sandboxLinks.ts";
import { SandboxProfile } from "./sandboxProfile.ts";
import type { SandboxAddress } from "./sandboxState.ts";

export interface SandboxNetworkOptions {
  readonly clock?: SandboxClock;
  readonly randomBytes?: (size: number) => Uint8Array;
}

export interface SandboxProfileOptions {
  readonly displayName: string;
  readonly fullName?: string;
  readonly shortDescr?: string;
  readonly peerType?: string;
  readonly preferences?: JsonObject;
  /** False: the core waits for `/_start`, as one in maintenance mode. */
  readonly isStarted?: boolean;
  /** Whether a core that is started already was started with `service_requests=on`; true by default. */
  readonly acceptsServiceRequests?: boolean;
}

export interface SandboxNetwork {
  /** A new profile, reached through its own core. `profile` is for the WebSocket server. */
  addProfile(options: SandboxProfileOptions): { readonly core: Core; readonly profile: SandboxProfile };
  /** Gives a name such as `acme.testing` to an address that exists. */
  registerName(name: string, shortLink: string): void;
  /** Stops every core. Closing twice is harmless. */
  close(): Promise<void>;
}

/** An in-process network of profiles. Each speaks the API of the SimpleX core; nothing leaves the process. */
export function createSandboxNetwork(options: SandboxNetworkOptions = {}): SandboxNetwork {
  const addresses = new Map<string, { readonly link: SandboxLink; readonly address: SandboxAddress }>();
  const names = new Map<string, string>();
  const cores: { readonly core: Core; readonly profile: SandboxProfile }[] = [];

  const services: NetworkServices = {
    clock: options.clock ?? systemClock,
    randomBytes: options.randomBytes ?? randomBytes,
    publish(link, address) {
      for (const id of idsOf(link)) addresses.set(id, { link, address });
    },
    withdraw(link) {
      for (const id of idsOf(link)) addresses.delete(id);
    },
    resolve(target) {
      return target.kind === "name" ? resolveName(target.name) : resolveLink(target);
    },
  };

  function resolveLink(target: LinkTarget): ResolvedAddress | undefined {
    return target.kind === "link" ? addresses.get(target.id) : undefined;
  }

  function resolveName(name: string): ResolvedAddress | undefined {
    const link = names.get(name);
    const found = link === undefined ? undefined : resolveLink(parseTarget(link));
    return found && { ...found, domain: name };
  }

  return {
    addProfile({ isStarted = true, acceptsServiceRequests = true, ...profile }) {
      const sandboxProfile = new SandboxProfile(
        services,
        { fullName: "", ...profile },
        { isStarted, acceptsServiceRequests },
      );
      const added = { core: sandboxCore(sandboxProfile), profile: sandboxProfile };
      cores.push(added);
      return added;
    },
    registerName(name, shortLink) {
      names.set(name.toLowerCase(), shortLink);
    },
    async close() {
      for (const { core, profile } of cores.splice(0)) {
        await core.close();
        profile.close();
      }
      addresses.clear();
      names.clear();
    },
  };
}

function idsOf(link: SandboxLink): readonly string[] {
  return [link.full, link.short].flatMap((text) => {
    const target = parseTarget(text);
    return target.kind === "link" ? [target.id] : [];
  });
}
