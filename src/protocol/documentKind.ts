/** The kinds of text the product checks; the CLI's `--as`. */
export const documentKinds = [
  "llms-txt",
  "call",
  "rpc-request",
  "rpc-response",
  "agent-card",
  "profile",
  "well-known",
  "environment",
] as const;

export type DocumentKind = (typeof documentKinds)[number];

/** The kind a file is checked as by its name, or undefined for a file that is none of ours. `path` uses `/`. */
export function documentKindOf(path: string): DocumentKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.endsWith(".call")) return "call";
  if (name === "llms.txt" || name === "llms-full.txt") return "llms-txt";
  if (name.endsWith(".rpc.json")) return "rpc-request";
  if (name.endsWith(".rpc-response.json")) return "rpc-response";
  if (name.endsWith(".simplex-profile.json")) return "profile";
  if (name === "simplex.env.json" || name === "simplex.private.env.json") return "environment";
  if (name === "agent-card.json" || name === "agent.json") return "agent-card";
  if (name === "simplex.json" && /(^|\/)\.well-known\/simplex\.json$/.test(path)) return "well-known";
  return undefined;
}
