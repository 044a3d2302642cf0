import { onTestFinished } from "vitest";
import type { CoreRecord, CoreState } from "../../../../src/core/core.ts";
import {
  connectWebSocketCore,
  type WebSocketCore,
  type WebSocketCoreOptions,
} from "../../../../src/core/websocket/webSocketCore.ts";
import { createConditionWaiter } from "./conditionWaiter.ts";
import { type ManualClock, manualClock } from "./manualClock.ts";
import { type ScriptedServer, startScriptedServer } from "./scriptedServer.ts";

/** A scripted server that ends with the test. */
export async function aServer(port?: number): Promise<ScriptedServer> {
  const server = await startScriptedServer(port);
  onTestFinished(() => server.close());
  return server;
}

export interface ObservedCore {
  readonly core: WebSocketCore;
  readonly clock: ManualClock;
  readonly events: readonly CoreRecord[];
  readonly states: readonly CoreState[];
  /** Resolves when the core is, or comes to be, in that state. */
  until(kind: CoreState["kind"]): Promise<CoreState>;
  /** Resolves when so many events were delivered, counted from the start. */
  untilEvents(count: number): Promise<void>;
}

/** A client whose time stands still, and everything it told. Ends with the test. */
export function aCore(url: string, options: Omit<WebSocketCoreOptions, "clock"> = {}): ObservedCore {
  const clock = manualClock();
  const core = connectWebSocketCore(url, { random: () => 1, ...options, clock });
  onTestFinished(async () => {
    const closed = core.close();
    clock.advance(60_000);
    await closed;
  });
  return observe(core, clock);
}

function observe(core: WebSocketCore, clock: ManualClock): ObservedCore {
  const events: CoreRecord[] = [];
  const states: CoreState[] = [];
  const { wake, until } = createConditionWaiter();
  core.onEvent((event) => {
    events.push(event);
    wake();
  });
  core.onState((state) => {
    states.push(state);
    wake();
  });
  return {
    core,
    clock,
    events,
    states,
    until: async (kind) => {
      await until(() => core.state.kind === kind);
      return core.state;
    },
    untilEvents: (count) => until(() => events.length >= count),
  };
}

/** Resolves after everything that is ready to run has run, sockets included. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
