import { keyFault, keyLength } from "./base64UrlKey.ts";
import { type LinkParameter, linkParameters } from "./linkQuery.ts";
import type { LinkSource } from "./linkSource.ts";
import { checkHost, needsNoFingerprint } from "./routerHost.ts";
import { type ShortLink, shortLinkLetters } from "./simplexLink.ts";

/** The pieces of a link's beginning, as positions in the source. */
export interface LinkOrigin {
  /** Absent with `simplex:`. */
  readonly authority: { readonly start: number; readonly end: number } | undefined;
  /** Where the path begins, after its slash. */
  readonly path: number;
}

/** Reads `<letter>[/]#<key>[?query]` after the origin. Undefined if anything keeps it from being a link. */
export function parseShortLink(source: LinkSource, origin: LinkOrigin): ShortLink | undefined {
  const { text } = source;
  const before = source.problems.length;
  const letter = text.charAt(origin.path);
  const type = typeOf(source, origin.path);
  const hash = text.indexOf("#", origin.path);
  if (hash < 0) {
    source.report("link/missing-fragment", origin.path, text.length, { what: "The key of a link follows a #" });
    return undefined;
  }
  const between = text.slice(origin.path + 1, hash);
  if (between !== "" && between !== "/") {
    const fix = source.replacement("Remove the text", origin.path + 1, hash, "");
    source.report("link/text-before-key", origin.path + 1, hash, {}, [fix]);
  }
  const mark = text.indexOf("?", hash);
  const fragmentEnd = mark < 0 ? text.length : mark;
  const fragment =
    type === "invitation" ? readInvitation(source, hash + 1, fragmentEnd) : readKey(source, hash + 1, fragmentEnd);
  const parameters = readParameters(source, fragment.queryStart ?? (mark < 0 ? text.length : mark + 1));
  const hosts = readHosts(source, origin, parameters.get("h"));
  const port = readPort(source, parameters.get("p"));
  const fingerprint = readFingerprint(source, parameters.get("c"));
  if (source.problems.length > before || !type) return undefined;

  const { key, linkId } = fragment;
  const parts = {
    type,
    key,
    hosts,
    ...(linkId === undefined ? {} : { linkId }),
    ...(port === undefined ? {} : { port }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
  const canonical = canonicalShortLink(parts);
  const isPlain = letter === letter.toLowerCase() && hash === origin.path + 1 && !fragment.isPadded;
  if (!isPlain) {
    const fix = source.replacement("Write the canonical link", 0, text.length, canonical);
    source.report("link/not-canonical", 0, text.length, { canonical }, [fix]);
  }
  const host = hosts[0] ?? "";
  if (fingerprint === undefined && !needsNoFingerprint(host)) {
    const [start, end] = origin.authority ? [origin.authority.start, origin.authority.end] : [0, text.length];
    source.report("link/router-not-verified", start, end, { host });
  }
  return { form: "short", ...parts, canonical };
}

/** The link as the core writes it for the web. */
function canonicalShortLink(link: Omit<ShortLink, "form" | "canonical">): string {
  const [first = "", ...others] = link.hosts;
  const id = link.linkId === undefined ? "" : `${link.linkId}/`;
  const query = [
    ...(others.length > 0 ? [`h=${others.map(encodeURIComponent).join("%2C")}`] : []),
    ...(link.port === undefined ? [] : [`p=${link.port}`]),
    ...(link.fingerprint === undefined ? [] : [`c=${link.fingerprint}`]),
  ].join("&");
  return `https://${first}/${shortLinkLetters[link.type]}#${id}${link.key}${query && `?${query}`}`;
}

function typeOf(source: LinkSource, position: number): ShortLink["type"] | undefined {
  const letter = source.text.charAt(position);
  switch (letter.toLowerCase()) {
    case "a":
      return "contact";
    case "c":
      return "channel";
    case "g":
      return "group";
    case "r":
      return "relay";
    case "i":
      if (letter === "I") {
        const fix = source.replacement("Write i", position, position + 1, "i");
        source.report("link/invitation-letter", position, position + 1, {}, [fix]);
      }
      return "invitation";
    default:
      source.report("link/unknown-type", position, position + 1, { letter });
      return undefined;
  }
}

interface Fragment {
  readonly key: string;
  readonly linkId?: string;
  readonly isPadded: boolean;
  /** Where the parameters begin when no question mark says so. */
  readonly queryStart?: number;
}

function readInvitation(source: LinkSource, start: number, end: number): Fragment {
  const slash = source.text.slice(start, end).indexOf("/");
  const linkId = slash < 0 ? "" : source.text.slice(start, start + slash);
  if (!/^[A-Za-z0-9_-]+$/.test(linkId)) {
    source.report("link/invalid-link-id", start, slash < 0 ? end : start + slash);
    return { key: "", isPadded: false };
  }
  return { ...readKey(source, start + slash + 1, end), linkId };
}

function readKey(source: LinkSource, start: number, end: number): Fragment {
  const fragment = source.text.slice(start, end);
  const key = /^[A-Za-z0-9_-]*/.exec(fragment)?.[0] ?? "";
  const rest = fragment.slice(key.length);
  const restStart = start + key.length;
  if (key === "" && rest === "") source.report("link/missing-key", start - 1, start);
  else if (rest !== "" && key.length < keyLength) checkAlphabet(source, start, end);
  else {
    const fault = keyFault(key);
    if (fault === "length") source.report("link/key-length", start, restStart, { length: key.length });
    if (fault === "last-character") {
      source.report("link/key-not-canonical", restStart - 1, restStart, { character: key.charAt(key.length - 1) });
    }
  }
  if (rest.startsWith("&") && key !== "") {
    const fix = source.replacement("Write ?", restStart, restStart + 1, "?");
    source.report("link/query-without-mark", restStart, restStart + 1, {}, [fix]);
    return { key, isPadded: false, queryStart: restStart + 1 };
  }
  if (rest !== "" && rest !== "=" && key.length >= keyLength) {
    const fix = source.replacement("Remove the text", restStart, end, "");
    source.report("link/text-after-link", restStart, end, {}, [fix]);
  }
  return { key, isPadded: rest === "=" };
}

/** A key is cut short by a character it cannot have: says which, or that parameters or padding follow a short key. */
function checkAlphabet(source: LinkSource, start: number, end: number): void {
  const fragment = source.text.slice(start, end);
  const foreign = fragment.search(/[^A-Za-z0-9_-]/);
  const character = String.fromCodePoint(fragment.codePointAt(foreign) ?? 0);
  if (character === "&" || character === "=") {
    source.report("link/key-length", start, start + foreign, { length: foreign });
    return;
  }
  const isStandard = /^[A-Za-z0-9_+/-]+$/.test(fragment);
  const urlSafe = fragment.replaceAll("+", "-").replaceAll("/", "_");
  const fixes = isStandard ? [source.replacement("Write + as - and / as _", start, end, urlSafe)] : [];
  source.report("link/key-alphabet", start + foreign, start + foreign + character.length, { character }, fixes);
}

function readParameters(source: LinkSource, start: number): ReadonlyMap<string, LinkParameter> {
  const space = source.text.slice(start).search(/\s/);
  if (space < 0) return linkParameters(source, start);
  const from = start + space;
  const fix = source.replacement("Remove the text", from, source.text.length, "");
  source.report("link/text-after-link", from, source.text.length, {}, [fix]);
  return new Map();
}

function readHosts(source: LinkSource, origin: LinkOrigin, more: LinkParameter | undefined): string[] {
  const hosts: string[] = [];
  if (origin.authority) {
    const { start, end } = origin.authority;
    const host = source.text.slice(start, end);
    checkHost(source, host, start, end);
    hosts.push(host);
  } else if (!more) source.report("link/missing-router", 0, source.text.length);
  const before = source.problems.length;
  for (const host of more?.value.split(",") ?? []) {
    // One says enough: they all stand in one parameter.
    if (more && source.problems.length === before) checkHost(source, host, more.start, more.end);
    hosts.push(host);
  }
  return hosts;
}

function readPort(source: LinkSource, parameter: LinkParameter | undefined): number | undefined {
  if (!parameter) return undefined;
  const { value, start, end } = parameter;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return Number(value);
  source.report("link/invalid-port", start, end, { port: value === "" ? "An empty text" : value });
  return undefined;
}

function readFingerprint(source: LinkSource, parameter: LinkParameter | undefined): string | undefined {
  if (!parameter) return undefined;
  const fingerprint = parameter.value.replace(/=$/, "");
  if (keyFault(fingerprint) === undefined) return fingerprint;
  source.report("link/invalid-fingerprint", parameter.start, parameter.end);
  return undefined;
}
