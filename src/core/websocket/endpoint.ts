/** Where a core is reached, after the rules for it were applied. */
export type Endpoint =
  | { readonly kind: "local"; readonly url: string }
  /** Another machine: only with TLS, and only after the user confirmed `host`. */
  | { readonly kind: "remote"; readonly url: string; readonly host: string }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Checks the address of a core's WebSocket. The core asks nobody for a password: who reaches the socket acts as its
 * profile, so in the clear it is reached on the same machine only.
 */
export function parseEndpoint(text: string): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "ws:" && url.protocol !== "wss:"))
    return refused("The address of the core is not a WebSocket address. Write it as ws://127.0.0.1:5225.");
  if (url.username !== "" || url.password !== "")
    return refused(
      "The address of the core contains a user name or a password. A core takes none, and settings are no place for them. Remove them.",
    );
  url.hash = "";
  if (isLoopback(url.hostname)) {
    // The core listens on 127.0.0.1 only, and `localhost` can mean ::1 first.
    if (url.protocol === "ws:" && url.hostname === "localhost") url.hostname = "127.0.0.1";
    return { kind: "local", url: url.href };
  }
  if (url.protocol === "ws:")
    return refused(
      `${url.host} is another machine, and ws: would send every message to it in the clear. Use wss: with a proxy in front of the core, or a tunnel to 127.0.0.1.`,
    );
  return { kind: "remote", url: url.href, host: url.host };
}

function refused(message: string): Endpoint {
  return { kind: "refused", message };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
