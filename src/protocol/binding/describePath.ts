import { serviceParametersMember } from "../a2a/serviceParameters.ts";
import type { DescribedMember, DescribedPlace } from "../json-schema/describedPlace.ts";
import {
  branchesOf,
  definitionOf,
  type JsonSchema,
  resolveSchema,
  type SchemaLibrary,
} from "../json-schema/jsonSchema.ts";
import { cleanDescription, emptyValue, schemaAt } from "../json-schema/schemaProblems.ts";
import type { JsonPath } from "../json-schema/validateNode.ts";
import { mcpRevision } from "../mcp/mcpRevision.ts";
import { metaKeys } from "../mcp/metaKey.ts";
import { isBoundProtocol, methodOf, methodsOf, schemasOf } from "./methods.ts";

/** A schema of the whole JSON-RPC request of a method, and the library its references point into. */
export interface RequestSchema {
  readonly schema: JsonSchema;
  readonly library: SchemaLibrary;
}

/**
 * The JSON Schema of a whole request: the outer members of JSON-RPC and the method's params. Without a method, or for one
 * that is not known, params are an open object. Undefined for a protocol without a binding.
 */
export function schemaFor(protocol: string, method: string | undefined): RequestSchema | undefined {
  if (!isBoundProtocol(protocol)) return undefined;
  const library = schemasOf(protocol);
  const known = method === undefined ? undefined : methodOf(protocol, method);
  const params = known && definitionOf(library, known.params);
  const properties: Record<string, JsonSchema> = {
    jsonrpc: { const: "2.0", type: "string", description: "The version of JSON-RPC." },
    id: {
      type: ["integer", "string"],
      description: "Tells this request from the others. The response carries the same id.",
    },
    method: {
      type: "string",
      description: known?.summary ?? "What the agent is asked to do.",
      enum: methodsOf(protocol).map((one) => one.name),
    },
    params: params ?? { type: "object", description: "The method's parameters, by name." },
  };
  const required = ["jsonrpc", "id", "method"];
  if (protocol === "mcp" || (params?.required?.length ?? 0) > 0) required.push("params");
  if (protocol === "a2a") {
    properties[serviceParametersMember] = serviceParameters;
    required.push(serviceParametersMember);
  }
  return { schema: { type: "object", properties, required }, library };
}

const serviceParameters: JsonSchema = {
  type: "object",
  description: "Service parameters of A2A: what HTTP headers carry elsewhere. Names do not differ by letter case.",
  properties: {
    "A2A-Version": { const: "1.0", type: "string", description: "The A2A version, in the form Major.Minor." },
    "A2A-Extensions": { type: "string", description: "URIs of the extensions the caller supports, joined by commas." },
  },
  required: ["A2A-Version"],
};

/**
 * What may stand at a path of a request of `method`: members for completion, types and descriptions for hover. `path` is
 * within the request, such as `["params", "message"]`. Undefined where the protocol knows nothing.
 */
export function describePath(protocol: string, method: string | undefined, path: JsonPath): DescribedPlace | undefined {
  const request = schemaFor(protocol, method);
  const found = request && schemaAt(request.library, request.schema, path);
  const place = request && found && describeSchema(request.library, found);
  return place && withRevisions(protocol, place, path.at(-1));
}

/** The schema knows a revision of MCP as any string; the binding names one to choose. */
function withRevisions(protocol: string, place: DescribedPlace, name: JsonPath[number] | undefined): DescribedPlace {
  if (protocol !== "mcp") return place;
  const revision = JSON.stringify(mcpRevision);
  const members = place.members.map((member) =>
    member.name === metaKeys.protocolVersion ? { ...member, values: [revision], insertText: revision } : member,
  );
  return { ...place, members, ...(name === metaKeys.protocolVersion && { values: [revision] }) };
}

/** What a schema says of the value it describes. */
function describeSchema(library: SchemaLibrary, schema: JsonSchema): DescribedPlace {
  return {
    description: cleanDescription(library, schema),
    type: typeText(library, schema),
    members: membersOf(library, schema),
    values: valuesOf(library, schema),
  };
}

function membersOf(library: SchemaLibrary, schema: JsonSchema): DescribedMember[] {
  const members = new Map<string, DescribedMember>();
  for (const branch of branchesOf(library, schema)) {
    for (const part of [branch, ...(branch.allOf ?? []).map((one) => resolveSchema(library, one))]) {
      for (const [name, member] of Object.entries(part.properties ?? {})) {
        if (members.has(name)) continue;
        members.set(name, {
          name,
          type: typeText(library, member),
          isRequired: part.required?.includes(name) ?? false,
          description: cleanDescription(library, member),
          values: valuesOf(library, member),
          insertText: emptyValue(library, member),
        });
      }
    }
  }
  return [...members.values()].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function valuesOf(library: SchemaLibrary, schema: JsonSchema): string[] {
  const values = branchesOf(library, schema).flatMap((branch) => {
    if (branch.const !== undefined) return [branch.const];
    return branch.enum ?? (branch.type === "boolean" ? [true, false] : []);
  });
  return [...new Set(values.map((value) => JSON.stringify(value)))];
}

function typeText(library: SchemaLibrary, schema: JsonSchema): string {
  const texts = branchesOf(library, schema).map((branch) => {
    if (branch.type === "array" && branch.items) return `array of ${typeText(library, branch.items)}`;
    if (branch.type === "object" && branch.title) return branch.title;
    return typeof branch.type === "string" ? branch.type : (branch.type?.join(" or ") ?? "any value");
  });
  return [...new Set(texts)].join(" or ");
}
