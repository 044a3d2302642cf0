import type { JSONRPCMessage, McpServerFactory, Transport } from "@modelcontextprotocol/server";
import { isJSONRPCRequest, isJSONRPCResponse } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type AsyncQueue, createAsyncQueue } from "../core/asyncQueue.ts";
import { type JsonRpcRequest, jsonRpcCode, jsonRpcError, parseRequest } from "./jsonRpcRequest.ts";
import { type Answer, type CallContext, message, type ProtocolServer } from "./protocolServer.ts";

/** The only revision the binding has: earlier ones begin with a handshake (agent-protocols#versions-and-capabilities). */
const mcpRevision = "2026-07-28";

export interface McpServerOptions {
  /** Tools that cannot be answered over Service RPC. */
  readonly conversationTools?: ReadonlySet<string>;
}

/**
 * Serves MCP with the official SDK: each request gets a server of its own from `factory`, connected in process. Progress
 * notifications come before the response; earlier revisions are refused with -32022.
 */
export function mcpProtocolServer(factory: McpServerFactory, options: McpServerOptions = {}): ProtocolServer {
  return {
    protocol: "mcp",
    versions: [mcpRevision],
    async *answer(requestJson, context) {
      const parsed = parseRequest(requestJson);
      if (parsed.kind === "error") yield message(parsed.response);
      else if (parsed.request.method === "subscriptions/listen") yield refuseSubscription(parsed.request);
      else if (needsConversation(parsed.request, context, options)) yield conversationRequired;
      else yield* exchange(factory, parsed.request, context);
    },
  };
}

const conversationRequired: Answer = {
  kind: "envelope-error",
  code: "conversation_required",
  message: "This tool needs a conversation: connect to the address and call it with /_call mcp.",
};

/** A bot serves the request-response methods (agent-protocols#messages); a subscription has no last message. */
function refuseSubscription(request: JsonRpcRequest): Answer {
  return message(
    jsonRpcError(request.id, jsonRpcCode.methodNotFound, "Method not found: subscriptions are not served."),
  );
}

function needsConversation(request: JsonRpcRequest, context: CallContext, options: McpServerOptions): boolean {
  const { name } = request.params;
  return (
    context.transport === "rpc" &&
    request.method === "tools/call" &&
    typeof name === "string" &&
    options.conversationTools?.has(name) === true
  );
}

async function* exchange(
  factory: McpServerFactory,
  request: JsonRpcRequest,
  context: CallContext,
): AsyncGenerator<Answer> {
  if (context.signal.aborted) return;
  const { message: incoming } = request;
  if (!isJSONRPCRequest(incoming)) {
    yield message(
      jsonRpcError(request.id, jsonRpcCode.invalidRequest, "Invalid request: its params are not as MCP has them."),
    );
    return;
  }
  const outgoing = createAsyncQueue<JSONRPCMessage>();
  const transport = exchangeTransport(outgoing);
  const server = serveStdio(factory, { transport, legacy: "reject" });
  const stop = (): void => outgoing.end();
  context.signal.addEventListener("abort", stop);
  try {
    transport.onmessage?.(incoming);
    for await (const sent of outgoing) {
      if (context.signal.aborted) return;
      yield message(readable(sent));
      if (isJSONRPCResponse(sent)) return;
    }
  } finally {
    context.signal.removeEventListener("abort", stop);
    await server.close();
  }
}

/** The SDK writes `result` first; people read the message in the conversation. */
function readable(sent: JSONRPCMessage): unknown {
  const { jsonrpc, ...rest } = sent;
  if (!("id" in rest)) return { jsonrpc, ...rest };
  const { id, ...payload } = rest;
  return { jsonrpc, id, ...payload };
}

/** A transport of one exchange: what the server sends goes to the queue. */
function exchangeTransport(outgoing: AsyncQueue<JSONRPCMessage>): Transport {
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: (sent) => {
      outgoing.push(sent);
      return Promise.resolve();
    },
    close: () => {
      outgoing.end();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}
