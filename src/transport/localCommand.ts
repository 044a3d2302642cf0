import type { CommandOptions } from "../core/core.ts";

/** What the core answers from its own database is answered at once: a core that takes longer is stuck. In milliseconds. */
const localCommandTimeoutMs = 10_000;

/** Options of a command for which the core asks nobody else. */
export function localCommand(signal: AbortSignal): CommandOptions {
  return { signal, timeoutMs: localCommandTimeoutMs };
}
