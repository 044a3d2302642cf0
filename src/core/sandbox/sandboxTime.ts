/** A time of this core: RFC 3339 with decimals. */
export function ownTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** A time received with a message: the router's clock has whole seconds. */
export function receivedTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}
