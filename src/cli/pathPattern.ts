import picomatch from "picomatch";

/** A pattern of paths taken apart: the folder to search, and what it matches of the paths below. */
export interface PathPattern {
  /** `.` for the working folder. */
  readonly folder: string;
  readonly matches: (path: string) => boolean;
}

/** True for a path, written with `/`, that is a pattern, such as `requests/*.call`. */
export function isPathPattern(path: string): boolean {
  return picomatch.scan(path).isGlob;
}

/** Reads a pattern as shells do: `*`, `?`, `[…]` and `{a,b}` within a name, and `**` for any number of folders. */
export function readPathPattern(pattern: string): PathPattern {
  const { base } = picomatch.scan(pattern);
  const matches = picomatch(pattern.replace(/^(\.\/+)+/, ""));
  return { folder: base === "" ? "." : base, matches: (path) => matches(path) };
}
