/** The binding's identifier in an Agent Card (SLIMRPC binding, section 1). */
export const slimBindingUri = "https://a2a-protocol.org/bindings/experimental-slimrpc/v1";

/** The gRPC-style service that implementations serve; the binding's text says `a2a.v1.A2AService`. */
export const slimServiceName = "lf.a2a.v1.A2AService";

export type SlimBindingSpelling = "exact" | "earlier" | "short" | "none";

/** How a `protocolBinding` names SLIMRPC: by the URI, by an earlier URI, or by the short names libraries use. */
export function slimBindingSpelling(protocolBinding: string): SlimBindingSpelling {
  if (protocolBinding === slimBindingUri) return "exact";
  const folded = protocolBinding.toLowerCase().replace(/\/$/, "");
  if (folded === "slimrpc") return "short";
  return /^https:\/\/a2a-protocol\.org\/bindings\/experimental-slimrpc(\/v\d+)?$/.test(folded) ? "earlier" : "none";
}
