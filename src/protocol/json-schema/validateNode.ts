import type { JsonMember, JsonNode, JsonObjectNode, JsonStringNode } from "../json/jsonNode.ts";
import { memberOf } from "../json/jsonNode.ts";
import { branchesOf, type JsonSchema, memberSchema, resolveSchema, type SchemaLibrary } from "./jsonSchema.ts";

/** Where a value stands in its document. */
export type JsonPath = readonly (string | number)[];

/** One disagreement of a text with a schema. The rooms of the protocols make problems of them. */
export type SchemaFinding =
  | { readonly kind: "missing"; readonly path: JsonPath; readonly object: JsonObjectNode; readonly name: string }
  | {
      readonly kind: "type";
      readonly path: JsonPath;
      readonly node: JsonNode;
      readonly expected: readonly string[];
    }
  | { readonly kind: "value"; readonly path: JsonPath; readonly node: JsonNode; readonly allowed: readonly string[] }
  | {
      readonly kind: "format";
      readonly path: JsonPath;
      readonly node: JsonStringNode;
      readonly format: "date-time" | "byte" | "uri" | "pattern";
    }
  | { readonly kind: "range"; readonly path: JsonPath; readonly node: JsonNode; readonly limit: string }
  | {
      readonly kind: "unknown";
      readonly path: JsonPath;
      readonly object: JsonObjectNode;
      readonly member: JsonMember;
      readonly known: readonly string[];
    }
  | {
      readonly kind: "one-of";
      readonly path: JsonPath;
      readonly object: JsonObjectNode;
      readonly group: readonly string[];
      readonly present: readonly JsonMember[];
    };

/** Findings beyond this are not collected: nobody reads them, and a wrong file must not flood the editor. */
const maxFindings = 200;

/**
 * Compares a parsed text with a schema of `library`. Placeholders, strings that hold one and members without a value yet
 * agree with everything. Never throws; the recursion is bounded by the depth of the text.
 */
export function validateNode(library: SchemaLibrary, schema: JsonSchema, node: JsonNode): SchemaFinding[] {
  const findings: SchemaFinding[] = [];
  validate({ library, findings }, schema, node, undefined);
  return findings;
}

/** The way to a value, from it upwards: a path is only made where there is something to find. */
interface Place {
  readonly above: Place | undefined;
  readonly step: string | number;
}

function pathOf(place: Place | undefined): JsonPath {
  const path: (string | number)[] = [];
  for (let at = place; at; at = at.above) path.push(at.step);
  return path.reverse();
}

interface Walk {
  readonly library: SchemaLibrary;
  readonly findings: SchemaFinding[];
}

function validate(walk: Walk, schema: JsonSchema, node: JsonNode, place: Place | undefined): void {
  if (node.kind === "placeholder" || walk.findings.length >= maxFindings) return;
  const resolved = resolveSchema(walk.library, schema);
  const union = resolved.anyOf ?? resolved.oneOf;
  if (union) validateUnion(walk, resolved, node, place);
  for (const part of resolved.allOf ?? []) validate(walk, part, node, place);
  if (!hasType(resolved, node)) {
    walk.findings.push({ kind: "type", path: pathOf(place), node, expected: typesOf(resolved) });
    return;
  }
  validateScalar(walk, resolved, node, place);
  if (node.kind === "object") validateObject(walk, resolved, node, place);
  if (node.kind === "array") {
    if (resolved.isNeverEmpty && node.items.length === 0)
      walk.findings.push({ kind: "range", path: pathOf(place), node, limit: "have at least one item" });
    const { items } = resolved;
    if (items)
      for (const [index, item] of node.items.entries()) validate(walk, items, item, { above: place, step: index });
  }
}

function validateObject(walk: Walk, schema: JsonSchema, object: JsonObjectNode, place: Place | undefined): void {
  // A variable in a member's name may become any member, so nothing can be called missing.
  if (!object.members.some((member) => member.key.hasPlaceholder)) validatePresence(walk, schema, object, place);
  const properties = schema.properties ?? {};
  for (const member of object.members) {
    const { key, value } = member;
    const memberPlace = { above: place, step: key.value };
    const known = Object.hasOwn(properties, key.value) ? properties[key.value] : schema.additionalProperties;
    if (typeof known === "object") {
      if (value) validate(walk, known, value, memberPlace);
    } else if (known === false && !key.hasPlaceholder) {
      walk.findings.push({
        kind: "unknown",
        path: pathOf(memberPlace),
        object,
        member,
        known: Object.keys(properties),
      });
    }
  }
}

function validatePresence(walk: Walk, schema: JsonSchema, object: JsonObjectNode, place: Place | undefined): void {
  for (const name of schema.required ?? [])
    if (!memberOf(object, name)) walk.findings.push({ kind: "missing", path: pathOf(place), object, name });
  for (const group of schema.oneOfMembers ?? []) {
    const present = object.members.filter((member) => group.includes(member.key.value));
    if (present.length !== 1) walk.findings.push({ kind: "one-of", path: pathOf(place), object, group, present });
  }
}

function validateScalar(walk: Walk, schema: JsonSchema, node: JsonNode, place: Place | undefined): void {
  if (isOpenString(node)) return;
  const allowed = allowedValues(schema);
  if (allowed.length > 0 && !allowed.some((value) => equalsScalar(node, value))) {
    walk.findings.push({
      kind: "value",
      path: pathOf(place),
      node,
      allowed: allowed.map((value) => JSON.stringify(value)),
    });
    return;
  }
  if (node.kind === "string") {
    const format = brokenFormat(schema, node.value);
    if (format) walk.findings.push({ kind: "format", path: pathOf(place), node, format });
  }
  if (node.kind === "number") {
    if (schema.minimum !== undefined && node.value < schema.minimum)
      walk.findings.push({ kind: "range", path: pathOf(place), node, limit: `be at least ${schema.minimum}` });
    if (schema.maximum !== undefined && node.value > schema.maximum)
      walk.findings.push({ kind: "range", path: pathOf(place), node, limit: `be at most ${schema.maximum}` });
  }
}

