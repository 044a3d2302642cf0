/** What stands between the braces of `{{…}}`. */
export type VariableExpression =
  | { readonly kind: "name"; readonly name: string }
  /** A capture of another file: `{{orders.stock}}` is `stock` of `orders.call`. */
  | { readonly kind: "captured"; readonly file: string; readonly name: string }
  | { readonly kind: "uuid" }
  | { readonly kind: "timestamp" }
  | { readonly kind: "randomInt"; readonly minimum: number; readonly maximum: number }
  | { readonly kind: "environmentVariable"; readonly name: string }
  | { readonly kind: "secret"; readonly name: string };

/** The built-in expressions, as they are completed and explained. */
export const builtInExpressions: readonly { readonly expression: string; readonly summary: string }[] = [
  { expression: "$uuid", summary: "A random UUID, new at each use." },
  { expression: "$timestamp", summary: "The time of sending, in seconds since 1970." },
  { expression: "$randomInt 1 100", summary: "A random whole number between the two, both included." },
  { expression: "$env NAME", summary: "The environment variable of that name." },
  {
    expression: "$secret name",
    summary: "A stored secret; on the command line the environment variable of that name.",
  },
];

const variableName = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** True for a name that `@name = value` and `@set` may define: a letter or `_`, then letters, digits, `_` and `-`. */
export function isVariableName(text: string): boolean {
  return variableName.test(text);
}

/** Reads what stands between `{{` and `}}`, trimmed; undefined when it is none of the known forms. */
export function parseVariableExpression(text: string): VariableExpression | undefined {
  if (isVariableName(text)) return { kind: "name", name: text };
  const captured = /^([^\s$][^\s]*)\.([^.\s]+)$/.exec(text);
  if (captured?.[1] && captured[2] && isVariableName(captured[2])) {
    return { kind: "captured", file: captured[1], name: captured[2] };
  }
  const [keyword, ...parts] = text.split(/\s+/);
  const [first = "", second = ""] = parts;
  if (keyword === "$uuid" && parts.length === 0) return { kind: "uuid" };
  if (keyword === "$timestamp" && parts.length === 0) return { kind: "timestamp" };
  if (keyword === "$randomInt" && parts.length === 2) return randomInt(first, second);
  if (keyword === "$env" && parts.length === 1) return { kind: "environmentVariable", name: first };
  if (keyword === "$secret" && parts.length === 1) return { kind: "secret", name: first };
  return undefined;
}

function randomInt(first: string, second: string): VariableExpression | undefined {
  const minimum = Number(first);
  const maximum = Number(second);
  const isRange = Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum) && minimum <= maximum;
  return isRange ? { kind: "randomInt", minimum, maximum } : undefined;
}
