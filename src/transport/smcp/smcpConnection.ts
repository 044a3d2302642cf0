import { io, NodeWebSocket, type Socket } from "socket.io-client";
import { asSentence, cancelledFailure } from "../../exchange/callFailure.ts";
import type { ServiceParameter } from "../../protocol/call/parse/directive.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import type { SmcpTarget } from "../../protocol/smcp/smcpTarget.ts";
import { defaultSmcpVersion, smcpVersions } from "../../protocol/smcp/smcpVersions.ts";
import type { Ending } from "../sendFailure.ts";
import { BoundedPolling, maxAnswerBytes } from "./boundedPolling.ts";

export type SmcpConnection =
  | { readonly kind: "connected"; readonly socket: Socket }
  | { readonly kind: "failed"; readonly ending: Ending };

export interface SmcpConnectOptions {
  /** `auth.NAME` is a member of Socket.IO's auth object, any other name an HTTP header. */
  readonly parameters: readonly ServiceParameter[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Connects to the `/smcp` namespace. The first request is a poll and not a WebSocket: only then can the body be read with
 * which a server refuses a version. It is tried once; a refused version is not retried.
 */
export function connectSmcp(target: SmcpTarget, options: SmcpConnectOptions): Promise<SmcpConnection> {
  const version = target.version ?? defaultSmcpVersion;
  const { auth, headers } = credentialsOf(options.parameters);
  const socket = io(`${target.origin}/smcp`, {
    path: target.path,
    query: { a2c_version: version },
    transports: [BoundedPolling, NodeWebSocket],
    transportOptions: { websocket: { maxPayload: maxAnswerBytes } },
    auth,
    extraHeaders: headers,
    reconnection: false,
    // A connection of its own for each call: none is left over from another one.
    forceNew: true,
    // The manager's own time limit ends with the transport's handshake: the whole time is ours to watch, so ours comes first.
    timeout: 2 * options.timeoutMs,
  });
  return new Promise((resolve) => {
    const fail = (ending: Ending): void => {
      finish();
      socket.disconnect();
      resolve({ kind: "failed", ending });
    };
    const onAbort = (): void => fail({ outcome: "cancelled", failure: cancelledFailure() });
    const timer = setTimeout(() => fail(connectTimeout(target, options.timeoutMs)), options.timeoutMs);
    socket.on("connect", () => {
      finish();
      resolve({ kind: "connected", socket });
    });
    socket.on("connect_error", (error) => fail(refusal(error, target, version)));
    socket.on("disconnect", (reason, detail) =>
      fail(isTooLong(detail) ? tooLong(target.origin) : closedEarly(target, reason)),
    );
    options.signal.addEventListener("abort", onAbort, { once: true });
    if (options.signal.aborted) onAbort();

    function finish(): void {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", onAbort);
      socket.off("connect").off("connect_error").off("disconnect");
    }
  });
}

/** True for what a lost connection tells when an answer was longer than is read: of a poll, or of a WebSocket. */
export function isTooLong(detail: unknown): boolean {
  const cause: unknown = isObject(detail) || detail instanceof Error ? Reflect.get(detail, "description") : undefined;
  if (cause instanceof RangeError) return true;
  return typeof cause === "object" && cause !== null && Reflect.get(cause, "error") instanceof RangeError;
}

/** How a call ends whose server sends more than is read. */
export function tooLong(server: string): Ending {
  return {
    outcome: "connection-lost",
    failure: {
      code: "smcp-answer-too-long",
      message: `${server} sent more than ${maxAnswerBytes / 1024 / 1024} MB at once, which is not read. The connection was closed.`,
      likelyCause: "The tool gives a large file whole, or the server is not one of this protocol.",
      nextStep: "Ask for less, or for a handle to read it in parts with `client:get_blob`.",
    },
  };
}

function credentialsOf(parameters: readonly ServiceParameter[]): {
  readonly auth: Record<string, string>;
  readonly headers: Record<string, string>;
} {
  const auth: Record<string, string> = {};
  const headers: Record<string, string> = {};
  for (const { name, value } of parameters) {
    if (/^auth\./i.test(name)) auth[name.slice("auth.".length)] = value;
    else headers[name] = value;
  }
  return { auth, headers };
}

/** What a failed attempt says: the server's own refusal where its body could be read. */
function refusal(error: Error, target: SmcpTarget, version: string): Ending {
  const { status, body } = httpAnswer(error);
  if (body?.["code"] === 4008) return incompatible(body, version);
  if (typeof body?.["message"] === "string") {
    return failed(
      String(body["code"] ?? status),
      `The server refused the connection: ${asSentence(body["message"])}`,
      `It was asked with version ${version}. Check the target and the server's log.`,
    );
  }
  if (status !== undefined) {
    return failed(
      `http-${status}`,
      `The server answered the connection with HTTP ${status}.`,
      status === 401 || status === 403
        ? "Check the credentials: `# @param Authorization: …` or `# @param auth.token: …`."
        : "Check the target's path: it is where the server has Socket.IO, such as /socket.io/ or /smcp.",
    );
  }
  if (isTooLong(error)) return tooLong(target.origin);
  if (isForeign(error)) return notSocketIo(target);
  // A refusal of the namespace has no HTTP answer: its message is the server's.
  const isTransport = "type" in error && error.type === "TransportError";
  if (!isTransport) {
    return failed(
      "smcp-refused",
      `The server refused the namespace /smcp: ${asSentence(error.message)}`,
      "Check the credentials: `# @param Authorization: …` or `# @param auth.token: …`.",
    );
  }
  return {
    outcome: "connection-lost",
    failure: {
      code: "smcp-unreachable",
      message: `No server answers at ${target.origin}${target.path}, so nothing was sent.`,
      likelyCause: "The server does not run, or a firewall is in between.",
      nextStep: "Start the server, or correct the target's host and port.",
    },
  };
}

/** True for what Socket.IO's own packets cannot be the cause of: a packet of an error, or what is thrown at no packet at all. */
function isForeign(error: Error): boolean {
  if (error.message === "server error") return true;
  const cause: unknown = "description" in error ? error.description : undefined;
  // `fetch` gives the cause of each failure of the network.
  return cause instanceof Error && cause.cause === undefined && cause.name !== "AbortError";
}

function notSocketIo({ origin, path }: SmcpTarget): Ending {
  return failed(
    "smcp-not-socket-io",
    `What answers at ${origin}${path} does not speak Socket.IO, so nothing was sent.`,
    "Check the target's host, port and path: it is where the server has Socket.IO, such as /socket.io/ or /smcp.",
  );
}

/** `4008`: versions must have the same major and minor number while the major one is 0. */
function incompatible(body: Readonly<Record<string, unknown>>, version: string): Ending {
  const server = typeof body["server_version"] === "string" ? body["server_version"] : "another version";
  const known = smcpVersions.find((one) => server.startsWith(one.slice(0, one.lastIndexOf(".") + 1)));
  return failed(
    "4008",
    `The server speaks A2C-SMCP ${server} and was asked to speak ${version}, which is not compatible. It is not asked again.`,
    `Write \`version=${known ?? server}\` in the target's query.`,
  );
}

function connectTimeout(target: SmcpTarget, timeoutMs: number): Ending {
  return {
    outcome: "timeout",
    failure: {
      code: "smcp-connect-timeout",
      message: `${target.origin} did not let the connection be made within ${timeoutMs / 1000} s, so nothing was sent.`,
      likelyCause: "The server is overloaded, or has no namespace /smcp.",
      nextStep: "Check the target, or wait longer with `# @timeout`.",
    },
  };
}

function closedEarly(target: SmcpTarget, reason: string): Ending {
  return failed(
    "smcp-closed",
    `${target.origin} closed the connection before it was made (${reason}).`,
    "Look into the server's log.",
  );
}

function failed(code: string, message: string, nextStep: string): Ending {
  return { outcome: "core-error", failure: { code, message, nextStep } };
}

/** Status and JSON body of a refused poll, where the client's error has them: `description` and `context`. */
function httpAnswer(error: Error): {
  readonly status: number | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
} {
  const status = "description" in error && typeof error.description === "number" ? error.description : undefined;
  const context: unknown = "context" in error ? error.context : undefined;
  const text = isObject(context) ? context["responseText"] : undefined;
  return { status: status === 0 ? undefined : status, body: typeof text === "string" ? bodyOf(text) : undefined };
}

const maxBodyLength = 10_000;

function bodyOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > maxBodyLength) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : undefined;
  } catch {
    // A proxy's page, for example: the status is all there is to tell.
    return undefined;
  }
}
