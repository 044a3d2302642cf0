export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** Counts requests in a sliding window. `take` gives the seconds to wait, or undefined when the request may be served. */
export function createRateLimiter(limit: RateLimit, now: () => number): { take(): number | undefined } {
  let served: readonly number[] = [];
  return {
    take() {
      const nowMs = now();
      served = served.filter((atMs) => nowMs - atMs < limit.perSeconds * 1_000);
      const oldest = served[0];
      if (served.length >= limit.requests && oldest !== undefined)
        return Math.max(1, Math.ceil((oldest + limit.perSeconds * 1_000 - nowMs) / 1_000));
      served = [...served, nowMs];
      return undefined;
    },
  };
}
