import type { Core } from "../core/core.ts";
import type { TransportKind } from "../exchange/callEvent.ts";
import { createChatTransport } from "./chatTransport.ts";
import { createRpcTransport } from "./rpcTransport.ts";
import type { Transport, TransportServices } from "./transport.ts";

/** The transports that are set up, by kind. One that is absent cannot be sent over here. */
export type Transports = Readonly<Partial<Record<TransportKind, Transport>>>;

/** The two transports of a SimpleX core. */
export function simplexTransports(core: Core, services: TransportServices): Transports {
  return { chat: createChatTransport(core, services), rpc: createRpcTransport(core, services) };
}
