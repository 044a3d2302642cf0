import type { CallEvent, TransportKind } from "../exchange/callEvent.ts";
import type { NeighbourServices } from "./neighbourServices.ts";
import type { PreparedRequest, Transport } from "./transport.ts";
import type { Transports } from "./transports.ts";

/** The transports beside SimpleX, A2C-SMCP and A2A over SLIMRPC. Each is loaded when a request is sent over it. */
export function neighbourTransports(services: NeighbourServices): Transports {
  return {
    smcp: loadedTransport("smcp", async () => (await import("./smcp/smcpTransport.ts")).createSmcpTransport(services)),
    slimrpc: loadedTransport("slimrpc", async () =>
      (await import("./slimrpc/slimrpcTransport.ts")).createSlimrpcTransport(services),
    ),
  };
}

function loadedTransport(kind: TransportKind, load: () => Promise<Transport>): Transport {
  async function* send(request: PreparedRequest, signal: AbortSignal): AsyncGenerator<CallEvent> {
    yield* (await load()).send(request, signal);
  }
  return { kind, send };
}
