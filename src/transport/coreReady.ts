import { sleep, systemTime } from "../core/clock.ts";
import type { Core } from "../core/core.ts";

/** How long a call waits for a connection that is being made again, in milliseconds. */
const longestWaitMs = 5_000;

/** Resolves when the core is ready, is stopped, or takes too long for it. Nothing is sent yet, so waiting is safe. */
export async function untilCoreReady(core: Core, signal: AbortSignal): Promise<void> {
  if (core.state.kind !== "retrying") return;
  const enough = new AbortController();
  const listener = core.onState(({ kind }) => {
    if (kind === "ready" || kind === "stopped") enough.abort();
  });
  await sleep(systemTime, longestWaitMs, AbortSignal.any([signal, enough.signal]));
  listener.dispose();
}
