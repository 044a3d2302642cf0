import { importSigningKey } from "../../core/ed25519Keys.ts";

/** An Ed25519 key pair as the core encodes it. The private key never leaves the call it signs. */
export interface KeyPair {
  /** base64url of the PKCS #8 DER. */
  readonly privateKey: string;
  /** base64url of the X.509 SubjectPublicKeyInfo DER. */
  readonly publicKey: string;
}

/** The key pair of a private key, in any form that can be imported; undefined when it is none. */
export function keyPairOf(privateKey: string): KeyPair | undefined {
  const imported = importSigningKey(privateKey);
  if (imported.kind !== "ok") return undefined;
  return { privateKey: imported.key.revealSecret(), publicKey: imported.key.requestKey };
}
