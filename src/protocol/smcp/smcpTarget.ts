import { type Problem, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { smcpRules } from "./rules.ts";
import { isFirstDraft, isSmcpVersion } from "./smcpVersions.ts";

/** Where an A2C-SMCP server is reached. The namespace is always `/smcp`. */
export interface SmcpTarget {
  /** `http://host:port` or `https://host:port`. */
  readonly origin: string;
  /** The path of Socket.IO on the server: the deployment's choice. */
  readonly path: string;
  /** The office to join; undefined when the target does not name one. */
  readonly officeId: string | undefined;
  /** The computer to call; undefined when the target does not name one. */
  readonly computer: string | undefined;
  /** The name under which the agent joins. */
  readonly agent: string | undefined;
  /** The protocol version to speak; undefined for the default. */
  readonly version: string | undefined;
}

export type SmcpTargetResult =
  | { readonly ok: true; readonly target: SmcpTarget }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The parameters of a target's query. */
export const smcpTargetParameters = ["office", "computer", "agent", "version"] as const;

/** The name an agent joins under when the target gives none. */
const defaultAgent = "simplex-agents";

/** The name under which the agent joins. */
export function agentOf({ agent }: SmcpTarget): string {
  return agent ?? defaultAgent;
}

/** The office to join. In the first text of the protocol it has the agent's name; in later ones the target must name it. */
export function officeOf(target: SmcpTarget): string | undefined {
  const { officeId, agent, version } = target;
  return officeId ?? (isFirstDraft(version) ? agent : undefined);
}

/** Socket.IO's own default path. */
export const defaultSmcpPath = "/socket.io/";

const report = reporter(smcpRules);

/** True for text that says it is an A2C-SMCP target. */
export function isSmcpUrl(text: string): boolean {
  return /^smcp\+https?:\/\//i.test(text);
}

/**
 * Parses `smcp+http(s)://host[:port][/path][?office=…&computer=…&agent=…&version=…]`. `offset` is where the text stands in
 * its document. Credentials are never part of it: they come from secret storage.
 */
export function parseSmcpTarget(text: string, offset = 0): SmcpTargetResult {
  const fail = (found: string, start = 0, length = text.length): SmcpTargetResult => ({
    ok: false,
    problems: [report("smcp/url", textRange(offset + start, length), { found })],
  });
  const scheme = /^smcp\+(https?):\/\//i.exec(text);
  if (!scheme) return fail("it has another scheme");
  const rest = text.slice(scheme[0].length);
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? "";
  if (authority.includes("@")) {
    return fail("it holds credentials, which belong in secret storage", scheme[0].length, authority.length);
  }
  const host = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}))(?::(\d{1,5}))?$/.exec(authority);
  const port = host?.[2] === undefined ? undefined : Number(host[2]);
  if (!host || (port !== undefined && (port < 1 || port > 65535)))
    return fail(
      authority === "" ? "the host is missing" : "the host cannot be read",
      scheme[0].length,
      authority.length,
    );
  const [path = "", query = ""] = rest.slice(authority.length).split("#")[0]?.split("?") ?? [];
  if (/\s/.test(text)) return fail("it holds white space");
  const parameters = queryParameters(query);
  const version = parameters.get("version");
  if (version !== undefined && !isSmcpVersion(version)) {
    const start = text.indexOf(version, scheme[0].length + authority.length);
    const range = textRange(offset + Math.max(start, 0), start < 0 ? text.length : version.length);
    return { ok: false, problems: [report("smcp/version-form", range, { found: JSON.stringify(version) })] };
  }
  return {
    ok: true,
    target: {
      origin: `${(scheme[1] ?? "http").toLowerCase()}://${authority.toLowerCase()}`,
      path: path === "" || path === "/" ? defaultSmcpPath : path,
      officeId: parameters.get("office"),
      computer: parameters.get("computer"),
      agent: parameters.get("agent"),
      version,
    },
  };
}

function queryParameters(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split("&")) {
    const [name = "", ...value] = pair.split("=");
    if (name !== "") parameters.set(decode(name), decode(value.join("=")));
  }
  return parameters;
}

/** Percent escapes resolved; a text whose escapes are broken stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
