import type { CallFile, CallRequest } from "./callFile.ts";
import { parseCapture } from "./parse/expectation.ts";

/** The names that a request captures by `@set`, in the order of its directives. */
export function capturedNames({ directives }: CallRequest): readonly string[] {
  return directives.flatMap(({ key, value }) => {
    const capture = key.text === "set" ? parseCapture(value) : undefined;
    return capture ? [capture.name.text] : [];
  });
}

/** The names that the requests of a file capture. */
export function capturedNamesOf({ requests }: CallFile): ReadonlySet<string> {
  return new Set(requests.flatMap(capturedNames));
}
