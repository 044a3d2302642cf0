import { compile, JSONPathError } from "json-p3";

/** Roots beside `$`, the final reply's JSON: all replies, how the call ended, its error, how long it took. */
const namedRoots = ["replies", "outcome", "error", "elapsedMs"] as const;

export type NamedRoot = (typeof namedRoots)[number];

/** A path of `@expect` or `@set` apart from the root it begins at. */
export interface RootedPath {
  readonly root: NamedRoot | undefined;
  /** The path as RFC 9535 has it, beginning with `$`. */
  readonly path: string;
}

/** Splits a path such as `$replies[0].text` into its root and an RFC 9535 path. */
export function rootedPath(text: string): RootedPath {
  const root = namedRoots.find((name) => new RegExp(`^\\$${name}(?![\\w-])`).test(text));
  return { root, path: root ? `$${text.slice(root.length + 1)}` : text };
}

/** Where a path stops being one, in UTF-16 units from its start; undefined for a path that can be read. */
export function jsonPathFault(text: string): number | undefined {
  const { root, path } = rootedPath(text);
  if (path.length > longestPath) return 0;
  try {
    compile(path);
    return undefined;
  } catch (error) {
    // The parser throws its findings, with the place; anything else is a path it cannot cope with.
    const place = error instanceof JSONPathError ? error.token.index : 0;
    return Math.max(0, Math.min(place + (root?.length ?? 0), text.length));
  }
}

/** Far longer than any path a person writes; the parser is recursive. */
const longestPath = 2_000;
