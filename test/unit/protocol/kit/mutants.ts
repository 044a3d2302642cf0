/**
 * Copies of a JSON value that each differ from it in one place: a member or item removed, an unknown member added, or a
 * value replaced by one of `replacements`.
 */
export function* mutants(value: unknown, replacements: readonly unknown[]): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, "x-unknown": 1 };
  for (const key of Object.keys(value)) {
    yield without(value, key);
    for (const replacement of replacements) yield withMember(value, key, replacement);
    for (const inner of mutants(Reflect.get(value, key), replacements)) yield withMember(value, key, inner);
  }
}

function withMember(value: object, key: string, member: unknown): unknown {
  const copy = structuredClone(value);
  Reflect.set(copy, key, member);
  return copy;
}

function without(value: object, key: string): unknown {
  const copy = structuredClone(value);
  if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else Reflect.deleteProperty(copy, key);
  return copy;
}
