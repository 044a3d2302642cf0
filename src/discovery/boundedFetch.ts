import { lookup as lookupHost } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** What a fetch may cost. Anything beyond ends it with a named failure. */
export interface FetchLimits {
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly timeoutMs: number;
}

export const defaultFetchLimits: FetchLimits = { maxBytes: 1_000_000, maxRedirects: 5, timeoutMs: 15_000 };

export interface FetchedDocument {
  readonly kind: "document";
  /** Where it was found, after redirects. */
  readonly url: string;
  /** The media type without parameters, in lower case. */
  readonly contentType: string;
  readonly text: string;
  /** The `Link` headers as received. */
  readonly linkHeader: string;
  /** True when the text is an HTML page, whatever its content type says. */
  readonly isHtml: boolean;
}

export interface FetchFailure {
  readonly kind: "failed";
  readonly url: string;
  readonly reason:
    | "not-allowed"
    | "not-found"
    | "status"
    | "too-large"
    | "too-many-redirects"
    | "timeout"
    | "unreachable"
    | "cancelled";
  readonly message: string;
}

export type FetchResult = FetchedDocument | FetchFailure;

/**
 * Reads one document over `https:`, or `http:` from the same machine. Redirects are followed by hand, so that neither a
 * redirect nor a name that resolves to a private address leads a public document's reader into the local network.
 * A loopback address is reached only when the user's own address is one.
 */
export async function fetchDocument(
  address: string,
  signal: AbortSignal,
  limits: FetchLimits = defaultFetchLimits,
): Promise<FetchResult> {
  const first = parseHttpUrl(address);
  if (!first)
    return failure(address, "not-allowed", "Only https: addresses, and http: addresses of this machine, are read.");
  const mayReachLoopback = isLoopbackHost(first.hostname);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  let url = first;
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects += 1) {
    const refusal = refusalOf(url, mayReachLoopback);
    if (refusal) return failure(url.href, "not-allowed", refusal);
    const step = await fetchStep(url, mayReachLoopback, deadline, limits).catch((error: unknown) =>
      failureOf(url.href, error, signal, limits),
    );
    if (step.kind !== "redirect") return step;
    const next = parseHttpUrl(step.location, url.href);
    if (!next) return failure(url.href, "not-allowed", "The site redirects to an address that is not http(s).");
    url = next;
  }
  return failure(first.href, "too-many-redirects", `The site redirects more than ${limits.maxRedirects} times.`);
}

type Step = FetchResult | { readonly kind: "redirect"; readonly location: string };

function fetchStep(url: URL, mayReachLoopback: boolean, signal: AbortSignal, limits: FetchLimits): Promise<Step> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const outgoing = send(
      url,
      {
        signal,
        lookup: checkedLookup(mayReachLoopback),
        headers: {
          accept: "text/markdown, text/plain, application/json, text/html;q=0.5",
          "accept-encoding": "identity",
          "user-agent": "simplex-agents",
        },
      },
      (response) => void readStep(url, response, limits).then(resolve, reject),
    );
    outgoing.once("error", reject);
    outgoing.end();
  });
}

async function readStep(url: URL, response: IncomingMessage, limits: FetchLimits): Promise<Step> {
  const status = response.statusCode ?? 0;
  const location = response.headers.location;
  if (status >= 300 && status < 400 && location !== undefined) {
    response.destroy();
    return { kind: "redirect", location };
  }
  if (status !== 200) {
    response.destroy();
    return status === 404 || status === 410
      ? failure(url.href, "not-found", `The site has no such document (HTTP ${status}).`)
      : failure(url.href, "status", `The site answered with HTTP ${status}.`);
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > limits.maxBytes) {
      response.destroy();
      return failure(
        url.href,
        "too-large",
        `The document is larger than ${limits.maxBytes} bytes and was not read to its end.`,
      );
    }
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  const contentType = (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const linkHeader = [response.headers.link ?? []].flat().join(", ");
  return {
    kind: "document",
    url: url.href,
    contentType,
    text,
    linkHeader,
    isHtml: contentType === "text/html" || looksLikeHtml(text),
  };
}

function looksLikeHtml(text: string): boolean {
  return /^\uFEFF?\s*(?:<!doctype html|<html[\s>])/i.test(text.slice(0, 1_000));
}

function parseHttpUrl(address: string, base?: string): URL | undefined {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : undefined;
}

function refusalOf(url: URL, mayReachLoopback: boolean): string | undefined {
  if (url.username !== "" || url.password !== "") return "An address with a user name or password is not read.";
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname))
    return "The address is not https:, so anybody on the way could change it.";
  const ip = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(ip) !== 0 && !isReachable(ip, mayReachLoopback)
    ? `The address leads to ${ip}, which is inside a private network.`
    : undefined;
}

function isLoopbackHost(hostname: string): boolean {
  const ip = hostname.replace(/^\[|\]$/g, "");
  return hostname === "localhost" || hostname.endsWith(".localhost") || (isIP(ip) !== 0 && blocked(loopback, ip));
}

/** Resolves names as usual, then refuses what is not public, so that a name cannot stand for a private address. */
function checkedLookup(mayReachLoopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookupHost(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const hidden = addresses.find(({ address }) => !isReachable(address, mayReachLoopback));
      if (hidden)
        return callback(
          new PrivateAddressError(`${hostname} resolves to ${hidden.address}, which is inside a private network.`),
          "",
          0,
        );
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return first
        ? callback(null, first.address, first.family)
        : callback(new Error(`${hostname} has no address.`), "", 0);
    });
  };
}

class PrivateAddressError extends Error {}

function isReachable(ip: string, mayReachLoopback: boolean): boolean {
  return blocked(loopback, ip) ? mayReachLoopback : !blocked(notPublic, ip);
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Special-purpose ranges of RFC 6890 that no public site lives in. IPv4-mapped IPv6 is matched as IPv4 by `BlockList`. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 128],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv6");
}

function blocked(list: BlockList, ip: string): boolean {
  return list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}

function failureOf(url: string, error: unknown, signal: AbortSignal, limits: FetchLimits): FetchFailure {
  if (signal.aborted) return failure(url, "cancelled", "The fetch was cancelled.");
  if (error instanceof PrivateAddressError) return failure(url, "not-allowed", error.message);
  const name = error instanceof Error ? error.name : "";
  if (name === "AbortError" || name === "TimeoutError") {
    return failure(url, "timeout", `The site did not answer within ${limits.timeoutMs / 1000} s.`);
  }
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return failure(url, "unreachable", `The site cannot be reached${code}.`);
}

function failure(url: string, reason: FetchFailure["reason"], message: string): FetchFailure {
  return { kind: "failed", url, reason, message };
}
