import type { CallRequest } from "../../protocol/call/callFile.ts";
import { parseCapture } from "../../protocol/call/parse/expectation.ts";
import type { TextRange } from "../../protocol/problem.ts";
import { createRedactor } from "../values/redactor.ts";
import type { CapturedValue, SecretPart } from "../values/variables.ts";
import { type CallEvidence, selectValues } from "./replyPath.ts";
import { withinTime } from "./withinTime.ts";

/** How one `@set` came out. */
export type CaptureOutcome =
  | { readonly kind: "captured"; readonly name: string; readonly value: CapturedValue; readonly range: TextRange }
  | { readonly kind: "failed"; readonly name: string; readonly message: string; readonly range: TextRange };

/** A path that needs longer is stopped. */
const longestEvaluationMs = 2_000;

/**
 * Takes the values that the request's `@set` directives name, the first one where a path selects several. `secrets` are those
 * that the request sent: a value that repeats one keeps it, so that it stays out of what the next request leaves behind.
 */
export function takeCaptures(
  request: CallRequest,
  evidence: CallEvidence,
  secrets: readonly SecretPart[] = [],
): readonly CaptureOutcome[] {
  return request.directives.flatMap(({ key, value, range }): readonly CaptureOutcome[] => {
    const capture = key.text === "set" ? parseCapture(value) : undefined;
    if (capture === undefined) return [];
    const name = capture.name.text;
    const path = capture.path.text;
    const failed = (reason: string): CaptureOutcome[] => [
      { kind: "failed", name, message: `"${name}" was not captured${reason}`, range },
    ];
    const selected = withinTime(longestEvaluationMs, () => selectValues(path, evidence));
    if (selected === undefined) return failed(`: ${path} takes longer than ${longestEvaluationMs / 1000} s.`);
    if (selected.kind === "failed") return failed(`. ${selected.message}`);
    const [first] = selected.values;
    if (first === undefined) return failed(`: ${path} selects nothing.`);
    const repeated = secrets.filter(({ text }) => createRedactor([text]).text(first.json) !== first.json);
    const captured = { json: first.json, ...(repeated.length > 0 && { secrets: repeated }) };
    return [{ kind: "captured", name, value: captured, range }];
  });
}

/** The captures of all files of a window or a run. Kept in memory only: a captured value may be a credential. */
export interface CaptureStore {
  /** Of the file at that path or URI. */
  of(file: string): ReadonlyMap<string, CapturedValue>;
  /**
   * What `{{name.variable}}` means in the file at `user`: of the file of that name, without folder and `.call`, in its folder;
   * else of the one of that name that captured it last.
   */
  named(name: string, variable: string, user: string): CapturedValue | undefined;
  set(file: string, name: string, value: CapturedValue): void;
  clear(): void;
}

/** A store without captures. */
export function createCaptureStore(): CaptureStore {
  const files = new Map<string, Map<string, CapturedValue>>();
  return {
    of: (file) => files.get(file) ?? new Map(),
    named(name, variable, user) {
      const named = [...files].filter(([file, values]) => captureFileName(file) === name && values.has(variable));
      const beside = named.find(([file]) => folderOf(file) === folderOf(user));
      return (beside ?? named.at(-1))?.[1].get(variable);
    },
    set(file, name, value) {
      const captures = files.get(file) ?? new Map<string, CapturedValue>();
      captures.set(name, value);
      // The file that captured last stands last.
      files.delete(file);
      files.set(file, captures);
    },
    clear: () => files.clear(),
  };
}

/** `orders` of `/shop/orders.call`: how other files name this one's captures. */
export function captureFileName(path: string): string {
  return path.slice(nameStart(path)).replace(/\.call$/, "");
}

/** The folder of a path or a URI, with its last slash. */
export function folderOf(path: string): string {
  return path.slice(0, nameStart(path));
}

function nameStart(path: string): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
}
