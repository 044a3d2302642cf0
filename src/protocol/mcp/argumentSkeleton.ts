import { inertJson } from "../json/inertJson.ts";
import { propertiesOf, requiredOf, type SchemaObject, schemasAt, typesOf } from "./inputSchema.ts";
import { minimalMetaText } from "./metaKey.ts";
import type { Tool } from "./toolList.ts";

/** Deeper members are left to the user: a skeleton is a start, and schemas can refer to themselves. */
const maxSkeletonDepth = 6;
const maxSkeletonMembers = 100;
/** Longest default that is taken over, in UTF-16 units of its JSON. */
const maxDefaultLength = 2_000;

/**
 * JSON text of a `tools/call` of the tool with the skeleton of its arguments: the required members and those with a
 * default, each with its default, its first allowed value, or an empty value of its type. For `rpc` the envelope.
 */
export function toolCallText(tool: Tool, transport: "chat" | "rpc"): string {
  const params = {
    name: tool.name,
    arguments: argumentSkeleton(tool.inputSchema),
    _meta: JSON.parse(minimalMetaText),
  };
  const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  return inertJson(transport === "rpc" ? { protocol: "mcp", request } : request, 2);
}

/** A value to begin with for what a tool's `inputSchema` asks for. It need not conform: an empty text may be refused. */
export function argumentSkeleton(inputSchema: SchemaObject): unknown {
  const budget = { members: maxSkeletonMembers };
  // Arguments are an object, whatever the schema says.
  return objectSkeleton(inputSchema, [], budget);
}

/** JSON text of a value to begin with at a path below the arguments. */
export function skeletonText(inputSchema: SchemaObject, path: readonly (string | number)[]): string {
  return inertJson(valueSkeleton(inputSchema, path, { members: maxSkeletonMembers }));
}

interface Budget {
  members: number;
}

type Path = readonly (string | number)[];

function objectSkeleton(root: SchemaObject, path: Path, budget: Budget): unknown {
  // Without a prototype, `__proto__` is a name like any other.
  const value: Record<string, unknown> = Object.create(null);
  const schemas = schemasAt(root, path);
  const required = requiredOf(schemas);
  const names = new Set(required);
  for (const [name, schema] of propertiesOf(schemas)) if ("default" in schema) names.add(name);
  for (const name of names) {
    if (budget.members === 0) break;
    budget.members -= 1;
    value[name] = valueSkeleton(root, [...path, name], budget);
  }
  return value;
}

function valueSkeleton(root: SchemaObject, path: Path, budget: Budget): unknown {
  const schemas = schemasAt(root, path);
  const given = givenValue(schemas);
  if (given !== undefined) return given;
  const [type] = typesOf(schemas);
  switch (type ?? (propertiesOf(schemas).size > 0 ? "object" : undefined)) {
    case "object":
      return path.length < maxSkeletonDepth ? objectSkeleton(root, path, budget) : {};
    case "array":
      return path.length < maxSkeletonDepth && needsItem(schemas) ? [valueSkeleton(root, [...path, 0], budget)] : [];
    case "integer":
    case "number":
      return leastNumber(schemas);
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "";
  }
}

/** The value that a schema itself names: its constant, its default, its first allowed value or its first example. */
function givenValue(schemas: readonly SchemaObject[]): unknown {
  for (const keyword of ["const", "default"]) {
    const holder = schemas.find((schema) => keyword in schema);
    if (holder && isSmall(holder[keyword])) return holder[keyword];
  }
  for (const keyword of ["enum", "examples"]) {
    for (const schema of schemas) {
      const values = schema[keyword];
      if (Array.isArray(values) && values.length > 0 && isSmall(values[0])) return values[0];
    }
  }
  return undefined;
}

function isSmall(value: unknown): boolean {
  return (JSON.stringify(value)?.length ?? Number.POSITIVE_INFINITY) <= maxDefaultLength;
}

function needsItem(schemas: readonly SchemaObject[]): boolean {
  return schemas.some(({ minItems }) => typeof minItems === "number" && minItems > 0);
}

function leastNumber(schemas: readonly SchemaObject[]): number {
  for (const { minimum, exclusiveMinimum } of schemas) {
    if (typeof minimum === "number") return minimum;
    if (typeof exclusiveMinimum === "number") return Math.floor(exclusiveMinimum) + 1;
  }
  return 0;
}
