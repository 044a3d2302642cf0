import type { Core } from "../../../../src/core/core.ts";
import type { CallEvent, CallReply } from "../../../../src/exchange/callEvent.ts";
import type { PreparedRequest } from "../../../../src/transport/transport.ts";
import { simplexTransports } from "../../../../src/transport/transports.ts";

const version =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}';

export const listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${version}}}`;

export function chatRequest(target: string, changes: Partial<PreparedRequest> = {}): PreparedRequest {
  const requestJson = changes.requestJson ?? listTools;
  const protocol = changes.protocol ?? "mcp";
  const mention = changes.mention === undefined ? "" : `@'${changes.mention}' `;
  return {
    transport: "chat",
    target,
    protocol,
    text: `/_call ${mention}${protocol} ${requestJson}`,
    requestJson,
    timeoutMs: 10_000,
    waitMs: 10_000,
    incognito: false,
    ...changes,
  };
}

export function rpcRequest(target: string, changes: Partial<PreparedRequest> = {}): PreparedRequest {
  const { requestJson = listTools, protocol = "mcp" } = changes;
  const text = `{"protocol":"${protocol}","request":${requestJson}}`;
  return { ...chatRequest(target, changes), transport: "rpc", text, ...changes };
}

export interface SendingOptions {
  readonly signal?: AbortSignal;
  readonly isDeclining?: boolean;
  readonly onEvent?: (event: CallEvent) => void;
  readonly onLateReply?: (reply: CallReply) => void;
}

/** Every event of one call. */
export async function eventsOf(core: Core, request: PreparedRequest, options: SendingOptions = {}) {
  const { signal = new AbortController().signal, isDeclining = false, onEvent, onLateReply } = options;
  const transports = simplexTransports(core, {
    now: Date.now,
    confirmConnect: async () => (isDeclining ? undefined : { incognito: false }),
  });
  const events: CallEvent[] = [];
  for await (const event of transports[request.transport]?.send(request, signal, onLateReply) ?? []) {
    events.push(event);
    onEvent?.(event);
  }
  return events;
}

/** One line an event: what matters of it, without times and ids. */
export function summary(events: readonly CallEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.event === "reply") return [event.sender, event.kind, ...event.notes].join(" ");
    if (event.event === "sent") return "sent";
    return event.failure === undefined ? event.outcome : `${event.outcome} ${event.failure.code}`;
  });
}
