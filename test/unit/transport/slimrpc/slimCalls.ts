import type { CallEvent } from "../../../../src/exchange/callEvent.ts";
import { createSlimrpcTransport } from "../../../../src/transport/slimrpc/slimrpcTransport.ts";
import type { PreparedRequest } from "../../../../src/transport/transport.ts";

export const slimSecret = "planted-secret-of-thirty-two-bytes";

export function slimRequest(method: string, params: unknown, changes: Partial<PreparedRequest> = {}): PreparedRequest {
  const text = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method,
    params,
    "a2a-service-parameters": { "A2A-Version": "1.0" },
  });
  return {
    transport: "slimrpc",
    target: "slim://127.0.0.1:46357/acme/demo/echo",
    protocol: "a2a",
    text,
    requestJson: text,
    timeoutMs: 20_000,
    waitMs: 1000,
    incognito: false,
    connection: [{ name: "slim.secret", value: slimSecret }],
    ...changes,
  };
}

export interface SlimCallOptions {
  /** The folder whose packages have the library. */
  readonly packageFolder: string;
  /** The child's module, built. */
  readonly childPath: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: CallEvent) => void;
}

/** Every event of one call. */
export async function slimEvents(request: PreparedRequest, options: SlimCallOptions): Promise<readonly CallEvent[]> {
  const { packageFolder, childPath, signal = new AbortController().signal, onEvent } = options;
  const transport = createSlimrpcTransport({ now: Date.now, packageFolders: [packageFolder] }, childPath);
  const events: CallEvent[] = [];
  for await (const event of transport.send(request, signal)) {
    events.push(event);
    onEvent?.(event);
  }
  return events;
}

/** What matters of the events, in one line. */
export function slimSummary(events: readonly CallEvent[]): string {
  return events
    .map((event) => {
      if (event.event === "reply") return event.kind;
      if (event.event === "sent") return `sent ${event.sizeBytes}`;
      return event.failure === undefined ? event.outcome : `${event.outcome} ${event.failure.code}`;
    })
    .join();
}
