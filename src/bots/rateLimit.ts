export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

export interface RateLimiter {
  /** The seconds to wait, or undefined when the request may be served. */
  take(): number | undefined;
}

/** Counts requests in a sliding window. */
export function createRateLimiter(limit: RateLimit, now: () => number): RateLimiter {
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
