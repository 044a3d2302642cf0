import type { CallEvent } from "../../../../src/exchange/callEvent.ts";
import { createSmcpTransport } from "../../../../src/transport/smcp/smcpTransport.ts";
import type { PreparedRequest } from "../../../../src/transport/transport.ts";

export function smcpRequest(target: string, method: string, params: unknown, timeoutMs = 20_000): PreparedRequest {
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return {
    transport: "smcp",
    target,
    protocol: "mcp",
    text,
    requestJson: text,
    timeoutMs,
    waitMs: 1000,
    incognito: false,
  };
}

/** Every event of one call, whose user agrees to join unless told otherwise. */
export async function smcpEvents(
  request: PreparedRequest,
  options: {
    readonly isDeclining?: boolean;
    readonly signal?: AbortSignal;
    readonly onEvent?: (event: CallEvent) => void;
  } = {},
): Promise<readonly CallEvent[]> {
  const transport = createSmcpTransport({
    now: Date.now,
    confirmJoin: () => Promise.resolve(options.isDeclining !== true),
  });
  const events: CallEvent[] = [];
  for await (const event of transport.send(request, options.signal ?? new AbortController().signal)) {
    events.push(event);
    options.onEvent?.(event);
  }
  return events;
}

/** What matters of the events, in one line each. */
export function smcpSummary(events: readonly CallEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.event === "reply") return `${event.sender} ${event.kind}`;
    if (event.event === "sent") return "sent";
    return event.failure === undefined ? event.outcome : `${event.outcome} ${event.failure.code}`;
  });
}
