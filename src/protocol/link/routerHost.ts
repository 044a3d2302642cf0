import type { LinkSource } from "./linkSource.ts";

const host = /^(?:\[[0-9A-Fa-f:.]+\]|[^:#,;/\s[\]?@\p{Cs}]+)$/u;

/** True for a host as the core accepts it; `.onion` names are lower case. */
export function isRouterHost(text: string): boolean {
  return host.test(text) && !(/\.onion$/i.test(text) && text !== text.toLowerCase());
}

/** Reports a host that is none. `start` and `end` are where it stands. */
export function checkHost(source: LinkSource, text: string, start: number, end: number): void {
  if (text === "") source.report("link/empty-host", start, end);
  else if (!isRouterHost(text)) {
    const lower = text.toLowerCase();
    const fixes = isRouterHost(lower) ? [source.replacement("Write in lower case", start, end, lower)] : [];
    source.report("link/invalid-host", start, end, { host: text }, fixes);
  }
}

/** Routers whose certificates clients know, and names that by RFC 2606 lead nowhere. */
export function needsNoFingerprint(text: string): boolean {
  return /(^|\.)(simplex\.im|simplexonflux\.com|invalid)$/i.test(text);
}
