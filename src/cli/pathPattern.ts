/** A pattern of paths taken apart: the folder to search, and what it matches of the paths below. */
export interface PathPattern {
  /** `.` for the working folder. */
  readonly folder: string;
  readonly matches: (path: string) => boolean;
}

/** True for a path, written with `/`, that has a `*` or a `?` in it. */
export function isPathPattern(path: string): boolean {
  return /[*?]/.test(path);
}

/** Reads a pattern: `*` is any part of a name, `?` one character, and `**` between slashes any number of folders. */
export function readPathPattern(pattern: string): PathPattern {
  const steps = pattern.replace(/^(\.\/+)+/, "").split(/\/+/);
  const first = steps.findIndex(isPathPattern);
  const folder = steps.slice(0, first).join("/");
  const source = steps
    .map((step, index) => {
      const isLast = index === steps.length - 1;
      if (step === "**") return isLast ? ".*" : "(?:[^/]+/)*";
      return stepSource(step) + (isLast ? "" : "/");
    })
    .join("");
  const expression = new RegExp(`^${source}$`, "su");
  const isAbsolute = pattern.startsWith("/");
  return { folder: folder === "" ? (isAbsolute ? "/" : ".") : folder, matches: (path) => expression.test(path) };
}

function stepSource(step: string): string {
  return step
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, "[^/]*")
    .replaceAll("?", "[^/]");
}
