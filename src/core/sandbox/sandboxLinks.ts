import { createHash } from "node:crypto";

/** Letter of a short link: contact address, channel, group, one-time invitation. */
export type SandboxLinkType = "a" | "c" | "g" | "i";

export interface SandboxLink {
  readonly full: string;
  readonly short: string;
}

/** `.invalid` never resolves (RFC 2606), so a link of the sandbox cannot reach a router by mistake. */
export const sandboxRouterHost = "smp1.sandbox.invalid";
const sandboxHostEnding = ".sandbox.invalid";

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
  /** What both forms of the same link share: the type letter and the key, or the whole full link. */
  | { readonly kind: "link"; readonly id: string; readonly isSandbox: boolean; readonly host: string }
  | { readonly kind: "name"; readonly name: string; readonly isGroup: boolean }
  | { readonly kind: "invalid" };

const shortLinkPattern = /^(?:simplex:|https:\/\/([^/?#]+))\/([a-zA-Z])\/?#([A-Za-z0-9_/=-]+)(?:\?(.*))?$/;
const namePattern = /^(?:simplex:\/name)?([#@])([a-z0-9]+(?:[-.][a-z0-9]+)*)$/i;

/** Takes a connection target apart as far as the sandbox must to find the address. */
export function parseTarget(target: string): LinkTarget {
  const short = shortLinkPattern.exec(target);
  if (short !== null) {
    const [, origin = "", type = "", path = "", query = ""] = short;
    if (!/^[acgri]$/i.test(type)) return { kind: "invalid" };
    const host = origin !== "" ? origin : (new URLSearchParams(query).get("h")?.split(",")[0] ?? "");
    if (host === "") return { kind: "invalid" };
    return {
      kind: "link",
      id: `${type.toLowerCase()}#${path.replaceAll("=", "")}`,
      host,
      isSandbox: host.endsWith(sandboxHostEnding),
    };
  }
  if (/^(simplex:|https:\/\/[^/]+)\/(contact|invitation)\/?#\/?\?/.test(target)) {
    const host = /%40([^%]+)%2F/.exec(target)?.[1] ?? "";
    return { kind: "link", id: target, host, isSandbox: host.endsWith(sandboxHostEnding) };
  }
  const name = namePattern.exec(target);
  if (name === null) return { kind: "invalid" };
  const [, sigil = "", label = ""] = name;
  if (sigil === "@" && !label.includes(".")) return { kind: "invalid" };
  return { kind: "name", name: label.toLowerCase(), isGroup: sigil === "#" };
}

/** 32 bytes of a name as canonical base64url: 43 characters. */
function derive(name: string): string {
  return createHash("sha256").update(`simplex-agents sandbox: ${name}`).digest("base64url");
}
