/** ISO 8601 in UTC, with milliseconds, of milliseconds since the epoch. */
export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
