import { looksLikeSimplexLink } from "../link/parseSimplexLink.ts";

/** The URI of A2A's binding to SimpleX in an Agent Card (agent-protocols, "Identification"). */
export const simplexBindingUri = "https://simplex.chat/protocol/a2a/v1";

/** True for an interface that is meant as SimpleX's, by its binding or by its address, rightly spelled or not. */
export function isMeantAsSimplex(binding: string | undefined, url: string | undefined): boolean {
  if (binding === simplexBindingUri) return true;
  if (binding !== undefined && /^(https?:\/\/(www\.)?simplex\.chat\/|simplex)/i.test(binding)) return true;
  return url !== undefined && looksLikeSimplexLink(url);
}
