import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { inspect } from "node:util";

/**
 * The key that signs requests (spec: Signed requests). It is an object and not a string, so that no template, log or JSON
 * shows it by accident: whoever needs the text asks for it.
 */
export class SigningKey {
  readonly #key: KeyObject;

  constructor(key: KeyObject) {
    this.#key = key;
  }

  /** For secret storage and `sign_key=`: base64url of the PKCS #8 DER, 64 characters. Never shown or logged. */
  revealSecret(): string {
    return this.#key.export({ type: "pkcs8", format: "der" }).toString("base64url");
  }

  /** For the envelope: base64url of the X.509 SubjectPublicKeyInfo DER, with the padding that the core writes. */
  get requestKey(): string {
    const text = createPublicKey(this.#key).export({ type: "spki", format: "der" }).toString("base64url");
    return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
  }

  toString(): string {
    return "[signing key]";
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

export type ImportedKey =
  | { readonly kind: "ok"; readonly key: SigningKey }
  | { readonly kind: "refused"; readonly message: string };

/** A new random Ed25519 key. */
export function generateSigningKey(): SigningKey {
  return new SigningKey(generateKeyPairSync("ed25519").privateKey);
}

/** Longest text taken for a key, in UTF-16 units; a PKCS #8 PEM of Ed25519 has 119. */
const maxKeyLength = 10_000;

/** Takes a PKCS #8 private key: PEM, DER, or DER in base64url or base64. The message never repeats the input. */
export function importSigningKey(input: string | Uint8Array): ImportedKey {
  if (input.length > maxKeyLength) return { kind: "refused", message: notAKey };
  const key = typeof input === "string" && input.includes("-----BEGIN") ? fromPem(input.trim()) : fromDer(input);
  if (key === undefined) return { kind: "refused", message: notAKey };
  if (key.asymmetricKeyType !== "ed25519")
    return {
      kind: "refused",
      message: `This is a key of another kind (${key.asymmetricKeyType ?? "unknown"}). Requests are signed with Ed25519: make a new key here, or import an Ed25519 one.`,
    };
  return { kind: "ok", key: new SigningKey(key) };
}

/** True when two public keys are the same: the core pads its base64url, Node does not. */
export function isSameKey(a: string, b: string): boolean {
  return withoutPadding(a) === withoutPadding(b);
}

const notAKey =
  "This is not a private key in PKCS #8 form. Import an unencrypted PEM that begins with BEGIN PRIVATE KEY, or its DER in base64url.";

function withoutPadding(text: string): string {
  return text.replace(/=+$/, "");
}

function fromPem(text: string): KeyObject | undefined {
  return parseKey({ key: text, format: "pem" });
}

function fromDer(input: string | Uint8Array): KeyObject | undefined {
  if (typeof input === "string" && !/^[A-Za-z0-9_+/-]+={0,2}$/.test(input.trim())) return undefined;
  // "base64url" reads the other alphabet of base64 too.
  const der = typeof input === "string" ? Buffer.from(input.trim(), "base64url") : Buffer.from(input);
  return parseKey({ key: der, format: "der", type: "pkcs8" });
}

function parseKey(input: Parameters<typeof createPrivateKey>[0]): KeyObject | undefined {
  try {
    return createPrivateKey(input);
  } catch {
    // Its message can contain parts of the input; the caller has one of its own.
    return undefined;
  }
}
