import { shortestSecret } from "./redactor.ts";
import type { BuiltIns, OuterScopes } from "./variables.ts";

/**
 * The stored secrets of these names and the texts of the private environment, for a redactor: a captured value may repeat
 * one that was sent.
 */
export async function knownSecrets(
  names: Iterable<string>,
  { privateEnvironment }: Pick<OuterScopes, "privateEnvironment">,
  { secret }: Pick<BuiltIns, "secret">,
): Promise<readonly string[]> {
  const stored = await Promise.all([...new Set(names)].map((name) => secret(name)));
  const hidden = [...(privateEnvironment?.values.values() ?? [])].map((json): unknown => JSON.parse(json));
  return [...stored, ...hidden].flatMap((value) =>
    typeof value === "string" && value.length >= shortestSecret ? [value] : [],
  );
}
