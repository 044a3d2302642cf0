import { Client, type ProgressNotificationParams } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServerFactory,
  Server,
  type ServerContext,
  type StandardSchemaV1,
} from "@modelcontextprotocol/server";
import { asObject } from "../core/records/jsonShape.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";
import { mcpProtocolServer } from "./mcpServer.ts";
import type { ProtocolServer } from "./protocolServer.ts";

export interface McpProxy {
  readonly server: ProtocolServer;
  /** Resolves when the child process is gone for good: it cannot be started again, or it was closed. */
  readonly ended: Promise<void>;
  /** Ends the child process. Closing twice is harmless. */
  close(): Promise<void>;
}

export interface McpProxyOptions {
  /** Gives up the first start. */
  readonly signal: AbortSignal;
  /** Told when the child process has ended by itself and is started again. */
  readonly onRestart?: () => void;
  /** A child that ends sooner after its start does not stay, in milliseconds; 10,000 by default. */
  readonly steadyMs?: number;
}

/** How long the child may take for one request, in milliseconds. */
const requestTimeoutMs = 170_000;

const defaultSteadyMs = 10_000;
/** A child that does not stay so often in a row is not started again. */
const maxShortLives = 3;

/**
 * Starts a local MCP server as a child process and serves it. The official client speaks to the child in whatever revision
 * it has, the official server answers callers in 2026-07-28. A child that ends is started again: what it was working on is
 * answered with an error. Rejects when the child does not become an MCP server, or when `signal` is aborted before it has.
 */
export async function mcpCommandProxy(
  command: readonly [string, ...string[]],
  { signal, onRestart, steadyMs = defaultSteadyMs }: McpProxyOptions,
): Promise<McpProxy> {
  const closed = new AbortController();
  let child = await startChild(command, signal);
  let current = Promise.resolve(child);
  const ended = keepRunning();

  async function keepRunning(): Promise<void> {
    for (let shortLives = 0; ; ) {
      const startedAtMs = performance.now();
      await child.ended;
      shortLives = performance.now() - startedAtMs < steadyMs ? shortLives + 1 : 0;
      if (closed.signal.aborted || shortLives >= maxShortLives) return;
      onRestart?.();
      current = startChild(command, closed.signal);
      try {
        child = await current;
      } catch {
        // It cannot be started any more, which is what `ended` tells. Who waits for it is answered with the error itself.
        return;
      }
    }
  }

  return {
    server: mcpProtocolServer(
      proxyFactory(
        () => child,
        () => current,
      ),
    ),
    ended,
    async close() {
      closed.abort();
      await child.client.close();
      await ended;
    },
  };
}

interface Child {
  readonly client: Client;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  /** Who gets the progress of a request under way, by the token the child was given. */
  readonly progress: Map<string | number, (params: ProgressNotificationParams) => void>;
  lastToken: number;
  hasEnded: boolean;
}

async function startChild([program, ...args]: readonly [string, ...string[]], signal: AbortSignal): Promise<Child> {
  const client = new Client(
    { name: "simplex-agents", version: "1.0.0" },
    {
      capabilities: {},
      versionNegotiation: { mode: "auto" },
      // The caller is asked, not this process.
      inputRequired: { autoFulfill: false },
    },
  );
  let resolveEnded = (): void => {};
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve;
  });
  const child: Child = { client, ended, progress: new Map(), lastToken: 0, hasEnded: false };
  client.onclose = () => {
    child.hasEnded = true;
    resolveEnded();
  };
  // The client's own handler forgets a request with its result, and loses progress that arrived in the same chunk.
  client.setNotificationHandler("notifications/progress", ({ params }) => {
    child.progress.get(params.progressToken)?.(params);
  });
  signal.throwIfAborted();
  const transport = new StdioClientTransport({ command: program, args, stderr: "inherit" });
  // The client has no transport to close before the handshake is over.
  const giveUp = (): void => void transport.close();
  signal.addEventListener("abort", giveUp);
  try {
    await client.connect(transport);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
  return child;
}

/** `last` is the child that was started last, for what it says of itself; `current` the one that answers. */
function proxyFactory(last: () => Child, current: () => Promise<Child>): McpServerFactory {
  return () => {
    const { client } = last();
    const instructions = client.getInstructions();
    const server = new Server(client.getServerVersion() ?? { name: "mcp-server", version: "0" }, {
      capabilities: client.getServerCapabilities() ?? {},
      ...(instructions !== undefined && { instructions }),
    });
    server.fallbackRequestHandler = async (request, context) =>
      forward(await current(), request.method, asObject(request.params) ?? {}, context);
    return server;
  };
}

/** Any result: what the child answers is passed on as it is. */
const anyResult: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "simplex-agents",
    validate: (value) => ({ value: asObject(value) ?? {} }),
  },
};

async function forward(child: Child, method: string, params: JsonObject, context: ServerContext): Promise<JsonObject> {
  const { _meta, envelope, inputResponses, requestState, signal } = context.mcpReq;
  const state = requestState();
  const capabilities = asObject(envelope)?.[CLIENT_CAPABILITIES_META_KEY];
  const progress = _meta?.progressToken === undefined ? undefined : relayProgress(child, _meta.progressToken, context);
  const sent = {
    ...params,
    ...(inputResponses !== undefined && { inputResponses }),
    ...(state !== undefined && { requestState: state }),
    _meta: {
      ...(capabilities !== undefined && { [CLIENT_CAPABILITIES_META_KEY]: capabilities }),
      ...(progress !== undefined && { progressToken: progress.token }),
    },
  };
  try {
    const options = { signal, timeout: requestTimeoutMs, allowInputRequired: true };
    return await child.client.request({ method, params: sent }, anyResult, options);
  } catch (error) {
    if (!child.hasEnded || signal.aborted) throw error;
    throw new Error("The MCP server ended before it answered. It may have carried the request out.");
  } finally {
    await progress?.end();
  }
}

/** The child gets a token of its own, as two callers can choose the same. */
function relayProgress(child: Child, callerToken: string | number, context: ServerContext) {
  const token = ++child.lastToken;
  const notified: Promise<void>[] = [];
  child.progress.set(token, (params) => {
    const relayed = { ...params, progressToken: callerToken };
    notified.push(context.mcpReq.notify({ method: "notifications/progress", params: relayed }));
  });
  return {
    token,
    /** Resolves when all progress has been passed on: the client hands it out a turn later than the result. */
    async end(): Promise<void> {
      await new Promise((resolve) => setImmediate(resolve));
      child.progress.delete(token);
      await Promise.all(notified);
    },
  };
}
