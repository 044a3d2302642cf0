import type { CallEvent, TransportKind } from "../exchange/callEvent.ts";
import type { PreparedRequest, Transport } from "./transport.ts";
import type { Transports } from "./transports.ts";

/** The office's one seat for an agent, which a call over A2C-SMCP takes while it lasts. */
export interface OfficeSeat {
  readonly officeId: string;
  /** The name to join under. */
  readonly agent: string;
  /** `https://host:port`. */
  readonly server: string;
}

/** What the neighbouring transports are given from outside. */
export interface NeighbourServices {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asked before an office is joined: others cannot join it as an agent meanwhile. False declines. */
  readonly confirmJoin: (seat: OfficeSeat, request: PreparedRequest) => Promise<boolean>;
  /** Folders whose packages may be loaded: where the user installed `@agntcy/slim-bindings`. */
  readonly packageFolders: readonly string[];
}

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
