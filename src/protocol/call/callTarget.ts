import { parseSimplexLink } from "../link/parseSimplexLink.ts";
import type { SimplexLink } from "../link/simplexLink.ts";
import type { Problem } from "../problem.ts";
import { isSlimUrl, parseSlimTarget, type SlimTarget } from "../slimrpc/slimTarget.ts";
import { checkSmcpTarget } from "../smcp/checkSmcpTarget.ts";
import { isSmcpUrl, parseSmcpTarget, type SmcpTarget } from "../smcp/smcpTarget.ts";

/** What `@to` leads to. */
export type CallTarget =
  | { readonly kind: "link"; readonly link: SimplexLink }
  /** A conversation of the core by its local name: `@Ann`, `#Acme customers`. */
  | { readonly kind: "conversation"; readonly chat: "direct" | "group" }
  /** `target` is absent where the text cannot be read. */
  | { readonly kind: "slim"; readonly target?: SlimTarget }
  | { readonly kind: "smcp"; readonly target?: SmcpTarget }
  /** Meant as one of them and wrong: the problems say how. */
  | { readonly kind: "invalid" };

export interface CallTargetReading {
  readonly target: CallTarget;
  readonly problems: readonly Problem[];
}

/** Reads a target whose variables are filled. `offset` is where its text stands in the document. */
export function readCallTarget(text: string, offset: number): CallTargetReading {
  if (isSlimUrl(text)) {
    const result = parseSlimTarget(text, offset);
    if (!result.ok) return { target: { kind: "slim" }, problems: result.problems };
    return { target: { kind: "slim", target: result.target }, problems: [] };
  }
  if (isSmcpUrl(text)) {
    const result = parseSmcpTarget(text, offset);
    if (!result.ok) return { target: { kind: "smcp" }, problems: result.problems };
    return { target: { kind: "smcp", target: result.target }, problems: checkSmcpTarget(text, result.target, offset) };
  }
  const { link, problems } = parseSimplexLink(text, offset);
  if (link) return { target: { kind: "link", link }, problems };
  // What is no name of the network can still be the name of a conversation: those may have any characters.
  if (/^[@#]./.test(text)) {
    return { target: { kind: "conversation", chat: text.startsWith("@") ? "direct" : "group" }, problems: [] };
  }
  return { target: { kind: "invalid" }, problems };
}

/** The kind of conversation a target leads to, where the text tells: a business address makes a group of its own. */
export function chatOfTarget(target: CallTarget | undefined): "direct" | "group" | undefined {
  if (target?.kind === "conversation") return target.chat;
  if (target?.kind !== "link") return undefined;
  switch (target.link.type) {
    case "group":
    case "channel":
    case "publicGroup":
      return "group";
    case "invitation":
      return "direct";
    case "contact":
    case "relay":
      return undefined;
  }
}
