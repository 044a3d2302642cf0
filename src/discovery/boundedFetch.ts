import { lookup as lookupHost } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { systemTime } from "../core/clock.ts";
import { openDeadline } from "../core/deadline.ts";
import { addressReach } from "./addressReach.ts";
import { unpacked } from "./contentEncoding.ts";
import { looksLikeHtml } from "./looksLikeHtml.ts";

/** What a fetch may cost. Anything beyond ends it with a named failure. */
export interface FetchLimits {
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly timeoutMs: number;
}

const defaultFetchLimits: FetchLimits = { maxBytes: 1_000_000, maxRedirects: 5, timeoutMs: 15_000 };

export interface FetchedDocument {
  readonly kind: "document";
  /** Where it was found, after redirects. */
  readonly url: string;
  /** The media type without parameters, in lower case. */
  readonly contentType: string;
  readonly text: string;
  /** The `Link` headers as received. */
  readonly linkHeader: string;
  /** True when the text is an HTML page. Sites answer any address with one, and call a text document HTML. */
  readonly isHtml: boolean;
}

interface FetchFailure {
  readonly kind: "failed";
  readonly url: string;
  readonly reason:
    | "not-allowed"
    | "not-found"
    | "status"
    | "not-text"
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
    return failure(
      address,
      "not-allowed",
      `${address} is not read: only https: addresses, and http: addresses of this machine, are.`,
    );
  const deadline = openDeadline(systemTime, limits.timeoutMs, signal);
  try {
    return await followRedirects(first, deadline.signal, limits).catch((error: unknown) => {
      if (deadline.hasTimedOut) return timedOut(first, limits);
      if (signal.aborted) return failure(first.href, "cancelled", `Reading ${shown(first)} was cancelled.`);
      return failureOf(first, error);
    });
  } finally {
    deadline.dispose();
  }
}

async function followRedirects(first: URL, signal: AbortSignal, limits: FetchLimits): Promise<FetchResult> {
  const mayReachLoopback = isLoopbackHost(first.hostname);
  let url = first;
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects += 1) {
    const name = redirects === 0 ? shown(url) : `${shown(url)}, to which ${shown(first)} redirects,`;
    const refusal = refusalOf(url, mayReachLoopback);
    if (refusal) return failure(url.href, "not-allowed", `${name} is not read: ${refusal}`);
    const step = await fetchStep({ url, name }, mayReachLoopback, signal, limits);
    if (step.kind !== "redirect") return step;
    const next = parseHttpUrl(step.location, url.href);
    if (!next) return failure(url.href, "not-allowed", `${name} redirects to an address that is not http(s).`);
    url = next;
  }
  return failure(first.href, "too-many-redirects", `${shown(first)} redirects more than ${limits.maxRedirects} times.`);
}

/** An address as messages name it, without a password that may stand in it. */
function shown({ href, username, password }: URL): string {
  if (username === "" && password === "") return href;
  const copy = new URL(href);
  copy.username = "";
  copy.password = "";
  return copy.href;
}

/** A document, and what messages call it. */
interface Wanted {
  readonly url: URL;
  readonly name: string;
}

type Step = FetchResult | { readonly kind: "redirect"; readonly location: string };

function fetchStep(wanted: Wanted, mayReachLoopback: boolean, signal: AbortSignal, limits: FetchLimits): Promise<Step> {
  return new Promise((resolve, reject) => {
    const send = wanted.url.protocol === "https:" ? httpsRequest : httpRequest;
    const outgoing = send(
      wanted.url,
      {
        signal,
        lookup: checkedLookup(mayReachLoopback),
        headers: {
          accept: "text/markdown, text/plain, application/json, text/html;q=0.5",
          "accept-encoding": "identity",
          "user-agent": "simplex-agents",
        },
      },
      (response) => void readStep(wanted, response, limits).then(resolve, reject),
    );
    outgoing.once("error", reject);
    outgoing.end();
  });
}

async function readStep({ url, name }: Wanted, response: IncomingMessage, limits: FetchLimits): Promise<Step> {
  const status = response.statusCode ?? 0;
  const location = response.headers.location;
  if (status >= 300 && status < 400 && location !== undefined) {
    response.destroy();
    return { kind: "redirect", location };
  }
  if (status !== 200) {
    response.destroy();
    return status === 404 || status === 410
      ? failure(url.href, "not-found", `${name} does not exist (HTTP ${status}).`)
      : failure(url.href, "status", `${name} cannot be read: the site answered with HTTP ${status}.`);
  }
  const encoding = response.headers["content-encoding"];
  const body = unpacked(response, encoding);
  if (!body) {
    response.destroy();
    return failure(url.href, "not-text", `${name} is encoded as ${String(encoding)}, which is not read.`);
  }
  const bytes = await readAtMost(body, limits.maxBytes);
  if (!bytes) {
    response.destroy();
    return failure(
      url.href,
      "too-large",
      `${name} is larger than ${limits.maxBytes} bytes and was not read to its end.`,
    );
  }
  const text = bytes.toString("utf8");
  if (text.includes("\0")) return failure(url.href, "not-text", `${name} is no text in UTF-8.`);
  const contentType = (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const linkHeader = [response.headers.link ?? []].flat().join(", ");
  return { kind: "document", url: url.href, contentType, text, linkHeader, isHtml: looksLikeHtml(text, contentType) };
}

/** The bytes of a body, unpacked; undefined when there are more than `maxBytes`. */
async function readAtMost(body: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseHttpUrl(address: string, base?: string): URL | undefined {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : undefined;
}

function refusalOf(url: URL, mayReachLoopback: boolean): string | undefined {
  if (url.username !== "" || url.password !== "") return "it has a user name or a password.";
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname))
    return "it is not https:, so anybody on the way could change it.";
  const ip = url.hostname.replace(/^\[|\]$/g, "");
  return addressReach(ip) !== undefined && !isReachable(ip, mayReachLoopback)
    ? `it leads to ${ip}, which is inside a private network.`
    : undefined;
}

function isLoopbackHost(hostname: string): boolean {
  const ip = hostname.replace(/^\[|\]$/g, "");
  return hostname === "localhost" || hostname.endsWith(".localhost") || addressReach(ip) === "loopback";
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
  const reach = addressReach(ip);
  return reach === "public" || (reach === "loopback" && mayReachLoopback);
}

function timedOut(url: URL, limits: FetchLimits): FetchFailure {
  const message = `${shown(url)} was not answered whole within ${limits.timeoutMs / 1000} s, so it was given up.`;
  return failure(url.href, "timeout", message);
}

function failureOf(url: URL, error: unknown): FetchFailure {
  const name = shown(url);
  if (error instanceof PrivateAddressError)
    return failure(url.href, "not-allowed", `${name} is not read: ${error.message}`);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test(code))
    return failure(url.href, "not-text", `${name} is not packed as its site says (${code}).`);
  return failure(url.href, "unreachable", `${name} cannot be reached${code === "" ? "" : ` (${code})`}.`);
}

function failure(url: string, reason: FetchFailure["reason"], message: string): FetchFailure {
  return { kind: "failed", url, reason, message };
}
