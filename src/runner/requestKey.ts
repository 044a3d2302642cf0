import { memberOf } from "../protocol/json/jsonNode.ts";
import { parseJsonText } from "../protocol/json/jsonText.ts";

/** An Ed25519 key pair as the core encodes it. The private key never leaves the call it signs. */
export interface SigningKey {
  /** base64url of the PKCS #8 DER. */
  readonly privateKey: string;
  /** base64url of the X.509 SubjectPublicKeyInfo DER, with or without padding. */
  readonly publicKey: string;
}

/**
 * The envelope with `requestKey` filled in, or undefined when it names another key already. Keys are compared without
 * padding, which the core writes and Node does not.
 */
export function withRequestKey(envelope: string, publicKey: string): string | undefined {
  const { root } = parseJsonText(envelope);
  if (root?.kind !== "object") return undefined;
  const written = memberOf(root, "requestKey")?.value;
  if (written !== undefined) {
    return written.kind === "string" && withoutPadding(written.value) === withoutPadding(publicKey)
      ? envelope
      : undefined;
  }
  const end = root.range.offset + root.range.length - 1;
  const separator = root.members.length === 0 ? "" : ",";
  return `${envelope.slice(0, end)}${separator}"requestKey":${JSON.stringify(padded(publicKey))}${envelope.slice(end)}`;
}

function withoutPadding(key: string): string {
  return key.replace(/=+$/, "");
}

/** The encoding of the core's `signerKey`, which responders compare with. */
function padded(key: string): string {
  const bare = withoutPadding(key);
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, "=");
}
