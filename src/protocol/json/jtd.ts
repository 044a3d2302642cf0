import {
  addressData,
  type JtdError,
  type JtdValidator,
  protocols,
  publicGroup,
  rpcRequest,
  rpcResponse,
} from "./generated/jtdValidators.js";
import { type JsonNode, memberOf, plainValue } from "./jsonNode.ts";
import { type JtdSchema, type JtdSchemaName, jtdSchemas } from "./jtdSchemas.ts";

const validators: Readonly<Record<JtdSchemaName, JtdValidator>> = {
  protocols,
  publicGroup,
  addressData,
  rpcRequest,
  rpcResponse,
};

/** Where a JSON value differs from a schema. */
export type JtdFinding = {
  /** The value judged; for a missing member the object that lacks it. */
  readonly node: JsonNode;
  /** Member names and item indices from the root to `node`. */
  readonly path: readonly (string | number)[];
  /** What the schema asks for, in words that follow "must be". */
  readonly expected: string;
} & (
  | { readonly kind: "missing-member"; readonly member: string }
  | { readonly kind: "wrong-type" }
  | { readonly kind: "not-in-enum"; readonly allowed: readonly string[] }
);

/** Further findings are left out: each is looked for in the whole text, and nobody reads so many. */
const maxFindings = 200;

/**
 * The check of one schema of the specification. What a `{{variable}}` will stand for is not known, so placeholders bring
 * no findings. The printed schemas allow additional members everywhere.
 */
export function jtdCheck(schema: JtdSchemaName): (root: JsonNode) => JtdFinding[] {
  const validate = validators[schema];
  return (root) => {
    if (validate(judgedValue(root, jtdSchemas[schema]))) return [];
    return (validate.errors ?? [])
      .slice(0, maxFindings)
      .flatMap((error) => findingOf(error, root, jtdSchemas[schema]) ?? []);
  };
}

/** The value as far as the schema judges it: an envelope is nearly all message, and no schema looks into that. */
function judgedValue(node: JsonNode, schema: JtdSchema): unknown {
  if (node.kind === "array") {
    const { elements } = schema;
    return elements ? node.items.map((item) => judgedValue(item, elements)) : [];
  }
  if (node.kind !== "object") return plainValue(node);
  const value: Record<string, unknown> = Object.create(null);
  for (const { key, value: held } of node.members) {
    const form = schema.values ?? formOf(schema.properties, key.value) ?? formOf(schema.optionalProperties, key.value);
    if (held && form) value[key.value] = judgedValue(held, form);
  }
  return value;
}

function formOf(forms: Readonly<Record<string, JtdSchema>> | undefined, name: string): JtdSchema | undefined {
  return forms && Object.hasOwn(forms, name) ? forms[name] : undefined;
}

function findingOf(error: JtdError, root: JsonNode, schema: JtdSchema): JtdFinding | undefined {
  const located = locate(root, error.instancePath);
  if (!located || located.node.kind === "placeholder") return undefined;
  const { node, path } = located;
  const { missingProperty, allowedValues, type } = error.params;
  if (missingProperty !== undefined) {
    // A member whose value is a placeholder, or still to be written, is there.
    if (memberOf(node, missingProperty)) return undefined;
    const expected = expectedBy(schemaAt(schema, error.schemaPath));
    return { kind: "missing-member", member: missingProperty, node, path, expected };
  }
  if (allowedValues) {
    if (node.kind === "string" && node.hasPlaceholder) return undefined;
    const expected = `one of ${allowedValues.map((value) => `"${value}"`).join(", ")}`;
    return node.kind === "string"
      ? { kind: "not-in-enum", allowed: allowedValues, node, path, expected }
      : { kind: "wrong-type", node, path, expected };
  }
  return { kind: "wrong-type", node, path, expected: typeInWords(type ?? "") };
}

function locate(root: JsonNode, pointer: string): { node: JsonNode; path: (string | number)[] } | undefined {
  let node: JsonNode | undefined = root;
  const path: (string | number)[] = [];
  for (const step of steps(pointer)) {
    if (node?.kind === "array") {
      path.push(Number(step));
      node = node.items[Number(step)];
    } else {
      path.push(step);
      node = memberOf(node, step)?.value;
    }
  }
  return node ? { node, path } : undefined;
}

function schemaAt(schema: unknown, pointer: string): unknown {
  let form = schema;
  for (const step of steps(pointer)) form = typeof form === "object" && form ? Reflect.get(form, step) : undefined;
  return form;
}

function steps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function expectedBy(form: unknown): string {
  const schema: object = typeof form === "object" && form ? form : {};
  if ("type" in schema) return typeInWords(String(schema.type));
  if ("elements" in schema) return typeInWords("array");
  if ("properties" in schema || "optionalProperties" in schema || "values" in schema) return typeInWords("object");
  return "any value";
}

function typeInWords(type: string): string {
  switch (type) {
    case "string":
      return "a string";
    case "boolean":
      return "true or false";
    case "uint32":
      return "a whole number from 0 to 4294967295";
    case "array":
      return "an array";
    default:
      return "an object";
  }
}
