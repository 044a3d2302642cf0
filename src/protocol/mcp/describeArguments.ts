import { inertJson } from "../json/inertJson.ts";
import type { DescribedMember } from "../json-schema/describedPlace.ts";
import { skeletonText } from "./argumentSkeleton.ts";
import { propertiesOf, requiredOf, type SchemaObject, schemasAt, typesOf } from "./inputSchema.ts";

/** Most values offered for one argument, and the longest of them, in UTF-16 units of its JSON. */
const maxAllowedValues = 100;
const maxValueLength = 2_000;

/**
 * The members that the schema names for the object at a path below the arguments, the required ones first. Their
 * descriptions are the server's own text: shown as text.
 */
export function argumentMembers(
  inputSchema: SchemaObject,
  path: readonly (string | number)[],
): readonly DescribedMember[] {
  const schemas = schemasAt(inputSchema, path);
  const required = requiredOf(schemas);
  const names = new Set([...required, ...propertiesOf(schemas).keys()]);
  // A key with braces would be read as a variable.
  const writable = [...names].filter((name) => !name.includes("{{"));
  return writable.map((name) => {
    const member = schemasAt(inputSchema, [...path, name]);
    return {
      name,
      type: schemaSummary(member),
      isRequired: required.has(name),
      description: descriptionOf(member),
      values: allowedValues(member),
      insertText: skeletonText(inputSchema, [...path, name]),
    };
  });
}

/** JSON texts of the values that the schema allows by name at a path below the arguments. */
export function argumentValues(inputSchema: SchemaObject, path: readonly (string | number)[]): readonly string[] {
  return allowedValues(schemasAt(inputSchema, path));
}

/** What a person reads of a value's schema: `integer, 1 to 1000`. */
function schemaSummary(schemas: readonly SchemaObject[]): string {
  const types = typesOf(schemas).join(" or ") || "any value";
  const minimum = numberIn(schemas, "minimum");
  const maximum = numberIn(schemas, "maximum");
  if (minimum !== undefined && maximum !== undefined) return `${types}, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${types}, at least ${minimum}`;
  return maximum === undefined ? types : `${types}, at most ${maximum}`;
}

function numberIn(schemas: readonly SchemaObject[], keyword: string): number | undefined {
  const value = schemas.map((schema) => schema[keyword]).find((candidate) => typeof candidate === "number");
  return typeof value === "number" ? value : undefined;
}

/** The description a schema gives, the first one. */
function descriptionOf(schemas: readonly SchemaObject[]): string {
  const described = schemas.find((schema) => typeof schema["description"] === "string");
  return described ? String(described["description"]) : "";
}

/** JSON texts of the values a schema allows by name. */
function allowedValues(schemas: readonly SchemaObject[]): readonly string[] {
  const values = schemas.flatMap((schema): unknown[] => [
    ...(Array.isArray(schema["enum"]) ? schema["enum"] : []),
    ...("const" in schema ? [schema["const"]] : []),
  ]);
  if (values.length === 0 && typesOf(schemas).includes("boolean")) return ["true", "false"];
  const texts = values.map((value) => inertJson(value)).filter((text) => text.length <= maxValueLength);
  return [...new Set(texts)].slice(0, maxAllowedValues);
}
