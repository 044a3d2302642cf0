import ipaddr from "ipaddr.js";

/** Whom an IP address leads to: anybody on the internet, this machine, or a network of its own. */
export type AddressReach = "public" | "loopback" | "private";

/**
 * Reach of an IP address, by the special-purpose ranges of RFC 6890: an IPv4 address written as IPv6 is judged as IPv4, and
 * what tunnels or translates to another address is not public. A host name is no IP address and gives undefined.
 */
export function addressReach(host: string): AddressReach | undefined {
  if (!ipaddr.isValid(host)) return undefined;
  const address = ipaddr.process(host);
  const range = address.range();
  if (range === "loopback") return "loopback";
  const isGlobal = range === "unicast" && (address.kind() === "ipv4" || isGlobalUnicast(address));
  return isGlobal ? "public" : "private";
}

/** Nothing outside `2000::/3` is handed out, such as the IPv4-compatible `::127.0.0.1`. */
function isGlobalUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.match(ipaddr.parseCIDR("2000::/3"));
}
