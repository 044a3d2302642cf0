/** Members whose values differ between two runs of one request though nothing else does. */
const idNames =
  /^(?:id|uuid|guid|nonce|requestState|progressToken|traceparent|etag)$|(?:[a-z0-9]Id|_id|-id|[a-z0-9]Token|_token)$/;
const timeNames =
  /^(?:time|date|timestamp|at)$|(?:[a-z0-9](?:At|Time|Timestamp|Date)|[a-z0-9]Ms|_(?:at|time|timestamp|date|ms))$/;

const uuid = /^(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isoTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** Longer strings are texts, not ids, whatever their member is called. */
const longestId = 200;

export type VolatileKind = "id" | "time";

/**
 * What a value that will differ in the next run is, by the name of its member or by its own form; undefined for a value
 * that is worth comparing. `name` is that of the nearest member around it.
 */
export function volatileKind(name: string | undefined, value: string | number): VolatileKind | undefined {
  if (typeof value === "string") {
    if (value.length > longestId) return undefined;
    if (uuid.test(value)) return "id";
    if (isoTime.test(value)) return "time";
  }
  if (name === undefined) return undefined;
  if (idNames.test(name)) return "id";
  return timeNames.test(name) ? "time" : undefined;
}

/** Gives each id a number in the order of its first appearance, so that two uses of one id are still seen to agree. */
export function createMask(): (kind: VolatileKind, value: string) => string {
  const numbers = new Map<string, number>();
  return (kind, value) => {
    if (kind === "time") return "<time>";
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return `<id ${number}>`;
  };
}
