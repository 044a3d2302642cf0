import { utf8Bytes } from "../size/encodedSize.ts";
import { parseSlimTarget, type SlimTarget } from "./slimTarget.ts";

/** What configures the connection of a call over SLIMRPC: `# @param slim.NAME: value`. Only the secret is required. */
export const slimParameters = ["secret", "node", "name", "service"] as const;

/** SLIM refuses a shorter shared secret: "hmac key is too short". */
export const minSlimSecretBytes = 32;

/** True for a shared secret that SLIM takes. */
export function isSlimSecret(text: string): boolean {
  return utf8Bytes(text) >= minSlimSecretBytes;
}

/** The name a caller has in the SLIM network; undefined for what is none. */
export function parseSlimName(text: string): SlimTarget["name"] | undefined {
  const parsed = parseSlimTarget(text);
  return parsed.ok && parsed.target.node === undefined ? parsed.target.name : undefined;
}

/** The endpoint of a node written as `host[:port]`, with `https://` for TLS: `http://host:port` or `https://host:port`. */
export function parseSlimNode(text: string): string | undefined {
  const [scheme = "http://"] = /^https?:\/\//.exec(text) ?? [];
  const authority = text.startsWith(scheme) ? text.slice(scheme.length) : text;
  const parsed = parseSlimTarget(`slim://${authority.replace(/\/$/, "")}/a/b/c`);
  if (!parsed.ok || parsed.target.node === undefined) return undefined;
  return `${scheme}${parsed.target.node.host}:${parsed.target.node.port}`;
}
