/** base64url of what precedes an Ed25519 public key in its X.509 SubjectPublicKeyInfo DER: 12 bytes. */
const publicKeyStart = "MCowBQYDK2VwAyEA";

/** base64url of the first 15 bytes of an Ed25519 private key in its PKCS #8 DER. */
const privateKeyStart = "MC4CAQAwBQYDK2VwBCIE";

/** 44 bytes in base64url, without the one `=` that the core writes and others leave out. */
const keyLength = 59;

export type RequestKeyFault =
  | { readonly kind: "private-key" }
  /** The same bytes in the other alphabet of base64, as base64url. */
  | { readonly kind: "standard-base64"; readonly corrected: string }
  | { readonly kind: "wrong"; readonly what: string };

/** What keeps a text from being a `requestKey` (agent-protocols#request), or undefined if nothing does. */
export function requestKeyFault(text: string): RequestKeyFault | undefined {
  if (text.startsWith(privateKeyStart)) return { kind: "private-key" };
  const bare = text.endsWith("=") ? text.slice(0, -1) : text;
  if (!/^[A-Za-z0-9_-]*$/.test(bare)) {
    const corrected = text.replaceAll("+", "-").replaceAll("/", "_");
    if (corrected !== text && requestKeyFault(corrected) === undefined) return { kind: "standard-base64", corrected };
    return { kind: "wrong", what: "This one has other characters." };
  }
  if (bare.length !== keyLength) return { kind: "wrong", what: `This one has ${bare.length} characters.` };
  if (!bare.startsWith(publicKeyStart)) return { kind: "wrong", what: "This one begins otherwise." };
  // 44 bytes leave the last two bits of the last character zero.
  return /[AEIMQUYcgkosw048]$/.test(bare)
    ? undefined
    : { kind: "wrong", what: "The last character of this one is cut." };
}
