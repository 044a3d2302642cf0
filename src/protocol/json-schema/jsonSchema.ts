/** The part of JSON Schema 2020-12 that the official MCP and A2A schemas use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Not JSON Schema: an array that has at least one item. */
  readonly isNeverEmpty?: boolean;
  /** Not JSON Schema: groups of members of which an object has exactly one, as protobuf's `oneof`. */
  readonly oneOfMembers?: readonly (readonly string[])[];
}

/** Named schemas that refer to each other, and where their `$ref`s point. */
export interface SchemaLibrary {
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** The definitions by the `$ref` that stands for them: looked up for each value of a text. */
  readonly byReference: ReadonlyMap<string, JsonSchema>;
}

/** A library of definitions whose references begin with `referencePrefix`, such as `#/$defs/`. */
export function schemaLibrary(
  referencePrefix: string,
  definitions: Readonly<Record<string, JsonSchema>>,
): SchemaLibrary {
  const entries = Object.entries(definitions).map(([name, schema]) => [`${referencePrefix}${name}`, schema] as const);
  return { definitions, byReference: new Map(entries) };
}

/** The definition of that name, or undefined when the library has none. */
export function definitionOf(library: SchemaLibrary, name: string): JsonSchema | undefined {
  return Object.hasOwn(library.definitions, name) ? library.definitions[name] : undefined;
}

/** The schema a `$ref` stands for, following a chain of them; the schema itself when it is none. */
export function resolveSchema(library: SchemaLibrary, schema: JsonSchema): JsonSchema {
  let resolved = schema;
  // A chain longer than this would be a circle, which the vendored schemas do not have.
  for (let step = 0; step < 8 && resolved.$ref !== undefined; step += 1) {
    const target = library.byReference.get(resolved.$ref);
    if (target === undefined) return resolved;
    resolved = target;
  }
  return resolved;
}

/** The branches of a union, a nested union's among them; the schema alone when it is no union. */
export function branchesOf(library: SchemaLibrary, schema: JsonSchema): readonly JsonSchema[] {
  const resolved = resolveSchema(library, schema);
  const branches = resolved.anyOf ?? resolved.oneOf;
  return branches === undefined ? [resolved] : branches.flatMap((branch) => branchesOf(library, branch));
}

/** The schema of a member by name, or undefined when the schema does not know it. */
export function memberSchema(library: SchemaLibrary, schema: JsonSchema, name: string): JsonSchema | undefined {
  const resolved = resolveSchema(library, schema);
  if (resolved.properties && Object.hasOwn(resolved.properties, name)) return resolved.properties[name];
  for (const part of resolved.allOf ?? []) {
    const found = memberSchema(library, part, name);
    if (found) return found;
  }
  return undefined;
}
