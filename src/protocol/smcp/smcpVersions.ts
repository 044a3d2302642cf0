/** Versions of A2C-SMCP to offer, the default first. */
export const smcpVersions = ["0.4.0", "0.3.0", "0.2.0"] as const;

export const defaultSmcpVersion = smcpVersions[0];

/** True for a version of the form X.Y.Z, as the connection's query carries it. */
export function isSmcpVersion(text: string): boolean {
  return /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(text);
}

/** True when two versions can speak to each other: while the major version is 0, major and minor must be the same. */
export function areCompatible(a: string, b: string): boolean {
  const [aMajor, aMinor] = a.split(".");
  const [bMajor, bMinor] = b.split(".");
  return aMajor === bMajor && (aMajor !== "0" || aMinor === bMinor);
}

/** True when `version` is at least `needed`; both of the form X.Y.Z. */
export function isAtLeast(version: string, needed: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, part] of needed.split(".").map(Number).entries()) {
    const own = parts[index] ?? 0;
    if (own !== part) return own > part;
  }
  return true;
}

/** From here on a payload names the agent in `agent`; the protocol's first text names it in `robot_id`. */
const renamedAgentVersion = "0.1.2";

/** True for the version of the protocol's first text, which knows no handshake of versions. */
export function isFirstDraft(version: string | undefined): boolean {
  return version !== undefined && !isAtLeast(version, renamedAgentVersion);
}

/** The member of a payload that names the agent, in that version. */
export function agentMember(version: string | undefined): "agent" | "robot_id" {
  return isFirstDraft(version) ? "robot_id" : "agent";
}
