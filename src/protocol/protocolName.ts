/** True for a protocol name: lowercase ASCII letters, digits and hyphens (agent-protocols#protocol-names). */
export function isProtocolName(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text);
}

/** The protocol that a text means: the name itself, or the one it is but for letter case and surrounding space. */
export function meantProtocolName(text: string): string {
  return correctedProtocolName(text) ?? text;
}

/** The name that differs from `text` in letter case and surrounding space only, or undefined when there is none. */
export function correctedProtocolName(text: string): string | undefined {
  const corrected = text.trim().toLowerCase();
  return corrected !== text && isProtocolName(corrected) ? corrected : undefined;
}
