/**
 * True for a `@param` that configures the connection instead of being sent as a service parameter: every one over
 * A2C-SMCP, which has no service parameters, and over SLIMRPC those whose name begins with `slim.`.
 */
export function isConnectionParameter(transport: string, name: string): boolean {
  return transport === "smcp" || (transport === "slimrpc" && /^slim\./i.test(name));
}
