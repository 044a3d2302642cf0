import { isObject } from "../exchange/jsonRpcReply.ts";
import { isVariableName } from "../protocol/call/variableExpression.ts";

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

/** The names of the environment files, beside the request file or in a folder above it. */
export const environmentFileName = "simplex.env.json";
export const privateEnvironmentFileName = "simplex.private.env.json";

const sharedName = "$shared";

/** Reads an environment file. `fileName` is for messages only; a value never appears in one. */
export function parseEnvironmentFile(text: string, fileName: string): EnvironmentFileResult {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    // The parser's own message quotes the text, which may hold a secret.
    return invalid(`${fileName} is not valid JSON. Open it to see where; nothing was sent.`);
  }
  if (!isObject(json)) return invalid(`${fileName} must hold an object of environments, such as {"dev": {…}}.`);
  const environments = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, values] of Object.entries(json)) {
    if (!isObject(values)) return invalid(`"${name}" in ${fileName} must be an object of names and values.`);
    const unusable = Object.keys(values).find((key) => !isVariableName(key));
    if (unusable !== undefined) {
      return invalid(`"${unusable}" in ${fileName} is no name of a variable: use letters, digits, "_" and "-".`);
    }
    environments.set(name, new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])));
  }
  return { kind: "file", file: environmentFile(environments) };
}

function environmentFile(environments: ReadonlyMap<string, ReadonlyMap<string, string>>): EnvironmentFile {
  const shared = environments.get(sharedName) ?? new Map<string, string>();
  return {
    names: [...environments.keys()].filter((name) => name !== sharedName),
    valuesOf: (name) => ({
      name: name ?? sharedName,
      values: new Map([...shared, ...(name === undefined ? [] : (environments.get(name) ?? []))]),
    }),
  };
}

function invalid(message: string): EnvironmentFileResult {
  return { kind: "invalid", message };
}
