import { type Problem, type TextRange, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { slimrpcRules } from "./rules.ts";

/** Where an A2A agent is reached over SLIMRPC. */
export interface SlimTarget {
  /** The SLIM node to connect to; undefined when it is managed elsewhere and known by configuration. */
  readonly node: { readonly host: string; readonly port: number } | undefined;
  /** The agent's name: domain, namespace, service. */
  readonly name: readonly [domain: string, namespace: string, service: string];
  /** Spelled `slim://…` in full, the default port left out: equal for equal targets. */
  readonly canonical: string;
}

/** The port a SLIM node listens on unless told otherwise (SLIMRPC binding, section 2.2). */
export const defaultSlimPort = 46357;

const report = reporter(slimrpcRules);

export type SlimTargetResult =
  | { readonly ok: true; readonly target: SlimTarget }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** True for text that says it is a SLIM target. A bare name `a/b/c` does not: it is one only where one is expected. */
export function isSlimUrl(text: string): boolean {
  return /^slim:\/\//i.test(text);
}

/**
 * Parses `slim://[host[:port]/]domain/namespace/service`, or the bare name `domain/namespace/service`. Four parts begin
 * with the node. `offset` is where the text stands in its document.
 */
export function parseSlimTarget(text: string, offset = 0): SlimTargetResult {
  const whole = textRange(offset, text.length);
  const parts = splitParts(text, offset);
  if (typeof parts === "string") return failure("slimrpc/url", whole, parts);
  const names = parts.slice(-3);
  const strange = names.find(({ part }) => !isNamePart(part));
  if (strange) return failure("slimrpc/name-part", strange.part === "" ? whole : strange.range, quote(strange.part));
  const authority = parts.length === 4 ? parts[0] : undefined;
  const node = authority && parseNode(authority.part);
  if (authority && !node)
    return failure("slimrpc/node", authority.part === "" ? whole : authority.range, quote(authority.part));
  const [domain = "", namespace = "", service = ""] = names.map(({ part }) => part);
  const port = node && node.port !== defaultSlimPort ? `:${node.port}` : "";
  const canonical = `slim://${node ? `${node.host}${port}/` : ""}${domain}/${namespace}/${service}`;
  return { ok: true, target: { node, name: [domain, namespace, service], canonical } };
}

function failure(code: keyof typeof slimrpcRules, range: TextRange, found: string): SlimTargetResult {
  return { ok: false, problems: [report(code, range, { found })] };
}

interface PlacedPart {
  readonly part: string;
  readonly range: TextRange;
}

/** The three or four parts between the slashes, or what is wrong with the text as a whole. */
function splitParts(text: string, offset: number): readonly PlacedPart[] | string {
  const scheme = /^slim:\/\//i.exec(text)?.[0] ?? "";
  if (scheme === "" && /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) return "it has another scheme";
  if (/[?#]/.test(text)) return "a query or fragment follows the name";
  const parts = text.slice(scheme.length).split("/");
  // Without the scheme nothing tells a node from a name, so a bare name has three parts only.
  const hasRightCount = parts.length === 3 || (parts.length === 4 && scheme !== "");
  if (!hasRightCount) return `it has ${parts.length} ${parts.length === 1 ? "part" : "parts"}`;
  let position = offset + scheme.length;
  return parts.map((part) => {
    const range = textRange(position, part.length);
    position += part.length + 1;
    return { part, range };
  });
}

/** SLIM trims blanks around a part and compares parts as they are, so white space in one can never be meant. */
function isNamePart(part: string): boolean {
  return part.length > 0 && part.length <= 255 && !/[\s\p{Cc}\p{Cf}]/u.test(part);
}

function parseNode(authority: string): { host: string; port: number } | undefined {
  const parsed = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}))(?::(\d{1,5}))?$/.exec(authority);
  if (!parsed) return undefined;
  const port = parsed[2] === undefined ? defaultSlimPort : Number(parsed[2]);
  return port >= 1 && port <= 65535 ? { host: (parsed[1] ?? "").toLowerCase(), port } : undefined;
}

function quote(text: string): string {
  return JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60)}…`);
}
