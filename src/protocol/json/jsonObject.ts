/** A parsed JSON object whose members nobody has checked yet. */
export type JsonObject = { readonly [member: string]: unknown };

/** True for an object that is no array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
