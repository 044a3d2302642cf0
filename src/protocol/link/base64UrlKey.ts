/** The characters that can end the base64url encoding of 32 bytes: the last two bits are zero. */
const lastCharacters = "AEIMQUYcgkosw048";

/** Length of 32 bytes in base64url without padding. */
export const keyLength = 43;

/** What keeps a text from being 32 bytes in base64url without padding, or undefined if nothing does. */
export function keyFault(text: string): "alphabet" | "length" | "last-character" | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return "alphabet";
  if (text.length !== keyLength) return "length";
  return lastCharacters.includes(text.charAt(keyLength - 1)) ? undefined : "last-character";
}
