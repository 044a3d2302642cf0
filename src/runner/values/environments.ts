import {
  type EnvironmentValue,
  parseEnvironment,
  sharedEnvironment,
} from "../../protocol/environment/parseEnvironment.ts";
import { environmentRules } from "../../protocol/environment/rules.ts";
import { jsonRules } from "../../protocol/json/rules.ts";
import type { RuleTable } from "../../protocol/rule.ts";
import { lineAt } from "../../protocol/text/linePositions.ts";

/** The values of the chosen environment of one file, those of `$shared` among them. */
export interface EnvironmentValues {
  /** The chosen environment, or `$shared` when none is chosen. */
  readonly name: string;
  /** Name to JSON text. */
  readonly values: ReadonlyMap<string, string>;
}

/** `simplex.env.json` or `simplex.private.env.json`: `{"$shared": {…}, "dev": {…}}`. */
export interface EnvironmentFile {
  /** Without `$shared`, in the order of the file. */
  readonly names: readonly string[];
  /** The values when `name` is chosen; those of `$shared` alone for `undefined` and for a name the file does not have. */
  valuesOf(name: string | undefined): EnvironmentValues;
}

export type EnvironmentFileResult =
  | { readonly kind: "file"; readonly file: EnvironmentFile }
  /** What is wrong, in a sentence that names no value. */
  | { readonly kind: "invalid"; readonly message: string };

/** The rules that an environment file can break. */
const rules: RuleTable = { ...jsonRules, ...environmentRules };

/** The names of the environment files, beside the request file or in a folder above it. */
export const environmentFileName = "simplex.env.json";
export const privateEnvironmentFileName = "simplex.private.env.json";

/**
 * Reads an environment file, values as written. `fileName` is for messages only; no text of the file appears in one, because
 * it may be a secret.
 */
export function parseEnvironmentFile(text: string, fileName: string): EnvironmentFileResult {
  const { environments, problems } = parseEnvironment(text);
  const error = problems.find((problem) => problem.severity === "error");
  if (error) {
    const line = lineAt(text, error.range.offset);
    const summary = rules[error.code]?.summary ?? "";
    return invalid(`${fileName} has an error in line ${line}: ${summary} Correct it; nothing was sent.`);
  }
  const values = environments.map(({ name, values }) => [name, valuesByName(values)] as const);
  return { kind: "file", file: environmentFile(new Map(values)) };
}

function valuesByName(values: readonly EnvironmentValue[]): ReadonlyMap<string, string> {
  return new Map(values.map(({ name, value }) => [name, value.text]));
}

function environmentFile(environments: ReadonlyMap<string, ReadonlyMap<string, string>>): EnvironmentFile {
  const shared = environments.get(sharedEnvironment) ?? new Map<string, string>();
  return {
    names: [...environments.keys()].filter((name) => name !== sharedEnvironment),
    valuesOf: (name) => ({
      name: name ?? sharedEnvironment,
      values: new Map([...shared, ...(name === undefined ? [] : (environments.get(name) ?? []))]),
    }),
  };
}

function invalid(message: string): EnvironmentFileResult {
  return { kind: "invalid", message };
}