/** A union is told apart by the value's type, then by a member whose value is fixed in every branch, such as `type`. */
function validateUnion(walk: Walk, schema: JsonSchema, node: JsonNode, place: Place | undefined): void {
  const branches = branchesOf(walk.library, schema);
  const ofType = branches.filter((branch) => hasType(branch, node));
  if (ofType.length === 0) {
    walk.findings.push({ kind: "type", path: pathOf(place), node, expected: [...new Set(branches.flatMap(typesOf))] });
    return;
  }
  if (node.kind !== "object") {
    validateScalarUnion(walk, branches, ofType, node, place);
    return;
  }
  const candidates = branchesByDiscriminator(walk, ofType, node, place);
  let best: SchemaFinding[] | undefined;
  for (const branch of candidates) {
    const findings: SchemaFinding[] = [];
    validate({ library: walk.library, findings }, branch, node, place);
    if (findings.length === 0) return;
    if (best === undefined || findings.length < best.length) best = findings;
  }
  walk.findings.push(...(best ?? []));
}

function validateScalarUnion(
  walk: Walk,
  branches: readonly JsonSchema[],
  ofType: readonly JsonSchema[],
  node: JsonNode,
  place: Place | undefined,
): void {
  const attempts = ofType.map((branch) => {
    const findings: SchemaFinding[] = [];
    validate({ library: walk.library, findings }, branch, node, place);
    return findings;
  });
  if (attempts.some((findings) => findings.length === 0)) return;
  const names = branches.flatMap(allowedValues);
  if (names.length > 0 && node.kind === "string")
    walk.findings.push({
      kind: "value",
      path: pathOf(place),
      node,
      allowed: names.map((value) => JSON.stringify(value)),
    });
  else walk.findings.push(...(attempts[0] ?? []));
}

function branchesByDiscriminator(
  walk: Walk,
  branches: readonly JsonSchema[],
  object: JsonObjectNode,
  place: Place | undefined,
): readonly JsonSchema[] {
  const name = discriminatorOf(walk.library, branches);
  if (name === undefined) return branches;
  const member = memberOf(object, name);
  if (!member?.value || member.value.kind === "placeholder" || isOpenString(member.value))
    return member ? [] : branches;
  const value = member.value;
  const fixed = (branch: JsonSchema) => allowedValues(memberSchema(walk.library, branch, name) ?? {});
  const chosen = branches.filter((branch) => fixed(branch).some((allowed) => equalsScalar(value, allowed)));
  if (chosen.length === 0) {
    const allowed = [...new Set(branches.flatMap(fixed).map((one) => JSON.stringify(one)))];
    walk.findings.push({ kind: "value", path: pathOf({ above: place, step: name }), node: value, allowed });
  }
  return chosen;
}

const discriminators = ["type", "method", "mode"];

function discriminatorOf(library: SchemaLibrary, branches: readonly JsonSchema[]): string | undefined {
  if (branches.length < 2) return undefined;
  return discriminators.find((name) =>
    branches.every((branch) => {
      const schema = memberSchema(library, branch, name);
      return schema?.const !== undefined && resolveSchema(library, branch).required?.includes(name);
    }),
  );
}

function isOpenString(node: JsonNode): boolean {
  return node.kind === "string" && node.hasPlaceholder;
}

/** Scalars a schema lists; a pattern such as `^ROLE_UNSPECIFIED$` is a list of one. */
function allowedValues(schema: JsonSchema): readonly unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  const literal = schema.pattern && /^\^(\w+)\$$/.exec(schema.pattern);
  return literal ? [literal[1]] : [];
}

function equalsScalar(node: JsonNode, value: unknown): boolean {
  if (node.kind === "null") return value === null;
  return (node.kind === "string" || node.kind === "number" || node.kind === "boolean") && node.value === value;
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}

function hasType(schema: JsonSchema, node: JsonNode): boolean {
  const { type } = schema;
  if (type === undefined) return true;
  return typeof type === "string" ? isOfType(type, node) : type.some((one) => isOfType(one, node));
}

function isOfType(type: string, node: JsonNode): boolean {
  if (type === "integer") return node.kind === "number" && Number.isInteger(node.value);
  return type === node.kind;
}

const dateTime =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const standardBase64 = /^[A-Za-z0-9+/]*={0,2}$/;
const base64Pattern = standardBase64.source;
const uri = /^[A-Za-z][A-Za-z0-9+.-]*:/;

function brokenFormat(schema: JsonSchema, value: string): "date-time" | "byte" | "uri" | "pattern" | undefined {
  if (schema.format === "date-time") return dateTime.test(value) ? undefined : "date-time";
  if (schema.format === "byte" || schema.pattern === base64Pattern) return isBase64(value) ? undefined : "byte";
  if (schema.format === "uri") return uri.test(value) ? undefined : "uri";
  if (schema.pattern !== undefined) return new RegExp(schema.pattern, "u").test(value) ? undefined : "pattern";
  return undefined;
}

/** Standard base64, with or without its padding: the length must be one that bytes can have. */
function isBase64(value: string): boolean {
  if (!standardBase64.test(value)) return false;
  const digits = value.endsWith("==") ? value.length - 2 : value.endsWith("=") ? value.length - 1 : value.length;
  return digits % 4 !== 1 && (digits === value.length || value.length % 4 === 0);
}
