const firstDelayMs = 500;
const maxDelayMs = 30_000;

/**
 * How long to wait before the next attempt, in milliseconds: doubled with each failure up to 30 s, and spread over its
 * upper half by `random` (0 to 1), so that clients of one core do not all return at the same moment.
 */
export function backOffMs(failures: number, random: number): number {
  const ceiling = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures, 16));
  return Math.round(ceiling * (0.5 + 0.5 * random));
}
