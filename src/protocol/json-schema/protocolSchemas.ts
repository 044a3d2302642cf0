import legacyCardSchema from "../vendor/a2a/a2a-v0.3.0.agent-card.json" with { type: "json" };
import a2aSchema from "../vendor/a2a/a2a-v1.0.1.bundle.json" with { type: "json" };
import a2aRequired from "../vendor/a2a/a2a-v1.0.1.required.json" with { type: "json" };
import mcpSchema from "../vendor/mcp/mcp-2026-07-28.schema.json" with { type: "json" };
import { type JsonSchema, type SchemaLibrary, schemaLibrary } from "./jsonSchema.ts";

let mcpLibrary: SchemaLibrary | undefined;
let a2aLibrary: SchemaLibrary | undefined;
let legacyCardLibrary: SchemaLibrary | undefined;

/** The official MCP schema of revision 2026-07-28. */
export function mcpSchemas(): SchemaLibrary {
  mcpLibrary ??= schemaLibrary("#/$defs/", {
    ...(mcpSchema.$defs as Readonly<Record<string, JsonSchema>>),
    // The published schema is generated and forgets null and fractions, which the prose allows ("any JSON value").
    JSONValue: {},
  });
  return mcpLibrary;
}

/** The official A2A 1.0 schema, with the required members and one-of groups that its published form leaves out. */
export function a2aSchemas(): SchemaLibrary {
  a2aLibrary ??= schemaLibrary(
    "#/$defs/",
    completeA2aDefinitions(a2aSchema.$defs as Readonly<Record<string, JsonSchema>>, a2aRequired),
  );
  return a2aLibrary;
}

/** The official A2A 0.3 schema of an Agent Card. */
export function legacyCardSchemas(): SchemaLibrary {
  legacyCardLibrary ??= schemaLibrary(
    "#/definitions/",
    legacyCardSchema.definitions as Readonly<Record<string, JsonSchema>>,
  );
  return legacyCardLibrary;
}

interface MessageRequirements {
  readonly required: readonly string[];
  readonly oneof?: Readonly<Record<string, readonly string[]>>;
}

/** Messages whose required arrays may be empty: a page of results is required to be there, not to hold anything. */
const mayBeEmpty = new Set(["ListTasksResponse"]);

function completeA2aDefinitions(
  published: Readonly<Record<string, JsonSchema>>,
  requirements: Readonly<Record<string, MessageRequirements>>,
): Record<string, JsonSchema> {
  const definitions: Record<string, JsonSchema> = { ...published };
  for (const [name, { required, oneof }] of Object.entries(requirements)) {
    const definition = published[name];
    if (!definition) continue;
    const properties: Record<string, JsonSchema> = { ...definition.properties };
    for (const member of required) {
      const schema = properties[member];
      // A2A 1.0, section 5.7: a required array has at least one element.
      if (schema?.type === "array" && !mayBeEmpty.has(name)) properties[member] = { ...schema, isNeverEmpty: true };
    }
    definitions[name] = { ...definition, properties, required, oneOfMembers: Object.values(oneof ?? {}) };
  }
  return definitions;
}
