import type { VariableDefinition, VariableUse } from "../../protocol/call/callFile.ts";
import { parseVariableExpression, type VariableExpression } from "../../protocol/call/parse/variableExpression.ts";
import { filledText } from "../../protocol/call/sentText.ts";
import type { EnvironmentValues } from "./environments.ts";

/** Where a value comes from, for the hover and for problems. */
export type VariableSource =
  | { readonly kind: "captured"; readonly file?: string }
  | { readonly kind: "file" }
  | { readonly kind: "environment"; readonly environment: string }
  | { readonly kind: "private-environment"; readonly environment: string }
  | { readonly kind: "built-in" }
  | { readonly kind: "environment-variable" }
  | { readonly kind: "secret" };

export interface VariableValue {
  /** What stands for it inside a JSON string, in a directive or in the command's head. */
  readonly text: string;
  /** What stands for it as a JSON token of its own; undefined for text that is no JSON. */
  readonly json: string | undefined;
  readonly source: VariableSource;
  /** The secrets it is made of, which must not appear in anything that is kept or shown. */
  readonly secrets: readonly SecretPart[];
}

export interface SecretPart {
  readonly name: string;
  readonly text: string;
  /** A stored secret, or a value of the private environment. */
  readonly isStored: boolean;
}

/** A value taken from a reply by `@set`: its JSON text, digits as received. */
export interface CapturedValue {
  readonly json: string;
  /** The secrets that the reply repeated in it. */
  readonly secrets?: readonly SecretPart[];
}

/** What a `{{name}}` can mean beside the variables of its file, innermost scope first. */
export interface OuterScopes {
  readonly captured: ReadonlyMap<string, CapturedValue>;
  /** Captures of another file: `{{orders.stock}}` is `stock` of `orders.call`. */
  readonly capturedIn: (file: string, name: string) => CapturedValue | undefined;
  readonly environment: EnvironmentValues | undefined;
  readonly privateEnvironment: EnvironmentValues | undefined;
}

/** Captures come before the file's own variables, environments after. */
export interface VariableScopes extends OuterScopes {
  readonly definitions: readonly VariableDefinition[];
}

/** What the built-in expressions are made of. */
export interface BuiltIns {
  readonly uuid: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A whole number between the two, both included. */
  readonly randomInt: (minimum: number, maximum: number) => number;
  readonly environmentVariable: (name: string) => string | undefined;
  readonly secret: (name: string) => Promise<string | undefined>;
}

export type Resolution =
  | { readonly kind: "value"; readonly value: VariableValue }
  | { readonly kind: "unknown"; readonly name: string }
  /** A variable of the file that needs itself. */
  | { readonly kind: "cycle"; readonly name: string };

/** Finds the value of what stands between `{{` and `}}`. */
export async function resolveVariable(
  expression: string,
  scopes: VariableScopes,
  builtIns: BuiltIns,
): Promise<Resolution> {
  return await resolve(expression, scopes, builtIns, []);
}

async function resolve(
  text: string,
  scopes: VariableScopes,
  builtIns: BuiltIns,
  within: readonly string[],
): Promise<Resolution> {
  const expression = parseVariableExpression(text);
  if (expression === undefined) return { kind: "unknown", name: text };
  switch (expression.kind) {
    case "name":
      return await resolveName(expression.name, scopes, builtIns, within);
    case "captured": {
      const captured = scopes.capturedIn(expression.file, expression.name);
      if (captured === undefined) return { kind: "unknown", name: text };
      return { kind: "value", value: capturedValue(captured, { kind: "captured", file: expression.file }) };
    }
    default:
      return await resolveBuiltIn(expression, builtIns);
  }
}

async function resolveName(
  name: string,
  scopes: VariableScopes,
  builtIns: BuiltIns,
  within: readonly string[],
): Promise<Resolution> {
  const captured = scopes.captured.get(name);
  if (captured) return { kind: "value", value: capturedValue(captured, { kind: "captured" }) };
  const definition = scopes.definitions.findLast((one) => one.name.text === name);
  if (definition) return await resolveDefinition(definition, scopes, builtIns, within);
  return environmentValue(name, scopes) ?? { kind: "unknown", name };
}

function environmentValue(name: string, scopes: VariableScopes): Resolution | undefined {
  const open = scopes.environment?.values.get(name);
  if (scopes.environment && open !== undefined) {
    return { kind: "value", value: jsonValue(open, { kind: "environment", environment: scopes.environment.name }) };
  }
  const hidden = scopes.privateEnvironment?.values.get(name);
  if (scopes.privateEnvironment === undefined || hidden === undefined) return undefined;
  const value = jsonValue(hidden, { kind: "private-environment", environment: scopes.privateEnvironment.name });
  return { kind: "value", value: { ...value, secrets: [{ name, text: value.text, isStored: false }] } };
}

/** A variable of the file may use others; secrets in it make it one. */
async function resolveDefinition(
  definition: VariableDefinition,
  scopes: VariableScopes,
  builtIns: BuiltIns,
  within: readonly string[],
): Promise<Resolution> {
  const name = definition.name.text;
  if (within.includes(name)) return { kind: "cycle", name };
  const values = new Map<VariableUse, VariableValue>();
  for (const use of definition.variableUses) {
    const resolution = await resolve(use.expression.text, scopes, builtIns, [...within, name]);
    if (resolution.kind !== "value") return resolution;
    values.set(use, resolution.value);
  }
  const text = filledText(definition.value, definition.variableUses, (use) => values.get(use)?.text);
  const secrets = [...values.values()].flatMap((value) => value.secrets);
  return { kind: "value", value: { ...textValue(text, { kind: "file" }), secrets } };
}

async function resolveBuiltIn(
  expression: Exclude<VariableExpression, { readonly kind: "name" | "captured" }>,
  builtIns: BuiltIns,
): Promise<Resolution> {
  const source = { kind: "built-in" } as const;
  switch (expression.kind) {
    case "uuid":
      return { kind: "value", value: textValue(builtIns.uuid(), source) };
    case "timestamp":
      return { kind: "value", value: textValue(String(Math.floor(builtIns.now() / 1000)), source) };
    case "randomInt": {
      const number = builtIns.randomInt(expression.minimum, expression.maximum);
      return { kind: "value", value: textValue(String(number), source) };
    }
    case "environmentVariable": {
      const value = builtIns.environmentVariable(expression.name);
      if (value === undefined) return { kind: "unknown", name: `$env ${expression.name}` };
      return { kind: "value", value: textValue(value, { kind: "environment-variable" }) };
    }
    case "secret": {
      const secret = await builtIns.secret(expression.name);
      if (secret === undefined) return { kind: "unknown", name: `$secret ${expression.name}` };
      const secrets = [{ name: expression.name, text: secret, isStored: true }];
      return { kind: "value", value: { ...textValue(secret, { kind: "secret" }), secrets } };
    }
  }
}

function textValue(text: string, source: VariableSource): VariableValue {
  return { text, json: isJson(text) ? text : undefined, source, secrets: [] };
}

/** A JSON value stands for its content inside a string, and for itself elsewhere. */
function jsonValue(json: string, source: VariableSource): VariableValue {
  const parsed: unknown = JSON.parse(json);
  return { text: typeof parsed === "string" ? parsed : json, json, source, secrets: [] };
}

function capturedValue({ json, secrets = [] }: CapturedValue, source: VariableSource): VariableValue {
  return { ...jsonValue(json, source), secrets };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
