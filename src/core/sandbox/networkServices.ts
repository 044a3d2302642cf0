import type { SandboxClock } from "./sandboxClock.ts";
import type { LinkTarget, SandboxLink } from "./sandboxLinks.ts";
import type { SandboxAddress } from "./sandboxState.ts";

/** What the network does for its profiles. */
export interface NetworkServices {
  readonly clock: SandboxClock;
  randomBytes(size: number): Uint8Array;
  publish(link: SandboxLink, address: SandboxAddress): void;
  withdraw(link: SandboxLink): void;
  /** What a link or name leads to; `undefined` when there is nothing. */
  resolve(target: LinkTarget): ResolvedAddress | undefined;
}

export interface ResolvedAddress {
  readonly link: SandboxLink;
  readonly address: SandboxAddress;
  /** The domain, when it was found by name. */
  readonly domain?: string;
}
