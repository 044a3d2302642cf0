import type { CallRequest } from "../protocol/call/callFile.ts";
import { parseCapture } from "../protocol/call/expectation.ts";
import type { TextRange } from "../protocol/problem.ts";
import { type CallEvidence, selectValues } from "./replyPath.ts";
import type { CapturedValue } from "./variables.ts";

/** How one `@set` came out. */
export type CaptureOutcome =
  | { readonly kind: "captured"; readonly name: string; readonly value: CapturedValue; readonly range: TextRange }
  | { readonly kind: "failed"; readonly name: string; readonly message: string; readonly range: TextRange };

/** Takes the values that the request's `@set` directives name, the first one where a path selects several. */
export function takeCaptures(request: CallRequest, evidence: CallEvidence): readonly CaptureOutcome[] {
  return request.directives.flatMap(({ key, value, range }): readonly CaptureOutcome[] => {
    const capture = key.text === "set" ? parseCapture(value) : undefined;
    if (capture === undefined) return [];
    const name = capture.name.text;
    const path = capture.path.text;
    const selection = selectValues(path, evidence);
    if (selection.kind === "failed") {
      return [{ kind: "failed", name, message: `"${name}" was not captured. ${selection.message}`, range }];
    }
    const first = selection.values[0];
    if (first === undefined) {
      return [{ kind: "failed", name, message: `"${name}" was not captured: ${path} selects nothing.`, range }];
    }
    return [{ kind: "captured", name, value: { json: first.json }, range }];
  });
}

/** The captures of all files of a window or a run. Kept in memory only: a captured value may be a credential. */
export interface CaptureStore {
  /** Of the file with that name without folder and `.call`. */
  of(file: string): ReadonlyMap<string, CapturedValue>;
  set(file: string, name: string, value: CapturedValue): void;
  clear(): void;
}

export function createCaptureStore(): CaptureStore {
  const files = new Map<string, Map<string, CapturedValue>>();
  return {
    of: (file) => files.get(file) ?? new Map(),
    set(file, name, value) {
      const captures = files.get(file) ?? new Map<string, CapturedValue>();
      captures.set(name, value);
      files.set(file, captures);
    },
    clear: () => files.clear(),
  };
}

/** `orders` of `/shop/orders.call`: how other files name this one's captures. */
export function captureFileName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name.replace(/\.call$/, "");
}
