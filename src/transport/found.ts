import type { Ending } from "./sendFailure.ts";

/** A step of finding where a call goes: what was found, or how the call ends without being sent. */
export type Found<Value> =
  | { readonly kind: "found"; readonly value: Value }
  | { readonly kind: "ended"; readonly ending: Ending };

/** The step found what it looked for. */
export function found<Value>(value: Value): Found<Value> {
  return { kind: "found", value };
}

/** The call ends here without being sent. */
export function ended(ending: Ending): { readonly kind: "ended"; readonly ending: Ending } {
  return { kind: "ended", ending };
}
