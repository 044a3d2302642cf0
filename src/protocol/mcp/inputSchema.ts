import { isObject } from "../json/jsonObject.ts";

export type SchemaObject = Readonly<Record<string, unknown>>;

/** Deepest nesting, and most values, of a schema that is compiled. Real ones have a tenth of it. */
export const maxSchemaDepth = 32;
export const maxSchemaValues = 5_000;
/** Longest text in a schema that is compiled, in UTF-16 units: a regular expression is such a text. */
const maxSchemaTextLength = 5_000;

/** Most subschemas looked at for one value: references can multiply without end. */
const maxSubschemas = 200;

const dialect = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** Why a tool's schema is not compiled, for a sentence that begins "the tool's schema"; undefined when it may be. */
export function schemaObstacle(schema: SchemaObject): string | undefined {
  const named = schema["$schema"];
  if (typeof named === "string" && !dialect.test(named)) return "is not of JSON Schema 2020-12";
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: schema, depth: 1 }];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    values += 1;
    if (values > maxSchemaValues) return `has more than ${maxSchemaValues} values`;
    if (typeof value === "string" && value.length > maxSchemaTextLength) return "holds a text that is too long";
    if (typeof value !== "object" || value === null) continue;
    if (depth > maxSchemaDepth) return `is nested more than ${maxSchemaDepth} levels deep`;
    const obstacle = Array.isArray(value) ? undefined : keywordObstacle(value);
    if (obstacle !== undefined) return obstacle;
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return undefined;
}

function keywordObstacle(value: object): string | undefined {
  const keywords = new Map<string, unknown>(Object.entries(value));
  // A keyword of Ajv's own, which would make the answer a promise.
  if (keywords.has("$async")) return "uses `$async`, which is no keyword of JSON Schema";
  for (const name of ["$ref", "$dynamicRef"]) {
    const reference = keywords.get(name);
    // MCP forbids following a reference to elsewhere by oneself.
    if (typeof reference === "string" && !reference.startsWith("#")) return "refers to a schema elsewhere";
  }
  return undefined;
}

/**
 * The schemas that speak of the value at a path below `root`, references and combinations resolved. Bounded: of a schema
 * that multiplies without end only the first are given.
 */
export function schemasAt(root: SchemaObject, path: readonly (string | number)[]): readonly SchemaObject[] {
  let schemas = expand(root, [root]);
  for (const step of path) {
    schemas = expand(
      root,
      schemas.flatMap((schema) => stepInto(schema, step)),
    );
  }
  return schemas;
}

function expand(root: SchemaObject, start: readonly SchemaObject[]): readonly SchemaObject[] {
  const found = new Set<SchemaObject>(start);
  for (const schema of found) {
    if (found.size > maxSubschemas) break;
    for (const inner of [...referencedBy(root, schema), ...combinedIn(schema)]) found.add(inner);
  }
  return [...found].slice(0, maxSubschemas);
}

function referencedBy(root: SchemaObject, schema: SchemaObject): readonly SchemaObject[] {
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#")) return [];
  let value: unknown = root;
  for (const step of reference.split("/").slice(1)) {
    const name = decoded(step);
    value =
      (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }
  return isObject(value) ? [value] : [];
}

/** A step of a JSON pointer in a fragment (RFC 6901, section 6). */
function decoded(step: string): string {
  const unescaped = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(unescaped);
  } catch {
    // A stray percent sign stands for itself.
    return unescaped;
  }
}

function combinedIn(schema: SchemaObject): readonly SchemaObject[] {
  return ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const branches = schema[keyword];
    return Array.isArray(branches) ? branches.filter(isObject) : [];
  });
}

function stepInto(schema: SchemaObject, step: string | number): readonly SchemaObject[] {
  if (typeof step === "string") {
    const properties = schema["properties"];
    const own = isObject(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined;
    return [own ?? schema["additionalProperties"]].filter(isObject);
  }
  const prefix = schema["prefixItems"];
  const own: unknown = Array.isArray(prefix) ? prefix[step] : undefined;
  return [own ?? schema["items"]].filter(isObject);
}

/** The declared members of an object that `schemas` speak of, by name, in the order of the schema. */
export function propertiesOf(schemas: readonly SchemaObject[]): ReadonlyMap<string, SchemaObject> {
  const found = new Map<string, SchemaObject>();
  for (const { properties } of schemas) {
    if (!isObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      if (!found.has(name)) found.set(name, isObject(schema) ? schema : {});
    }
  }
  return found;
}

/** The members that one of the schemas requires. */
export function requiredOf(schemas: readonly SchemaObject[]): ReadonlySet<string> {
  const names = schemas.flatMap(({ required }) => (Array.isArray(required) ? required : []));
  return new Set(names.filter((name): name is string => typeof name === "string"));
}

/** The types a value may have, as far as the schemas say. */
export function typesOf(schemas: readonly SchemaObject[]): readonly string[] {
  const types = schemas.flatMap(({ type }): unknown[] => (Array.isArray(type) ? type : [type]));
  return [...new Set(types.filter((type) => typeof type === "string"))];
}
