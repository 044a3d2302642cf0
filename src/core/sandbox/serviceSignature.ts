import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** A service request's signature: made by the requester's core, verified by the responder's. */
export interface SignedPayload {
  /** base64url of the X.509 DER of the key, padding included, as `signerKey`. */
  readonly signerKey: string;
  readonly signature: Uint8Array;
}

/**
 * Signs a payload for one session with `sign_key` (base64url of PKCS #8 DER). Undefined when that is no Ed25519 key.
 * `sessionData` stands for the ratchet's associated data, so that a signature is worth nothing in another session.
 */
export function signPayload(signKey: string, sessionData: Uint8Array, payload: string): SignedPayload | undefined {
  const key = privateKeyOf(signKey);
  if (key === undefined || key.asymmetricKeyType !== "ed25519") return undefined;
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" });
  const signature = sign(null, signedBytes(sessionData, payload), key);
  return { signerKey: paddedBase64Url(publicKey), signature };
}

/** True when the signature is of this payload in this session. Throws when `signerKey` is no key. */
export function isValidSignature(signed: SignedPayload, sessionData: Uint8Array, payload: string): boolean {
  const key = createPublicKey({ key: Buffer.from(signed.signerKey, "base64url"), format: "der", type: "spki" });
  return verify(null, signedBytes(sessionData, payload), key, signed.signature);
}

/** The agent hashes with SHA3-256; Electron's crypto has no SHA-3, and here both ends are this file. */
function signedBytes(sessionData: Uint8Array, payload: string): Uint8Array {
  const binding = createHash("sha256").update("SimpleXService").update(sessionData).digest();
  return Buffer.concat([binding, Buffer.from(payload)]);
}

function privateKeyOf(signKey: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: Buffer.from(signKey, "base64url"), format: "der", type: "pkcs8" });
  } catch {
    // Not a key: the core's parser refuses the command.
    return undefined;
  }
}

function paddedBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}
