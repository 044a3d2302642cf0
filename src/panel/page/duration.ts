/** `0.35 s`, `12.3 s`, `2 min 05 s`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1000;
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;
}

const clockFormat = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
});

/** The local time of day to the millisecond. */
export function formatClock(atMs: number): string {
  if (!Number.isFinite(atMs)) return "";
  return `${clockFormat.format(atMs)}.${String(Math.floor(atMs % 1000)).padStart(3, "0")}`;
}

const countFormat = new Intl.NumberFormat();

/** A number with the separators of the user's language. */
export function formatCount(count: number): string {
  return countFormat.format(count);
}
