import { isObject, type JsonObject } from "../../protocol/json/jsonObject.ts";

/**
 * Guards over untrusted JSON. The core omits absent optional members, some clients and versions write null: both read as
 * undefined.
 */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The value when it is an array. */
export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The value when it is a string. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A local id of the core: a safe integer, or its digits as a string, as some versions write 64-bit ids. */
export function asId(value: unknown): number | undefined {
  const id = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : undefined;
}

/** The `type` of a tagged object. */
export function tagOf(value: unknown): string | undefined {
  return asString(asObject(value)?.["type"]);
}

/** Every element that `parse` accepts, in order; the others are left out. Undefined when `value` is no array. */
export function parseEach<Value>(
  value: unknown,
  parse: (element: unknown) => Value | undefined,
): readonly Value[] | undefined {
  return asArray(value)?.flatMap((element) => {
    const parsed = parse(element);
    return parsed === undefined ? [] : [parsed];
  });
}
