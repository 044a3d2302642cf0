const maxListedNames = 10;

/** The names for a message, cut when there are many. */
export function nameList(named: readonly { readonly displayName: string }[]): string {
  const names = named.slice(0, maxListedNames).map((one) => one.displayName);
  return named.length > maxListedNames ? `${names.join(", ")}, …` : names.join(", ");
}
