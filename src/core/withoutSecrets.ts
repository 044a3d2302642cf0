/** Where the text of a command can stand in what the core prints or answers, and what stands in it. */
const signKey = /(sign_key=)[^\s"]+/g;
/** A bare PKCS #8 Ed25519 key in base64url or base64, however it came into a text. */
const privateKey = /MC4CAQAwBQYDK2VwBCIEI[\w+/-]{20,}={0,2}/g;

/** The text with signing keys replaced. For everything that is shown, kept or logged. */
export function withoutSecrets(text: string): string {
  return text.replace(signKey, "$1[removed]").replace(privateKey, "[removed]");
}
