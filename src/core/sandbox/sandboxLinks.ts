import { createHash } from "node:crypto";
import { parseSimplexLink } from "../../protocol/link/parseSimplexLink.ts";
import { addressIdentity } from "../../protocol/link/simplexLink.ts";
import { sandboxHostEnding } from "../sandboxNetwork.ts";

/** Letter of a short link: contact address, channel, group, one-time invitation. */
export type SandboxLinkType = "a" | "c" | "g" | "i";

export interface SandboxLink {
  readonly full: string;
  readonly short: string;
}

const sandboxRouterHost = `smp1${sandboxHostEnding}`;

/**
 * The links of an address. The key is derived from `name`, so that files may hold the link of an address that will exist
 * only later. `hasRatchetKeys` adds the `rk` parameter, without which Service RPC fails at once.
 */
export function sandboxLink(type: SandboxLinkType, name: string, hasRatchetKeys: boolean): SandboxLink {
  const key = derive(`key ${type} ${name}`);
  const path = type === "i" ? `${derive(`link id ${name}`).slice(0, 32)}/${key}` : key;
  const queue = `smp://${derive("router")}=@${sandboxRouterHost}/${derive(`queue ${type} ${name}`).slice(0, 32)}#/?v=1-4&dh=${derive(`dh ${name}`)}&q=c`;
  const kind = type === "i" ? "invitation" : "contact";
  const keys = encodeURIComponent(`v=2-3&x3dh=${derive(`ratchet ${name}`)}`);
  const ratchet = type === "i" ? `&e2e=${keys}` : hasRatchetKeys ? `&rk=${keys}` : "";
  const groupData =
    type === "g"
      ? `&data=${encodeURIComponent(JSON.stringify({ type: "group", groupLinkId: derive(name).slice(0, 16) }))}`
      : "";
  return {
    full: `simplex:/${kind}#/?v=2-7&smp=${encodeURIComponent(queue)}${ratchet}${groupData}`,
    short: `https://${sandboxRouterHost}/${type}#${path}`,
  };
}

export type LinkTarget =
  /** `id` is the same for all spellings of one link. */
  | { readonly kind: "link"; readonly id: string; readonly isSandbox: boolean; readonly host: string }
  | { readonly kind: "name"; readonly name: string; readonly isGroup: boolean }
  | { readonly kind: "invalid" };

/** Takes a connection target apart as far as the sandbox must to find the address. */
export function parseTarget(target: string): LinkTarget {
  const { link } = parseSimplexLink(target);
  if (link === undefined) return { kind: "invalid" };
  if (link.form === "name") return { kind: "name", name: link.domain, isGroup: link.type === "publicGroup" };
  const hosts = link.form === "short" ? link.hosts : (link.queues[0]?.hosts ?? []);
  const host = hosts[0] ?? "";
  return { kind: "link", id: addressIdentity(link), host, isSandbox: host.endsWith(sandboxHostEnding) };
}

/** 32 bytes of a name as canonical base64url: 43 characters. */
function derive(name: string): string {
  return createHash("sha256").update(`simplex-agents sandbox: ${name}`).digest("base64url");
}
