import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asObject } from "../../../../src/core/records/jsonShape.ts";

/** A type of the core's API: a name, or one made of others. */
type ApiType = string | readonly ["literal", ...string[]] | readonly ["list" | "dict", ApiType];

interface Definition {
  readonly members?: Readonly<Record<string, readonly [isRequired: boolean, type: ApiType]>>;
  readonly union?: readonly string[];
  readonly alias?: ApiType;
}

interface ApiTypes {
  readonly types: Readonly<Record<string, Definition>>;
  readonly responses: Readonly<Record<string, Definition>>;
  readonly events: Readonly<Record<string, Definition>>;
}

const file = join(import.meta.dirname, "../../../fixtures/vendor/simplex-chat/types-7.0.2.json");
const api: ApiTypes = JSON.parse(readFileSync(file, "utf8"));

/** What is newer than these types: the errors of Service RPC, and the peer type of the specification. */
export const newerThanTypes = /agentErr: "A_SERVICE" is none of the union$|peerType: "agent" is no value$/;

/** Where the types have the record of that recorded frame. */
export function apiPart(frameName: string): "responses" | "events" {
  return frameName.startsWith("event.") ? "events" : "responses";
}

/** True for a record that the API of that version has. */
export function isInApi(kind: "responses" | "events", tag: string): boolean {
  return api[kind][tag] !== undefined;
}

/** The tags of a union, as values of that type have them in `type`. */
export function tagsOf(union: string): readonly string[] {
  return (api.types[union]?.union ?? []).flatMap((name) => {
    const type = api.types[name]?.members?.["type"]?.[1];
    return typeof type === "object" && type[0] === "literal" ? type.slice(1).flatMap(String) : [];
  });
}

/** How a record differs from what the core's API types say of its tag: `path: what is wrong`. */
export function differencesFromApi(kind: "responses" | "events", record: unknown): readonly string[] {
  const tag = String(asObject(record)?.["type"]);
  const definition = api[kind][tag];
  return definition === undefined ? [`${tag}: not in the API`] : ofDefinition(definition, record, tag);
}

/** How a value differs from a named type. `path` begins each difference. */
export function differencesFromType(type: string, value: unknown, path: string): readonly string[] {
  return ofType(type, value, path);
}

function ofType(type: ApiType, value: unknown, path: string): readonly string[] {
  if (typeof type !== "string") return ofComposed(type, value, path);
  switch (type) {
    case "string":
    case "boolean":
    case "object":
    case "number":
      return typeof value === type ? [] : [`${path}: no ${type}`];
    case "integer":
      return Number.isInteger(value) ? [] : [`${path}: no integer`];
    default:
      return ofDefinition(api.types[type] ?? {}, value, path);
  }
}

function ofComposed(type: Exclude<ApiType, string>, value: unknown, path: string): readonly string[] {
  const [kind, ...parts] = type;
  if (kind === "literal") return parts.includes(String(value)) ? [] : [`${path}: ${JSON.stringify(value)} is no value`];
  const [element] = type.slice(1);
  if (element === undefined) return [];
  if (kind === "list") {
    if (!Array.isArray(value)) return [`${path}: no array`];
    return value.flatMap((one, index) => ofType(element, one, `${path}[${index}]`));
  }
  const entries = Object.entries(asObject(value) ?? {});
  return entries.flatMap(([name, one]) => ofType(element, one, `${path}.${name}`));
}

function ofDefinition(definition: Definition, value: unknown, path: string): readonly string[] {
  if (definition.alias !== undefined) return ofType(definition.alias, value, path);
  if (definition.union !== undefined) return ofUnion(definition.union, value, path);
  const object = asObject(value);
  if (object === undefined) return [`${path}: no object`];
  const members = Object.entries(definition.members ?? {});
  return members.flatMap(([name, [isRequired, type]]) => {
    if (object[name] !== undefined) return ofType(type, object[name], `${path}.${name}`);
    return isRequired ? [`${path}.${name}: missing`] : [];
  });
}

/** A union is told apart by `type`, and without one by what fits. */
function ofUnion(names: readonly string[], value: unknown, path: string): readonly string[] {
  const tag = asObject(value)?.["type"];
  const tagged = names.find((name) => {
    const type = api.types[name]?.members?.["type"]?.[1];
    return Array.isArray(type) && type[0] === "literal" && type.includes(tag);
  });
  if (tagged !== undefined) return ofType(tagged, value, path);
  const isFitting = names.some((name) => ofType(name, value, path).length === 0);
  return isFitting ? [] : [`${path}: ${JSON.stringify(tag)} is none of the union`];
}
