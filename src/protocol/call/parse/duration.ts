const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A day: longer waits than any call, and what a timer can still hold. */
const longestDurationMs = 86_400_000;

/** Milliseconds of `500ms`, `30s`, `1.5m` or `1h`; undefined for anything else, for nothing and for more than a day. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const durationMs = Math.round(Number(match[1]) * (unitMs[match[2]] ?? 0));
  return durationMs >= 1 && durationMs <= longestDurationMs ? durationMs : undefined;
}
